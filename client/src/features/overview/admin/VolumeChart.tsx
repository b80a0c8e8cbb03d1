import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { maxIndexOf } from '#client/ui/charts/chart-math.ts';
import { DayBars } from '#client/ui/charts/DayBars.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { ChartCard } from './ChartCard.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';

/** Payouts of each day as bars; the busiest one has a label. */
export function VolumeChart({ stats }: { stats: OverviewStats }) {
  const { t } = useTranslation('overview');
  const days = stats.charts.volume;
  // Heights of bars, not amounts: those are printed from the text the server sent.
  const values = days.map(({ usd }) => Number(usd));
  const peak = maxIndexOf(values);
  const span = { count: stats.days };
  const busiestDay = days[peak];
  const title = busiestDay
    ? t('volume.busiest', { ...span, day: formatDay(busiestDay.day, { weekday: 'long' }) })
    : t('volume.none', span);
  return (
    <ChartCard
      title={title}
      subtitle={t('volume.subtitle')}
      empty={!busiestDay}
      head={[t('day'), t('volume.orders'), t('usd')]}
      rows={days.map(({ day, orders, usd }) => [
        formatDay(day),
        formatNumber(orders),
        <Money key="usd" amount={usd} currency="USD" />,
      ])}
    >
      <DayBars
        label={`${title}. ${t('volume.subtitle')}`}
        days={days.map(({ day }) => day)}
        values={values}
        peak={peak}
      />
    </ChartCard>
  );
}
