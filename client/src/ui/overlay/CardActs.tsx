import type { ReactNode } from 'react';

/** The actions on a row in its card on a phone, on a line of their own; the visible one is as wide as the card. */
export function CardActs({ children }: { children: ReactNode }) {
  return (
    <div className="flex grow flex-col empty:hidden max-sm:[&>span>a]:flex-1 max-sm:[&>span_[data-send]>button]:grow sm:items-end">
      {children}
    </div>
  );
}
