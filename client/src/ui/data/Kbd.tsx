import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-w-5 place-items-center rounded-[4px] border border-line-strong px-1 font-mono text-xs text-muted">
      {children}
    </kbd>
  );
}
