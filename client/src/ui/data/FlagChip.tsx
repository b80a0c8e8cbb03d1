import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const hues = {
  red: 'border-rejected text-rejected',
  amber: 'border-pending text-pending',
  plain: 'border-line-strong text-muted',
};
export type FlagHue = keyof typeof hues;

interface FlagChipProps {
  hue: FlagHue;
  title?: string;
  /** Wraps into lines where other chips end in an ellipsis: a table stays narrow, and no word is lost. */
  wraps?: boolean;
  children: ReactNode;
}

/** A reason against a row of a list in a few words; `title` has it in sentences. */
export function FlagChip({ hue, title, wraps = false, children }: FlagChipProps) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-block rounded-control border px-1.5 py-px align-bottom text-xs',
        wraps ? 'wrap-break-word lg:max-w-36' : 'max-w-full truncate',
        hues[hue],
      )}
    >
      {children}
    </span>
  );
}
