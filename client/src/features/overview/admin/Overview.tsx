import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatDateTime, formatRelative } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { overviewSpans } from '#shared/overview/overview.contract.ts';
import { AttentionList } from './AttentionList.tsx';
import { BaseTotals } from './BaseTotals.tsx';
import { Cards, cardsGrid, CardsLine } from './Cards.tsx';
import { Income } from './Income.tsx';
import {
  overviewQuery,
  setupQuery,
  type OverviewStats,
  type SetupGuideView,
  type Span,
} from './overview.admin.queries.ts';
import { PayoutChart } from './PayoutChart.tsx';
import { SetupGuide } from './SetupGuide.tsx';
import { VolumeShares } from './ShareChart.tsx';
import { StatusChart } from './StatusChart.tsx';
import { VolumeChart } from './VolumeChart.tsx';

const usualSpan: Span = 30;

/** The admin's start page: current state, open work and trends. */
export function Overview() {
  const { t } = useTranslation('overview');
  const [search, setSearch] = useSearchParams();
  const span = overviewSpans.find((days) => String(days) === search.get('days')) ?? usualSpan;
  const { data, error, refetch } = useQuery(overviewQuery(span));
  const may = useMay();
  // The guide is above other parts, which must not shift when it loads.
  const setup = useQuery({ ...setupQuery, enabled: may('settings.write') });
  useRefreshOn('queue_changed', 'GET /api/admin/overview');
  useRefreshOn('kyc_queue_changed', 'GET /api/admin/overview');
  const choose = (days: Span) =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        params.set('days', String(days));
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <ScreenHead title={t('title')} />
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {data && !setup.isLoading ? (
        isFirstHour(data, setup.data) ? (
          <FirstHour stats={data} />
        ) : (
          <ShownOverview stats={data} span={span} onSpan={choose} />
        )
      ) : (
        !error && <Waiting />
      )}
    </div>
  );
}

/** True while no order is decided and a step is open: there are no figures yet, and the guide is the overview. */
function isFirstHour({ cards }: OverviewStats, setup: SetupGuideView | undefined): boolean {
  const isOpen = setup?.steps.some(({ state }) => state === 'open') ?? false;
  return isOpen && cards.transactions.total <= cards.pending.total;
}

/** The work that needs attention now, the guide, and the figures as one line: they are still empty. */
function FirstHour({ stats }: { stats: OverviewStats }) {
  return (
    <>
      <AddressChanges changes={stats.needs.addressChanges} />
      <AttentionList needs={stats.needs} besides="guide" />
      <SetupGuide />
      <CardsLine cards={stats.cards} needs={stats.needs} />
    </>
  );
}

interface ShownOverviewProps {
  stats: OverviewStats;
  span: Span;
  onSpan: (span: Span) => void;
}

function ShownOverview({ stats, span, onSpan }: ShownOverviewProps) {
  return (
    <>
      <AddressChanges changes={stats.needs.addressChanges} />
      {/* The work comes first, on a desktop with the figures beside it. */}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.85fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <AttentionList needs={stats.needs} />
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {/* The days of the figures, which the open work does not depend on. */}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="text-xs text-muted">
              <Time at={stats.asOf} />
            </span>
            <SpanSwitch span={span} onChange={onSpan} />
          </div>
          <Cards cards={stats.cards} needs={stats.needs} days={stats.days} />
          <StatusChart stats={stats} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <VolumeChart stats={stats} />
          {stats.income && <BaseTotals base={stats.income.base} days={stats.days} />}
        </div>
      </div>
      {stats.income && <Income income={stats.income} days={stats.days} />}
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3 *:first:md:max-xl:col-span-2">
        <PayoutChart stats={stats} />
        <VolumeShares of="assets" stats={stats} />
        <VolumeShares of="currencies" stats={stats} />
      </div>
      <SetupGuide />
    </>
  );
}

/** The layout before the first data arrives. */
function Waiting() {
  const { t } = useTranslation('overview');
  const cards = [t('card.transactions'), t('card.pending'), t('card.volume')];
  return (
    <Skeleton className="flex flex-col gap-4">
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.85fr)_minmax(0,1fr)]">
        <SkeletonLine className="h-80 rounded-card" />
        <div className="flex min-w-0 flex-col gap-4">
          <SkeletonLine className="h-9 w-56 self-end" />
          <div className={cardsGrid}>
            {cards.map((label) => (
              <div key={label} className="card flex flex-col gap-3 p-5">
                <span className="text-sm text-muted">{label}</span>
                <SkeletonLine className="h-8 w-40" />
                <SkeletonLine className="h-5 w-56" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </Skeleton>
  );
}

const maxChangesInFull = 2;

/** Shows for a day that a receiving address or account was changed, so that an unauthorized change is noticed. */
function AddressChanges({ changes }: { changes: OverviewStats['needs']['addressChanges'] }) {
  const { t } = useTranslation('overview');
  const now = useNow(true, 30_000);
  // On the first day all addresses are new, so one line replaces the list.
  if (changes.length > maxChangesInFull) {
    const names = formatList(changes.map(({ name }) => name));
    return (
      <Note tone="warning">
        {t('changed.many', { count: changes.length, names })} {t('changed.live')}
      </Note>
    );
  }
  return changes.map(({ kind, name, changedAt, liveAt }) => {
    const agoText = formatRelative(changedAt, now);
    const isWallet = kind === 'wallet';
    return (
      <Note
        key={`${kind} ${name} ${changedAt}`}
        tone="warning"
        action={<TextLink to={isWallet ? '/admin/wallets' : '/admin/payment-methods'}>{t('changed.review')}</TextLink>}
      >
        <strong className="font-semibold wrap-anywhere">
          {isWallet ? t('changed.wallet', { name, ago: agoText }) : t('changed.account', { name, ago: agoText })}
        </strong>{' '}
        {isWallet && liveAt !== null && new Date(liveAt).getTime() > now
          ? t('changed.liveAt', { time: formatDateTime(liveAt) })
          : t('changed.live')}
      </Note>
    );
  });
}

/** Selects the number of days in the charts. */
function SpanSwitch({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const { t } = useTranslation('overview');
  return (
    <SegmentedControl
      label={t('span.label')}
      options={overviewSpans.map((days) => ({ value: days, text: t('span.days', { count: days }) }))}
      chosen={span}
      onChange={onChange}
    />
  );
}
