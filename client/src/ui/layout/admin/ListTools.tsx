import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ListToolsProps {
  /** True of a list that has no row, also without a search and a filter. */
  isBare: boolean;
  className: string;
  children: ReactNode;
}

/** Search, filters and sort of a list: hidden while there is nothing to narrow, but not from under the focus. */
export function ListTools({ isBare, className, children }: ListToolsProps) {
  return (
    <div data-bare={isBare || undefined} className={clsx(className, isBare && 'not-focus-within:hidden')}>
      {children}
    </div>
  );
}
