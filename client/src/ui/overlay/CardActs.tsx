import type { ReactNode } from 'react';

/** The acts on a row in its card on a phone: a line of their own, with the one in view as wide as the card. */
export function CardActs({ children }: { children: ReactNode }) {
  return (
    <div className="flex grow flex-col empty:hidden max-sm:[&>span>a]:flex-1 max-sm:[&>span_[data-send]>button]:grow sm:items-end">
      {children}
    </div>
  );
}
