import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface SumCellsProps {
  /** Stays in one line on a phone, within a scroll region. */
  oneLine?: boolean;
  /** Numbers without a unit: a phone has place for three of them. */
  areCounts?: boolean;
  children: ReactNode;
}

/** Sums side by side, each in its cell: the last line is filled like the others. */
export function SumCells({ oneLine = false, areCounts = false, children }: SumCellsProps) {
  return (
    <dl
      className={clsx(
        'flex gap-px overflow-hidden rounded-card border border-line bg-line text-sm',
        areCounts && 'max-sm:*:basis-20!',
        oneLine ? 'max-md:w-max max-md:min-w-full max-md:*:min-w-max md:flex-wrap' : 'flex-wrap',
      )}
    >
      {children}
    </dl>
  );
}

interface SumCellProps {
  label: ReactNode;
  /** The sum itself. */
  children: ReactNode;
  /** Lines below that explain it. */
  notes?: ReactNode;
  /** True of the sum that the others add up to: on a phone it stands first, in a line of its own. */
  isTotal?: boolean;
}

/** One of the sums, with its label above it. */
export function SumCell({ label, children, notes, isTotal = false }: SumCellProps) {
  return (
    <div
      className={clsx(
        'flex flex-1 basis-36 flex-col gap-0.5 bg-surface px-3 py-2.5 sm:basis-44 sm:px-4',
        isTotal && 'max-sm:order-first max-sm:basis-full',
      )}
    >
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex flex-col">
        {children}
        {notes}
      </dd>
    </div>
  );
}
