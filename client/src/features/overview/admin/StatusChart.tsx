import { OctagonX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '#client/lib/format/format.ts';
import { percentOf } from '#client/ui/charts/chart-math.ts';
import { useSize } from '#client/ui/charts/useSize.ts';
import { Status } from '#client/ui/data/Status.tsx';
import { keysOf } from '#shared/kernel/records.ts';
import { ChartCard } from './ChartCard.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';

const height = 16;
const gap = 2;
const barClasses = {
  completed: 'fill-completed',
  processing: 'fill-processing',
  pending: 'fill-pending',
  rejected: 'fill-rejected',
  failed: 'fill-rejected/40',
} as const;
const inOrder = keysOf(barClasses);

/** The current status of the span's orders, as one bar with named parts. */
export function StatusChart({ stats }: { stats: OverviewStats }) {
  const { t } = useTranslation(['overview', 'common']);
  const { statuses } = stats.charts;
  const segments = inOrder.map((status) => ({
    status,
    orders: statuses.find((part) => part.status === status)?.orders ?? 0,
  }));
  const total = segments.reduce((sum, { orders }) => sum + orders, 0);
  const completedCount = segments[0]?.orders ?? 0;
  const percent = (orders: number) => formatPercent(percentOf(orders, total));
  const title =
    total > 0 ? t('status.paid', { percent: percent(completedCount) }) : t('status.none', { count: stats.days });
  return (
    <ChartCard
      title={title}
      subtitle={t('status.subtitle', { count: stats.days })}
      empty={total === 0}
      head={[t('status.name'), t('volume.orders'), t('share')]}
      rows={segments.map(({ status, orders }) => [t(`common:status.${status}`), formatNumber(orders), percent(orders)])}
    >
      <Stack label={title} segments={segments.filter(({ orders }) => orders > 0)} total={total} />
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-xs">
        {segments
          .filter(({ orders }) => orders > 0)
          .map(({ status, orders }) => (
            <li key={status} className="inline-flex items-center gap-1.5">
              {/* The team rejects an order, and a payout fails: beside one another their marks differ. */}
              <Status status={status} size="small" bare Icon={status === 'failed' ? OctagonX : undefined} />
              <span className="font-semibold figures">{formatNumber(orders)}</span>
            </li>
          ))}
      </ul>
    </ChartCard>
  );
}

interface StackProps {
  label: string;
  segments: readonly { status: keyof typeof barClasses; orders: number }[];
  total: number;
}

function Stack({ label, segments, total }: StackProps) {
  const [box, width] = useSize();
  const barWidth = Math.max(0, width - gap * (segments.length - 1));
  const ordersBefore = (index: number) =>
    segments.slice(0, index).reduce((sum, { orders }) => sum + (orders / total) * barWidth + gap, 0);
  return (
    <figure ref={box} aria-label={label} className="min-h-4">
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={height} className="block rtl:-scale-x-100">
          {segments.map(({ status, orders }, index) => (
            <rect
              key={status}
              x={ordersBefore(index)}
              width={Math.max(2, (orders / total) * barWidth)}
              height={height}
              rx={2}
              className={barClasses[status]}
            />
          ))}
        </svg>
      )}
    </figure>
  );
}
