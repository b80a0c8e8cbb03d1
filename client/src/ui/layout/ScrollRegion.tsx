import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/**
 * Scrolls content sideways if it is wider than its place; it can be focused, so that the keyboard reaches its end too.
 */
export function ScrollRegion(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className, children } = props;
  return (
    <section aria-label={label} tabIndex={0} className={clsx('relative overflow-x-auto', className)}>
      {children}
    </section>
  );
}
