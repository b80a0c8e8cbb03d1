import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { priceSourcesQuery, useTestSource, type PriceSource } from '../admin/rates.admin.queries.ts';

/** The status whose colour and sign a state is shown with. */
const toneOf = { ok: 'completed', failing: 'pending', down: 'rejected', off: 'other' } as const;

/** Every price source: its state, its current price of each coin, and a button that tests it. */
export function PriceSources() {
  const { t } = useTranslation('rates.admin');
  const { data: sources, error, refetch } = useQuery(priceSourcesQuery);
  return (
    <div className="flex w-full flex-col gap-3">
      {error && <AdminProblem error={error} title={t('sources.failed.fetch')} onRetry={() => void refetch()} />}
      {!sources && !error && <Skeleton line="h-40 rounded-card" />}
      {sources && (
        <ul className="flex flex-col divide-y divide-line" aria-label={t('sources.title')}>
          {sources.map((source) => (
            <Source key={source.source} storedSource={source} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Source({ storedSource }: { storedSource: PriceSource }) {
  const { t } = useTranslation('rates.admin');
  const test = useTestSource();
  const [testedSource, setTestedSource] = useState<PriceSource>();
  const { source, state, lastOkAt, failingSince, keyNeeded } = storedSource;
  const { coins, lastError } = testedSource ?? storedSource;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <strong className="min-w-24 text-sm font-semibold text-ink">{source}</strong>
        <Status status={toneOf[state]} label={t(`sources.state.${state}`)} size="small" />
        {keyNeeded && <span className="text-xs text-muted">{t('sources.keyNeeded')}</span>}
        <Button
          text={t('sources.test')}
          size="small"
          aria-label={t('sources.testOf', { source })}
          className="ms-auto"
          busy={test.isPending}
          onClick={() => test.mutate(source, { onSuccess: setTestedSource })}
        />
      </div>
      <p className="flex flex-wrap gap-x-4 text-xs text-muted empty:hidden">
        {lastOkAt !== null && (
          <span>
            {t('sources.lastOk')} <Time at={lastOkAt} shape="relative" />
          </span>
        )}
        {failingSince !== null && (
          <span>
            {t('sources.since')} <Time at={failingSince} shape="relative" />
          </span>
        )}
        {testedSource && <output>{t('sources.tested')}</output>}
      </p>
      {lastError !== null && (
        <p className="text-xs wrap-anywhere text-rejected" role={testedSource && 'alert'}>
          <Ltr>{lastError}</Ltr>
        </p>
      )}
      {test.error && <AdminProblem error={test.error} title={t('sources.failed.test')} />}
      {coins.length > 0 && (
        <Offers key={testedSource ? 'tested' : 'stored'} coins={coins} isOpen={testedSource !== undefined} />
      )}
    </li>
  );
}

type Coin = PriceSource['coins'][number];

/** A source's price of each coin, folded until it is opened. */
function Offers({ coins, isOpen }: { coins: readonly Coin[]; isOpen: boolean }) {
  const { t } = useTranslation('rates.admin');
  const pricedCount = coins.filter(({ why }) => why === null).length;
  return (
    <details open={isOpen} className="text-sm">
      <summary className="cursor-pointer py-1 text-xs text-muted">
        {t('sources.count', { good: formatNumber(pricedCount), count: formatNumber(coins.length) })}
      </summary>
      <dl className="grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-1 pt-1">
        {coins.map((coin) => (
          <div key={coin.coinId} className="col-span-3 grid grid-cols-subgrid">
            <dt className="text-muted">{symbolOf(coin.coinId)}</dt>
            <dd className="text-end figures">{coin.priceUsd !== null && <Ltr>{formatNumber(coin.priceUsd)}</Ltr>}</dd>
            <Reason {...coin} />
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Two coins share the symbol of Tether: the network distinguishes them. */
function symbolOf(coinId: string): string {
  const coin = coinById(coinId);
  if (!coin) return coinId;
  return coin.group === 'stablecoins' ? `${coin.symbol} (${coin.network})` : coin.symbol;
}

/** Says why a price counts or does not count. */
function Reason({ used, why, apartPercent }: Coin) {
  const { t } = useTranslation('rates.admin');
  const isApart = why === 'apart' && apartPercent !== null;
  const reasonText = why !== null && t(`sources.why.${why}`);
  const text = isApart ? t('sources.apartBy', { percent: formatPercent(apartPercent) }) : reasonText;
  return <dd className="text-xs text-muted">{text || t(used ? 'sources.used' : 'sources.unused')}</dd>;
}
