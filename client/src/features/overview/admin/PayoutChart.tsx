import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '#client/lib/format/format.ts';
import { Axis } from '#client/ui/charts/Axis.tsx';
import { labelIndexes, roundTop, trendOf } from '#client/ui/charts/chart-math.ts';
import { useSize } from '#client/ui/charts/useSize.ts';
import { ChartCard } from './ChartCard.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';

const height = 200;
const plot = { start: 36, top: 22, bottom: 24, end: 62 };
const pxPerLabel = 72;
/** Longer durations are in hours, on the axis and in the texts. */
const minutesShown = 120;

/** Payout times as a line chart with the last value at its end. */
export function PayoutChart({ stats }: { stats: OverviewStats }) {
  const { t } = useTranslation('overview');
  const days = stats.charts.payoutTimes;
  const trend = trendOf(days.map(({ minutes }) => minutes));
  const duration = (minutes: number) =>
    minutes < minutesShown
      ? t('minutes', { count: Math.round(minutes) })
      : t('hours', { hours: formatNumber((minutes / 60).toFixed(1)) });
  const inHours = days.some(({ minutes }) => minutes !== null && minutes >= minutesShown);
  const subtitle = `${t(inHours ? 'payout.subtitleHours' : 'payout.subtitle')} · ${t('span.days', { count: stats.days })}`;
  const title = trend
    ? t(`payout.${trend.course}`, { before: duration(trend.first), time: duration(trend.last) })
    : t('payout.none', { count: stats.days });
  return (
    <ChartCard
      title={title}
      subtitle={subtitle}
      empty={!trend}
      head={[t('day'), t('payout.payouts'), t('payout.median')]}
      rows={days.map(({ day, minutes, payouts }) => [
        formatDay(day),
        formatNumber(payouts),
        minutes === null ? '—' : duration(minutes),
      ])}
    >
      <Line
        label={`${title}. ${subtitle}`}
        days={days}
        unit={inHours ? 60 : 1}
        end={trend ? duration(trend.last) : ''}
      />
    </ChartCard>
  );
}

type Point = { x: number; y: number };

interface LineProps {
  label: string;
  days: OverviewStats['charts']['payoutTimes'];
  end: string;
  /** Minutes per unit of the axis. */
  unit: number;
}

function Line({ label, days, end, unit }: LineProps) {
  const [box, width, scaledX] = useSize();
  const top = roundTop(Math.max(0, ...days.map(({ minutes }) => (minutes ?? 0) / unit)));
  const floor = height - plot.bottom;
  const step = Math.max(0, width - plot.start - plot.end) / Math.max(1, days.length - 1);
  const xOf = (index: number) => plot.start + step * index;
  const yOf = (value: number) => floor - (value / top) * (floor - plot.top);
  // Days without a payout are skipped: the line continues to the next day with one.
  const points = days.flatMap(({ minutes }, index): Point[] =>
    minutes === null ? [] : [{ x: xOf(index), y: yOf(minutes / unit) }],
  );
  const lastPoint = points.at(-1);
  return (
    <figure ref={box} aria-label={label} className="min-h-50">
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={height} className="block overflow-visible">
          <Axis top={top} width={width} yOf={yOf} at={scaledX} labels={lastPoint !== undefined} />
          <polyline
            points={points.map(({ x, y }) => `${scaledX(x).toFixed(1)},${y.toFixed(1)}`).join(' ')}
            className="fill-none stroke-chart-1 stroke-2"
            strokeLinejoin="round"
          />
          {lastPoint && (
            <>
              <circle cx={scaledX(lastPoint.x)} cy={lastPoint.y} r={4} className="fill-chart-1" />
              <text x={scaledX(lastPoint.x + 9)} y={lastPoint.y + 4} className="fill-ink text-xs font-semibold">
                {end}
              </text>
            </>
          )}
          {labelIndexes(days.length, Math.floor(width / pxPerLabel)).map((index) => (
            <text key={index} x={scaledX(xOf(index))} y={height - 6} textAnchor="middle" className="fill-muted text-xs">
              {formatDay(days[index]?.day ?? '')}
            </text>
          ))}
        </svg>
      )}
    </figure>
  );
}
