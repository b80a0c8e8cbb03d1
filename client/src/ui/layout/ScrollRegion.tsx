import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Scrolls content sideways that may be wider than its place; the keyboard reaches it, so that its end can be read too. */
export function ScrollRegion(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className, children } = props;
  return (
    <section aria-label={label} tabIndex={0} className={clsx('relative overflow-x-auto', className)}>
      {children}
    </section>
  );
}
