import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A key of the keyboard, on devices with one; `onFill` is for a filled button, whose colour it takes. */
export function Kbd({ onFill = false, children }: { onFill?: boolean; children: ReactNode }) {
  return (
    <kbd
      className={clsx(
        'inline-grid min-w-5 place-items-center max-md:hidden pointer-coarse:hidden rounded-[4px] border px-1 text-xs font-medium',
        // Otherwise an O could be read as a zero.
        children === 'O' && 'font-mono',
        onFill ? 'border-current text-current' : 'border-line-strong text-ink',
      )}
    >
      {children}
    </kbd>
  );
}
