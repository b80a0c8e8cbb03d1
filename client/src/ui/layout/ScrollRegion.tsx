import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** What may be wider than its place scrolls sideways in it; reachable by keyboard, so that its end can be read too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section aria-label={label} tabIndex={0} className={clsx('relative overflow-x-auto', className)}>
      {children}
    </section>
  );
}
