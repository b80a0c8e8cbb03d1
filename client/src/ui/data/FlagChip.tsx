import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const hues = {
  red: 'border-rejected text-rejected',
  amber: 'border-pending text-pending',
  plain: 'border-line-strong text-muted',
};
export type FlagHue = keyof typeof hues;

/** A reason against a row of a list, in a few words; `title` says it in sentences. */
export function FlagChip({ hue, title, children }: { hue: FlagHue; title?: string; children: ReactNode }) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-block max-w-full truncate rounded-control border px-1.5 py-px align-bottom text-xs',
        hues[hue],
      )}
    >
      {children}
    </span>
  );
}
