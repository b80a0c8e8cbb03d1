import { useTranslation } from 'react-i18next';
import { formatCompact, formatDay, formatNumber } from '#client/lib/format/format.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { Axis, ChartCard } from './ChartCard.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';
import { labelled, maxIndexOf, roundTop } from './overview.chart-math.ts';
import { useSize } from './useSize.ts';

const plot = { start: 36, top: 22, bottom: 24 };
const pxPerLabel = 64;

/** What was paid out a day, as bars; the busiest one is named. */
export function VolumeChart({ stats }: { stats: OverviewStats }) {
  const { t } = useTranslation('overview');
  const days = stats.charts.volume;
  // Heights of bars, not amounts: those are printed from the text the server sent.
  const values = days.map(({ usd }) => Number(usd));
  const peak = maxIndexOf(values);
  const span = { count: stats.days };
  const busiest = days[peak];
  const title = busiest
    ? t('volume.busiest', { ...span, day: formatDay(busiest.day, { weekday: 'long' }) })
    : t('volume.none', span);
  return (
    <ChartCard
      title={title}
      subtitle={t('volume.subtitle')}
      empty={!busiest}
      head={[t('day'), t('volume.orders'), t('usd')]}
      rows={days.map(({ day, orders, usd }) => [
        formatDay(day),
        formatNumber(orders),
        <Money key="usd" amount={usd} currency="USD" />,
      ])}
    >
      <Bars label={`${title}. ${t('volume.subtitle')}`} days={days} values={values} peak={peak} />
    </ChartCard>
  );
}

interface BarsProps {
  label: string;
  days: OverviewStats['charts']['volume'];
  values: readonly number[];
  peak: number;
}

function Bars({ label, days, values, peak }: BarsProps) {
  const [box, width, at, height] = useSize();
  const top = roundTop(Math.max(...values));
  const slot = Math.max(0, width - plot.start) / days.length;
  const bar = Math.max(1.5, Math.min(30, slot * 0.62));
  const floor = height - plot.bottom;
  const yOf = (value: number) => floor - (value / top) * (floor - plot.top);
  const middleOf = (index: number) => plot.start + slot * (index + 0.5);
  const shown = labelled(days.length, Math.floor(width / pxPerLabel));
  return (
    <figure ref={box} aria-label={label} className="relative max-h-80 min-h-55 flex-1">
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={height} className="absolute inset-0 overflow-visible">
          <Axis {...{ top, width, yOf, at }} labels={peak >= 0} />
          {days.map(({ day }, index) => {
            const value = values[index] ?? 0;
            const middle = middleOf(index);
            return (
              <g key={day}>
                <rect
                  x={at(middle) - bar / 2}
                  y={yOf(value)}
                  width={bar}
                  height={Math.max(0, floor - yOf(value))}
                  rx={Math.min(2, bar / 3)}
                  className={index === peak ? 'fill-chart-1' : 'fill-chart-1/55'}
                />
                {shown.includes(index) && (
                  <text
                    x={at(Math.min(middle, width - 18))}
                    y={height - 6}
                    textAnchor="middle"
                    className="fill-muted text-xs"
                  >
                    {formatDay(day)}
                  </text>
                )}
              </g>
            );
          })}
          {peak >= 0 && (
            <text
              x={at(Math.min(middleOf(peak), width - 24))}
              y={yOf(values[peak] ?? 0) - 6}
              textAnchor="middle"
              className="fill-ink text-xs font-semibold"
            >
              {formatCompact(values[peak] ?? 0)}
            </text>
          )}
        </svg>
      )}
    </figure>
  );
}
