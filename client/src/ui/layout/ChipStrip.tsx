import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ChipStripProps {
  /** True if a wider screen may wrap it into several lines. */
  wraps?: boolean;
  children: ReactNode;
}

/** Chips of several kinds in one line, which scrolls and fades where it continues. */
export function ChipStrip({ wraps = false, children }: ChipStripProps) {
  return (
    <div
      className={clsx(
        '-mx-3 flex scroll-px-3 gap-2 overflow-x-auto mask-x-from-[calc(100%-12px)] px-3 py-1 max-md:w-[calc(100%+1.5rem)]',
        wraps ? 'max-md:*:shrink-0 md:mx-0 md:flex-wrap md:overflow-visible md:mask-none md:p-0' : '*:shrink-0',
      )}
    >
      {children}
    </div>
  );
}
