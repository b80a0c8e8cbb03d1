import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useAwaitingProofStrips,
  useChoiceStrips,
  useOpenOrderStrip,
  useReturnedStrips,
} from '#client/features/orders/components/ExchangesAwaitingProof.tsx';
import { awaitingProofQuery, ordersQuery, pageSize } from '#client/features/orders/orders.queries.ts';
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
import { formatDateTime, formatPercent, formatTime } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#client/ui/feedback/States.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { SearchInput } from '#client/ui/form/SearchInput.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { Strips } from '#client/ui/layout/Strips.tsx';
import { useOpenQuoteStrips, useUnfinishedSaleStrip } from '../components/UnfinishedSale.tsx';
import { openQuotesQuery } from '../sell.queries.ts';

/** Today's coins and rates for the signed-in customer. */
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

/** What a visitor may know without an account: today's price of the first coins. */
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

const latest = ordersQuery({ page: 1, pageSize });

function Dashboard({ user }: { user: SessionUser }) {
  const { t } = useTranslation('sell.dashboard');
  const [search, setSearch] = useState('');
  const assets = useQuery(cryptoAssetsQuery);
  // Shown above the rates: content that loads later would push them down.
  const isWaiting = [useQuery(openQuotesQuery), useQuery(awaitingProofQuery), useQuery(latest), assets].some(
    ({ isPending }) => isPending,
  );
  const updated = assets.data && newestUpdate(assets.data);
  const isSample = assets.data?.some(({ source }) => source === 'sample');
  const isStale = assets.error !== null;
  // Read without a network it may be of another day.
  const timeOf = (at: string) => (isStale ? formatDateTime(at) : formatTime(at, { seconds: true }));

  return (
    <Page
      title={t('title')}
      lede={
        // As wide and as tall before the rates are there as after: nothing below moves.
        <span className="block min-h-12 max-w-full sm:w-[40ch] xl:min-h-6 xl:w-[72ch]">
          {!isStale && t('updated')} {updated && t('last', { time: timeOf(updated) })}{' '}
          {isSample && <span className="text-pending">{t('sample')}</span>}
        </span>
      }
      actions={
        <div className="relative w-full sm:w-80">
          <SearchInput label={t('search')} value={search} onChange={setSearch} />
        </div>
      }
    >
      {!isWaiting && <Unfinished user={user} />}
      {assets.error && assets.data && <Note tone="warning">{t('stale')}</Note>}
      {isWaiting ? (
        <RatesSkeleton />
      ) : assets.data ? (
        <Rates offered={offeredAssets(assets.data)} search={search} onClear={() => setSearch('')} />
      ) : (
        <ErrorState error={assets.error} onRetry={() => void assets.refetch()} retrying={assets.isFetching} />
      )}
      <ReadyToSell />
    </Page>
  );
}

/** What waits for the customer first, then what they left, then what they wait for. */
function Unfinished({ user }: { user: SessionUser }) {
  const strips = [
    useChoiceStrips(),
    useReturnedStrips(),
    useAwaitingProofStrips(),
    useOpenQuoteStrips(),
    useUnfinishedSaleStrip(user),
    useOpenOrderStrip(),
  ].flat();
  return <Strips strips={strips} />;
}

function Rates({ offered, search, onClear }: { offered: readonly CryptoAsset[]; search: string; onClear: () => void }) {
  const { t } = useTranslation('sell.dashboard');
  const assets = matchingAssets(offered, search);
  if (offered.length === 0) return <NoCoins />;
  if (assets.length === 0) {
    return (
      <EmptyState
        title={t('none.title')}
        text={t('none.text')}
        action={<Button onClick={onClear}>{t('none.clear')}</Button>}
      />
    );
  }
  return (
    <section aria-label={t('title')} className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {assets.map((asset) => (
        <RateCard key={asset.id} asset={asset} level={2} />
      ))}
    </section>
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

function ReadyToSell() {
  const { t } = useTranslation('sell.dashboard');
  const { data: settings } = useQuery(settingsQuery);
  const standard = settings?.fees.tiers.find(({ overUsd }) => overUsd === 0);
  return (
    <section className="card flex flex-wrap items-center justify-between gap-4 p-5 md:p-6">
      <div className="min-w-0">
        <h2 className="text-lg">{t('ready.title')}</h2>
        {standard && (
          <p className="text-sm text-muted">{t('ready.text', { percent: formatPercent(standard.percent) })}</p>
        )}
      </div>
      <ButtonLink text={t('ready.action')} variant="filled" to="/sell" className="max-sm:w-full" />
    </section>
  );
}
