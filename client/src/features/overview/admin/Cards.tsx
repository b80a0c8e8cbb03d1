import { clsx } from 'clsx';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange, formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Money } from '#client/ui/data/Money.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { PartLink } from '#client/ui/layout/Contents.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';

/** The cards beside one another where they have the whole width, and below one another beside the open work. */
export const cardsGrid = 'grid grid-cols-1 gap-4 md:max-lg:grid-cols-2 *:last:md:max-lg:col-span-2';

/** The three stats at the top over the span of the charts, each with its change and a link to the counted items. */
export function Cards({ cards, needs, days }: Pick<OverviewStats, 'cards' | 'needs' | 'days'>) {
  const { t } = useTranslation('overview');
  const mayDecide = useMay()('orders.decide');
  const { transactions, pending, volume } = cards;
  return (
    <div className={cardsGrid}>
      <Card
        label={t('card.transactions')}
        value={formatNumber(transactions.span)}
        note={t('card.inAll', { days, total: formatNumber(transactions.total) })}
        trend={<Trend days={days} percent={transactions.changePercent} good="more" fresh={transactions.span > 0} />}
        link={<TextLink to="/admin/transactions?show=all&sort=newest">{t('card.all')}</TextLink>}
      />
      <Card
        label={t('card.pending')}
        value={formatNumber(mayDecide ? needs.orders.count : pending.total)}
        note={<Open pending={pending} />}
        // No order a span ago says nothing about those that are open now.
        trend={pending.changePercent !== null && <Trend days={days} percent={pending.changePercent} good="less" />}
        link={<TextLink to="/admin/transactions">{t('card.queue')}</TextLink>}
      />
      <Card
        label={t('card.volume')}
        value={<Money strong amount={volume.spanUsd} currency="USD" className="whitespace-normal!" />}
        note={t('card.inAll', { days, total: formatMoneyText(volume.totalUsd, 'USD') })}
        trend={<Trend days={days} percent={volume.changePercent} good="more" fresh={volume.spanUsd !== '0.00'} />}
        link={
          <PartLink id="overview-currencies" className="inline-flex min-h-6 items-center text-link">
            {t('card.byCurrency')}
          </PartLink>
        }
      />
    </div>
  );
}

/** All open orders, beside those that wait for a decision; a member who decides none reads their statuses. */
function Open({ pending }: Pick<OverviewStats['cards'], 'pending'>) {
  const { t } = useTranslation('overview');
  const isDecider = useMay()('orders.decide');
  const split = t('card.split', {
    pending: formatNumber(pending.pending),
    processing: formatNumber(pending.processing),
  });
  return isDecider ? `${t('card.work', { total: formatNumber(pending.total) })}: ${split}` : split;
}

/** The three figures as one line, while there is nothing to compare. */
export function CardsLine({ cards, needs }: Pick<OverviewStats, 'cards' | 'needs'>) {
  const { t } = useTranslation('overview');
  const mayDecide = useMay()('orders.decide');
  const { transactions, pending, volume } = cards;
  const shownCards = [
    ['transactions', formatNumber(transactions.total)],
    ['pending', formatNumber(mayDecide ? needs.orders.count : pending.total)],
    ['volume', formatMoneyText(volume.totalUsd, 'USD')],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {shownCards.map(([id, value]) => (
        <div key={id} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{t(`card.${id}`)}</dt>
          <dd className="font-semibold figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Card(props: { label: string; value: ReactNode; note?: ReactNode; trend: ReactNode; link: ReactNode }) {
  const { label, value, note, trend, link } = props;
  return (
    <section aria-label={label} className="card flex min-w-0 flex-col gap-2 p-4 sm:p-5">
      <h3 className="text-sm font-normal tracking-normal text-muted">{label}</h3>
      <p className="flex flex-wrap items-baseline gap-x-3 text-xl money whitespace-normal!">
        <span className="wrap-anywhere">{value}</span>
        {note && <span className="text-xs font-normal tracking-normal text-muted">{note}</span>}
      </p>
      <div className="mt-auto flex flex-col items-start gap-1 text-sm">
        {trend}
        {link}
      </div>
    </section>
  );
}

/** A larger change comes from small numbers: it is no alarm, and shown as a multiple. */
const maxPercent = 200;

interface TrendProps {
  percent: number | null;
  /** The favourable direction: the colour shows it, beside arrow and sign. */
  good: 'more' | 'less';
  /** True if something happened in this span, and nothing in the one before. */
  fresh?: boolean;
  days: number;
}

function Trend({ percent, good, fresh = false, days }: TrendProps) {
  const { t } = useTranslation('overview');
  if (percent === null) return <span className="text-muted">{t(fresh ? 'trend.fresh' : 'trend.none', { days })}</span>;
  if (percent > maxPercent)
    return (
      <span className="text-muted">
        {t('trend.times', { days, times: formatNumber(Math.round(percent / 100) + 1) })}
      </span>
    );
  const Arrow = percent === 0 ? ArrowRight : percent > 0 ? ArrowUpRight : ArrowDownRight;
  const isWelcome = percent === 0 || percent > 0 === (good === 'more');
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span className={clsx('inline-flex items-center gap-1 figures', isWelcome ? 'text-completed' : 'text-rejected')}>
        <Arrow className="size-4" strokeWidth={2} />
        <bdi dir="ltr">{formatChange(percent)}</bdi>
      </span>
      <span className="text-muted">{t('trend.before', { days })}</span>
    </span>
  );
}
