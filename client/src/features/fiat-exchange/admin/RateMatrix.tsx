import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { ScrollRegion } from '#client/ui/layout/ScrollRegion.tsx';
import type { AdminRate } from './fiat-exchange.admin.queries.ts';
import { isSuspiciousGap } from './fiat-exchange.gaps.ts';

/** A few pairs are as quickly read in the list below. */
const leastPairs = 4;

/** Every pair at a glance: the units of a column's currency for one unit of a line's. The list below changes them. */
export function RateMatrix({ rates }: { rates: readonly AdminRate[] }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const codes = [...new Set(rates.flatMap(({ fromCurrency, toCurrency }) => [fromCurrency, toCurrency]))].toSorted();
  if (rates.length < leastPairs) return null;
  const rateOf = (from: string, to: string) =>
    rates.find(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to);
  return (
    <ScrollRegion label={t('matrix.title')} className="card">
      <table className="w-full text-xs sm:text-sm">
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
                className="sticky start-0 bg-surface px-1.5 py-2 sm:px-3 text-start font-semibold whitespace-nowrap"
              >
                1 {from}
              </th>
              {codes.map((to) => (
                <td key={to} className="px-1.5 py-2 sm:px-3 text-end figures">
                  {from === to ? null : <Cell rate={rateOf(from, to)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The decimals of four significant digits, so that a rate is read and compared; the list has all of them. */
const decimalsOf = (rate: number): number => Math.max(0, 3 - Math.floor(Math.log10(rate)));

/** The rate in few digits, quieter while it is off, with a mark if there and back do not fit. */
function Cell({ rate }: { rate: AdminRate | undefined }) {
  const { t } = useTranslation('fiat-exchange.admin');
  if (!rate) return <span className="text-faint">–</span>;
  const { exchangeRate, isActive, inverseGapPercent: gap } = rate;
  return (
    <span className="inline-flex items-center gap-1">
      {gap !== null && isSuspiciousGap(gap) && (
        <TriangleAlert
          aria-label={t(gap > 0 ? 'rates.gains' : 'rates.gap', { percent: formatChange(gap) })}
          className="size-3.5 text-pending"
        />
      )}
      <Ltr className={isActive ? undefined : 'text-faint line-through'}>
        {formatNumber(exchangeRate, decimalsOf(exchangeRate))}
      </Ltr>
    </span>
  );
}
