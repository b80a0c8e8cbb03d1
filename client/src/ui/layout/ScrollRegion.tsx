import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** What may be wider than its place scrolls sideways in it; reachable by keyboard, so that its end can be read too. */
export function ScrollRegion(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className, children } = props;
  return (
    <section aria-label={label} tabIndex={0} className={clsx('relative overflow-x-auto', className)}>
      {children}
    </section>
  );
}
