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
  children: ReactNode;
}

/** A flag against a row of a list, in a few words that wrap and are never cut; `title` has the full sentences. */
export function FlagChip({ hue, title, children }: FlagChipProps) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-block max-w-full rounded-control border px-1.5 py-px align-bottom text-xs wrap-break-word lg:max-w-44',
        hues[hue],
      )}
    >
      {children}
    </span>
  );
}
