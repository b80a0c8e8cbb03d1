import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Money } from '#client/ui/data/Money.tsx';

interface AmountBarsProps {
  /** The bars, from the largest amount in dollars to the smallest. */
  bars: readonly { name: string; usd: string; share?: ReactNode }[];
  /** True for names that are longer than a code. */
  longNames?: boolean;
}

/** Amounts in dollars as bars, each with its name and amount. */
export function AmountBars({ bars, longNames = false }: AmountBarsProps) {
  // Lengths of bars, not amounts: those are printed from the text the server sent.
  const largestAmount = Math.max(0, Number(bars[0]?.usd ?? 0));
  return (
    <ul className="flex flex-col gap-2.5 text-sm">
      {bars.map(({ name, usd, share }) => (
        <li
          key={name}
          className={clsx(
            'flex flex-wrap items-center gap-x-3 gap-y-1 sm:grid',
            longNames ? 'grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto]' : 'grid-cols-[3.5rem_minmax(0,1fr)_auto]',
          )}
        >
          <span className="font-medium">{name}</span>
          <span aria-hidden="true" className="flex h-4 items-center max-sm:order-last max-sm:h-2 max-sm:basis-full">
            <span
              className="h-full min-w-0.5 rounded-xs bg-chart-1"
              style={{ width: `${largestAmount === 0 ? 0 : (Math.max(0, Number(usd)) / largestAmount) * 100}%` }}
            />
          </span>
          <span className="flex flex-wrap items-baseline justify-end gap-x-3 max-sm:ms-auto">
            <Money amount={usd} currency="USD" className="text-end whitespace-normal! text-muted" />
            {share}
          </span>
        </li>
      ))}
    </ul>
  );
}
