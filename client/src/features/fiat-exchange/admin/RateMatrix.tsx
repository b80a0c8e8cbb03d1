import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { ScrollRegion } from '#client/ui/layout/ScrollRegion.tsx';
import type { AdminRate } from './fiat-exchange.admin.queries.ts';
import { isSuspiciousGap } from './fiat-exchange.gaps.ts';
import { RateCellForm } from './RateCellForm.tsx';

/** A few pairs are as quickly read in the list. */
export const leastPairs = 4;

interface RateMatrixProps {
  rates: readonly AdminRate[];
  /** Opens the fields of a rate in the list: one that follows the market, or has an end, is more than a number. */
  onOpen: (id: string) => void;
}

/** Every pair at a glance: the units of a column's currency for one unit of a line's, each changed in its place. */
export function RateMatrix({ rates, onOpen }: RateMatrixProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  const table = useRef<HTMLTableElement>(null);
  // The open cells, the newest last: one with a typed rate stays open while another is changed.
  const [open, setOpen] = useState<readonly string[]>([]);
  const left = useRef<string>(undefined);
  // The cell that was left has the focus again, so that the arrow keys go on from there.
  useEffect(() => {
    const { current } = left;
    left.current = undefined;
    if (current !== undefined && !open.includes(current))
      table.current?.querySelector<HTMLElement>(`button[data-rate="${current}"]`)?.focus();
  }, [open]);
  const close = (id: string) => setOpen((ids) => ids.filter((item) => item !== id));
  const codes = [...new Set(rates.flatMap(({ fromCurrency, toCurrency }) => [fromCurrency, toCurrency]))].toSorted();
  const rateOf = (from: string, to: string) =>
    rates.find(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to);
  const cellOf = (rate: AdminRate | undefined) =>
    rate && open.includes(rate.id) ? (
      <RateCellForm
        rate={rate}
        isNewest={open.at(-1) === rate.id}
        onLeave={() => close(rate.id)}
        onClose={() => {
          left.current = rate.id;
          close(rate.id);
        }}
      />
    ) : (
      <Cell rate={rate} onPress={(item) => (isNumberAlone(item) ? setOpen([...open, item.id]) : onOpen(item.id))} />
    );
  return (
    <div className="flex flex-col gap-2">
      <ScrollRegion label={t('matrix.title')} className="card">
        <table ref={table} className="w-full text-xs sm:text-sm">
          <caption className="sr-only">{t('matrix.title')}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-faint">
              <th scope="col" className="px-1.5 py-2 sm:px-3 text-start font-medium">
                {t('matrix.buys')}
              </th>
              {codes.map((to) => (
                <th key={to} scope="col" className="px-1.5 py-2 text-end font-medium sm:px-3">
                  {to}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {codes.map((from) => (
              <tr key={from} className="border-b border-line last:border-0">
                <th
                  scope="row"
                  className="sticky start-0 bg-surface px-1.5 py-1 sm:px-3 text-start font-semibold whitespace-nowrap"
                >
                  1 {from}
                </th>
                {codes.map((to) => (
                  <td key={to} className="py-1 text-end align-top figures sm:px-1">
                    {from === to ? null : cellOf(rateOf(from, to))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="text-xs text-muted">{t('matrix.hint')}</p>
    </div>
  );
}

/** True unless a change of the number alone would end that a rate follows the market, or take its end away. */
const isNumberAlone = ({ marketPercent, expiresAt }: AdminRate): boolean =>
  marketPercent === null && expiresAt === null;

/** The decimals of four significant digits, so that a rate is read and compared; the list has all of them. */
const decimalsOf = (rate: number): number => Math.max(0, 3 - Math.floor(Math.log10(rate)));

interface CellProps {
  rate: AdminRate | undefined;
  onPress: (rate: AdminRate) => void;
}

/** The rate in few digits, quieter while it is off, with a mark if there and back do not fit. */
function Cell({ rate, onPress }: CellProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  if (!rate) return <span className="inline-flex min-h-8 items-center px-1.5 text-faint sm:px-2">–</span>;
  const { id, fromCurrency: from, toCurrency: to, exchangeRate, isActive, inverseGapPercent: gap } = rate;
  const text = formatNumber(exchangeRate, decimalsOf(exchangeRate));
  const doubt =
    gap !== null && isSuspiciousGap(gap)
      ? t(gap > 0 ? 'rates.gains' : 'rates.gap', { percent: formatChange(gap) })
      : undefined;
  return (
    <button
      type="button"
      data-rate={id}
      aria-label={[t('matrix.change', { from, to, rate: text }), doubt].filter(Boolean).join('. ')}
      title={doubt}
      className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-control border border-transparent px-1 hover:border-line-strong hover:bg-tide-soft sm:px-2 pointer-coarse:min-h-11"
      onKeyDown={moveFocus}
      onClick={() => onPress(rate)}
    >
      {doubt && <TriangleAlert aria-hidden="true" className="size-3.5 text-pending" />}
      <Ltr className={isActive ? undefined : 'text-faint line-through'}>{text}</Ltr>
    </button>
  );
}

/** Arrow keys lead from rate to rate, over what has none. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const { currentTarget, key } = event;
  const cell = currentTarget.closest('td');
  const row = currentTarget.closest('tr');
  const table = currentTarget.closest('table');
  if (!cell || !row || !table) return;
  const isMirrored = getComputedStyle(table).direction === 'rtl';
  const steps: Record<string, readonly [down: number, along: number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, isMirrored ? 1 : -1],
    ArrowRight: [0, isMirrored ? -1 : 1],
  };
  const step = steps[key];
  if (!step) return;
  event.preventDefault();
  const [down, along] = step;
  let [line, column] = [row.rowIndex + down, cell.cellIndex + along];
  for (let at = table.rows[line]?.cells[column]; at; at = table.rows[line]?.cells[column]) {
    const button = at.querySelector<HTMLElement>('button[data-rate]');
    if (button) {
      button.focus();
      return;
    }
    [line, column] = [line + down, column + along];
  }
}
