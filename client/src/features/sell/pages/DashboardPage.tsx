import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { bringIntoView } from '#client/features/kyc/components/KycRequired.tsx';
import { homeOrdersQuery } from '#client/features/orders/orders.queries.ts';
import { NoCoins } from '#client/features/rates/components/NoCoins.tsx';
import { RateCard } from '#client/features/rates/components/RateCard.tsx';
import {
  cryptoAssetsQuery,
  matchingAssets,
  newestUpdate,
  offeredAssets,
  type CryptoAsset,
} from '#client/features/rates/rates.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatDateTime, formatTime } from '#client/lib/format/format.ts';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SearchInput } from '#client/ui/form/SearchInput.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { MyMoney } from '../components/MyMoney.tsx';
import { openQuotesQuery } from '../sell.queries.ts';

/** The home of a customer: their money, then today's rates. */
export function DashboardPage() {
  const { t } = useTranslation('sell.dashboard');
  return (
    <RequireSession
      title={t('signedOut.title')}
      text={t('signedOut.text')}
      loading={t('loading')}
      signInPath="/api/login"
      begun={<PublicRates />}
    >
      {(user) => <Dashboard user={user} />}
    </RequireSession>
  );
}

const publicCoins = 4;

/** Today's price of the first coins, for visitors without an account. */
function PublicRates() {
  const { t } = useTranslation('sell.dashboard');
  const { data: assets = [] } = useQuery(cryptoAssetsQuery);
  const coins = offeredAssets(assets).slice(0, publicCoins);
  if (coins.length === 0) return null;
  return (
    <section aria-labelledby="public-rates" className="flex flex-col gap-4">
      <h2 id="public-rates" className="text-lg">
        {t('title')}
      </h2>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {coins.map((asset) => (
          <RateCard key={asset.id} asset={asset} level={3} />
        ))}
      </div>
    </section>
  );
}

function Dashboard({ user }: { user: SessionUser }) {
  const { t } = useTranslation('common');
  // All parts are shown at once: a later part would push down the parts below it.
  const isWaiting = [
    useQuery(openQuotesQuery),
    useQuery(homeOrdersQuery),
    useQuery(cryptoAssetsQuery),
    useQuery(settingsQuery),
  ].some(({ isPending }) => isPending);
  const [isShown, setShown] = useState(!isWaiting);
  if (!isShown && !isWaiting) setShown(true);
  return (
    <Page title={t('nav.dashboard')}>
      {isShown ? (
        <>
          <CanceledNote />
          <MyMoney user={user} />
          <LiveRates />
        </>
      ) : (
        <>
          <Skeleton line="h-48 w-full rounded-card" />
          <RatesSkeleton />
        </>
      )}
    </Page>
  );
}

/** The sale that the customer has just cancelled, named where they arrive. */
function CanceledNote() {
  const { t, i18n } = useTranslation('sell.dashboard');
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const canceledReference =
    typeof state === 'object' && state && 'canceled' in state ? String(state.canceled) : undefined;
  const [reference] = useState(canceledReference);
  useEffect(() => {
    // The browser stores it with the page: a reload, also by the next user of the tab, would show it once more.
    if (canceledReference !== undefined) void navigate('.', { replace: true, preventScrollReset: true });
  }, [canceledReference, navigate]);
  if (reference === undefined) return null;
  return <Note announce>{t('canceled', isolateValues({ reference }, i18n.dir()))}</Note>;
}

function LiveRates() {
  const { t } = useTranslation('sell.dashboard');
  const [search, setSearch] = useState('');
  const assets = useQuery(cryptoAssetsQuery);
  const updatedAt = assets.data && newestUpdate(assets.data);
  const isSample = assets.data?.some(({ source }) => source === 'sample');
  const isStale = assets.error !== null;
  // Without a network the rates may be from another day.
  const timeOf = (at: string) => (isStale ? formatDateTime(at) : formatTime(at, { seconds: true }));
  return (
    <section aria-labelledby="live-rates" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="live-rates" className="text-xl">
            {t('title')}
          </h2>
          {/* The height is reserved before the rates load: nothing below moves. */}
          <p className="min-h-12 text-muted sm:min-h-6">
            {!isStale && t('updated')} {updatedAt && t('last', { time: timeOf(updatedAt) })}{' '}
            {isSample && <span className="text-pending">{t('sample')}</span>}
          </p>
        </div>
        <div className="relative w-full sm:w-80">
          <SearchInput label={t('search')} value={search} onChange={setSearch} />
        </div>
      </div>
      {assets.error && assets.data && <Note tone="warning">{t('stale')}</Note>}
      {assets.isPending ? (
        <RatesSkeleton />
      ) : assets.data ? (
        <Rates offeredAssets={offeredAssets(assets.data)} search={search} onClear={() => setSearch('')} />
      ) : (
        <ErrorState error={assets.error} onRetry={() => void assets.refetch()} retrying={assets.isFetching} />
      )}
    </section>
  );
}

function Rates({
  offeredAssets: offered,
  search,
  onClear,
}: {
  offeredAssets: readonly CryptoAsset[];
  search: string;
  onClear: () => void;
}) {
  const { t } = useTranslation('sell.dashboard');
  const assets = matchingAssets(offered, search);
  if (offered.length === 0) return <NoCoins />;
  if (assets.length === 0) {
    return (
      <div ref={bringIntoView}>
        <EmptyState
          title={t('none.title')}
          text={t('none.text')}
          action={<Button onClick={onClear}>{t('none.clear')}</Button>}
        />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {assets.map((asset) => (
        <RateCard key={asset.id} asset={asset} level={3} />
      ))}
    </div>
  );
}

function RatesSkeleton() {
  return (
    <Skeleton className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {Array.from({ length: 9 }, (_unused, index) => (
        <div
          key={index}
          className="card flex h-20 items-center justify-between p-3 sm:h-52 sm:flex-col sm:items-start sm:p-5"
        >
          <span className="flex items-center gap-3">
            <SkeletonLine className="size-9 rounded-full max-xs:hidden" />
            <span className="flex flex-col gap-2">
              <SkeletonLine className="h-4 w-20" />
              <SkeletonLine className="h-3 w-10 sm:w-32" />
            </span>
          </span>
          <SkeletonLine className="h-4 w-24 sm:h-6 sm:w-36" />
          <SkeletonLine className="h-4 w-20 max-sm:hidden" />
        </div>
      ))}
    </Skeleton>
  );
}
