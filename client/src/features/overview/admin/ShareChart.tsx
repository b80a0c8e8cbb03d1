import { useTranslation } from 'react-i18next';
import { currencyName, formatNumber, formatPercent } from '#client/lib/format.ts';
import { Money } from '#client/ui/Money.tsx';
import { percentOf } from './chart-math.ts';
import { ChartCard } from './ChartCard.tsx';
import type { Figures } from './overview.api.ts';

const mostBars = 6;
const fills = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5'];

interface ShareChartProps {
  figures: Figures;
  /** By what was given, or by what was paid out. */
  of: 'assets' | 'currencies';
}

/** Parts of the volume as bars with their names, amounts and shares; the largest come first. */
export function ShareChart({ figures, of }: ShareChartProps) {
  const { t } = useTranslation('overview');
  const shares = figures.charts[of];
  // Lengths of bars, not amounts.
  const total = shares.reduce((sum, { usd }) => sum + Number(usd), 0);
  const first = shares[0];
  const percent = (usd: string) => percentOf(Number(usd), total);
  const name = first && (of === 'currencies' ? currencyName(first.key) : first.key);
  const title = first
    ? t(`${of}.largest`, { name, percent: formatPercent(percent(first.usd)) })
    : t(`${of}.none`, { count: figures.days });
  const widest = Number(first?.usd ?? 0);
  return (
    <ChartCard
      id={`overview-${of}`}
      title={title}
      subtitle={t(`${of}.subtitle`)}
      empty={!first}
      head={[t(`${of}.name`), t('volume.orders'), t('usd'), t('share')]}
      rows={shares.map(({ key, orders, usd }) => [
        key,
        formatNumber(orders),
        <Money key="usd" amount={usd} currency="USD" />,
        formatPercent(percent(usd)),
      ])}
    >
      <ul className="flex flex-col gap-2.5 text-sm">
        {shares.slice(0, mostBars).map(({ key, usd }, index) => (
          <li key={key} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
            <span className="font-medium">{key}</span>
            <span aria-hidden="true" className="flex h-4 items-center max-sm:col-span-3 max-sm:row-start-2 max-sm:h-2">
              <span
                className={`h-full min-w-0.5 rounded-xs ${fills[index % fills.length]}`}
                style={{ width: `${widest === 0 ? 0 : (Number(usd) / widest) * 100}%` }}
              />
            </span>
            <span className="flex items-baseline justify-end gap-3 max-sm:col-start-3">
              <Money amount={usd} currency="USD" className="text-muted" />
              <span className="w-10 text-end font-medium figures">{formatPercent(percent(usd))}</span>
            </span>
          </li>
        ))}
      </ul>
      {shares.length > mostBars && (
        <p className="text-xs text-muted">{t('more', { count: shares.length - mostBars })}</p>
      )}
    </ChartCard>
  );
}
