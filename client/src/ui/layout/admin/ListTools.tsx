import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ListToolsProps {
  /** True of a list that has no row, also without a search and a filter. */
  isBare: boolean;
  className: string;
  children: ReactNode;
}

/** The search, filters and sort of a list: hidden while no row can be filtered, unless one of them has the focus. */
export function ListTools({ isBare, className, children }: ListToolsProps) {
  return (
    <div data-bare={isBare || undefined} className={clsx(className, isBare && 'not-focus-within:hidden')}>
      {children}
    </div>
  );
}
