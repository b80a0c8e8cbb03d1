import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withFirmHyphens } from '#client/lib/format/firm-hyphens.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Change, Money } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { coinName } from '#shared/reference/coin-name.ts';
import { RateAge } from '../components/RateMarks.tsx';
import { cryptoAssetsQuery, payoutCurrenciesQuery, type CryptoAsset } from '../rates.queries.ts';
import { Currencies } from './CurrencyTable.tsx';
import {
  cardLine,
  Heading,
  NoValue,
  pauseColumn,
  PausedState,
  pausedFirst,
  priceAfterSpread,
  SpreadCell,
  stateColumn,
  ToSpreads,
  type Offer,
} from './MarketParts.tsx';
import { PauseButton } from './PauseButton.tsx';
import type { PauseTarget } from './PausePanel.tsx';
import { priceSourcesQuery } from './rates.admin.queries.ts';

interface MarketTablesProps {
  /** The spreads; undefined for members who may not read the settings. */
  offer: Offer | undefined;
  onPause: (target: PauseTarget['name']) => void;
}

/** The price of every coin and payout currency now, its age, and the spread on it. */
export function MarketTables({ offer, onPause }: MarketTablesProps) {
  const { t } = useTranslation('rates.admin');
  const assets = useQuery(cryptoAssetsQuery);
  const currencies = useQuery(payoutCurrenciesQuery);
  const error = assets.error ?? currencies.error;
  const refetchAll = () => void Promise.all([assets.refetch(), currencies.refetch()]);
  if (error) return <AdminProblem error={error} title={t('market.failed')} onRetry={refetchAll} />;
  // The placeholder is as tall as the window, like the two tables: the part below must not move in view.
  if (!assets.data || !currencies.data) return <Skeleton line="h-dvh rounded-card" />;
  return (
    <>
      <Coins assets={assets.data} offer={offer} onPause={onPause} />
      <Currencies currencies={currencies.data} offer={offer} onPause={onPause} />
    </>
  );
}

/** Says how many price sources of a coin are used, or which one gives its price. */
function Source({ asset: { id, source } }: { asset: CryptoAsset }) {
  const { t } = useTranslation('rates.admin');
  const { data: sources = [] } = useQuery(priceSourcesQuery);
  const offeredPrices = sources.flatMap(({ state, coins }) =>
    state === 'off' ? [] : coins.filter(({ coinId }) => coinId === id),
  );
  const usedCount = offeredPrices.filter(({ used }) => used).length;
  const agreementText = t('market.agree', { good: formatNumber(usedCount), count: formatNumber(offeredPrices.length) });
  // Its state says of a sample that it has no source.
  if (source === 'sample') return <NoValue />;
  return <span className="text-muted">{offeredPrices.length === 0 ? source : agreementText}</span>;
}

const priceCell = ({ price }: CryptoAsset) =>
  price === 0 ? <NoValue /> : <Money strong amount={price} currency="USD" />;

const changeCell = ({ price, change24h }: CryptoAsset) => (price === 0 ? <NoValue /> : <Change percent={change24h} />);

function Coins({ assets, offer, onPause }: MarketTablesProps & { assets: readonly CryptoAsset[] }) {
  const { t } = useTranslation('rates.admin');
  const spreadOf = ({ id }: CryptoAsset) => offer?.coins[id]?.spreadPercent ?? 0;
  // Without any spread customers are paid the price itself.
  const hasSpread = (asset: CryptoAsset) => spreadOf(asset) > 0;
  const spread = (asset: CryptoAsset) => <SpreadCell percent={offer && spreadOf(asset)} />;
  const isLive = ({ source }: CryptoAsset) => source !== 'sample';
  // One line above says that all prices are samples: the rows name the exceptions.
  const areSamples = !assets.some(isLive);
  const hasState = ({ notice }: CryptoAsset) => !areSamples || notice !== 'none';
  const state = (asset: CryptoAsset) => (hasState(asset) ? <CoinState asset={asset} /> : <NoValue />);
  const age = ({ updatedAt, source }: CryptoAsset) => <RateAge at={updatedAt} source={source} />;
  const customerPrice = ({ id, price: market }: CryptoAsset) =>
    offer && market !== 0 ? (
      <Money amount={priceAfterSpread(market, offer.coins[id]?.spreadPercent)} currency="USD" />
    ) : (
      <NoValue />
    );
  const pause = ({ id, name }: CryptoAsset, isBrief = false) => (
    <PauseButton
      what="coin"
      subject={id}
      name={coinName(name)}
      {...{ isBrief }}
      onPress={() => onPause(`coin:${id}`)}
    />
  );
  const columns: Column<CryptoAsset>[] = [
    { id: 'coin', header: t('market.coin'), cell: (asset) => <Coin asset={asset} /> },
    { id: 'price', header: t('market.price'), end: true, cell: priceCell },
    { id: 'change', header: t('market.change'), end: true, cell: changeCell },
    { id: 'spread', header: t('prices.spreadPercent'), end: true, cell: spread, isFilled: hasSpread },
    { id: 'pays', header: t('market.pays'), end: true, cell: customerPrice, isFilled: hasSpread },
    { id: 'source', header: t('source'), cell: (asset) => <Source asset={asset} />, isFilled: isLive },
    // A sample was never seen on a market.
    {
      id: 'seen',
      header: t('market.seen'),
      cell: (asset) => (isLive(asset) ? age(asset) : <NoValue />),
      isFilled: isLive,
    },
    { id: 'state', ...stateColumn, header: t('market.state.title'), cell: state, isFilled: hasState },
    { id: 'pause', ...pauseColumn, cell: (asset) => pause(asset) },
  ];
  return (
    <div className="flex flex-col gap-2">
      <Heading text={t('market.title')}>{offer && <ToSpreads />}</Heading>
      <Table
        dense
        wide
        caption={t('market.title')}
        columns={columns}
        rows={pausedFirst(assets, ({ notice }) => notice === 'paused')}
        rowKey={({ id }) => id}
        card={(asset) => (
          <CoinCard
            asset={asset}
            parts={{ price: priceCell(asset), change: changeCell(asset), act: pause(asset, true) }}
            note={
              <CoinNote asset={asset} state={hasState(asset) && state(asset)} age={isLive(asset) && age(asset)}>
                {hasSpread(asset) && (
                  <span>
                    {t('prices.spreadPercent')} {spread(asset)} · {t('market.pays')} {customerPrice(asset)}
                  </span>
                )}
              </CoinNote>
            }
          />
        )}
      />
    </div>
  );
}

interface CoinNoteProps {
  asset: CryptoAsset;
  /** Its state, where no line above says it of all coins. */
  state: ReactNode;
  age: ReactNode;
  children: ReactNode;
}

/** The state of a coin on a phone, where its price comes from, and the terms of its own. */
function CoinNote({ asset, state, age, children }: CoinNoteProps) {
  return (
    <>
      {state}
      {age && (
        <span>
          <Source asset={asset} />, {age}
        </span>
      )}
      {children}
    </>
  );
}

interface CoinCardProps {
  asset: CryptoAsset;
  parts: Record<'price' | 'change' | 'act', ReactNode>;
  /** Its state, and the terms of its own. */
  note: ReactNode;
}

/** A coin on a phone: the price at the end of its name's line, the day's change below it, and its state last. */
function CoinCard({ asset, parts: { price, change, act }, note }: CoinCardProps) {
  const { name, symbol, color } = asset;
  return (
    <div className="flex items-center gap-x-2">
      <CoinIcon symbol={symbol} color={color} size="small" />
      <div className="flex min-w-0 flex-1 flex-col">
        <span className={cardLine}>
          <span className="font-medium">{coinName(name)}</span>
          {price}
        </span>
        <span className={cardLine}>
          <Network asset={asset} />
          {change}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">{note}</span>
      </div>
      <span className="-me-2 inline-flex w-11 shrink-0 justify-end">{act}</span>
    </div>
  );
}

/** A standard such as ERC-20 stays in one piece. */
const Network = ({ asset: { networkHint } }: { asset: CryptoAsset }) => (
  <span className="text-xs text-muted">{withFirmHyphens(networkHint)}</span>
);

function Coin({ asset }: { asset: CryptoAsset }) {
  const { name, symbol, color } = asset;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <CoinIcon symbol={symbol} color={color} size="small" />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{coinName(name)}</span>
        <Network asset={asset} />
      </span>
    </span>
  );
}

/** Says if a coin is quoted at a price of the market, or why not; a held price is a link to its decision. */
function CoinState({ asset: { notice, source } }: { asset: CryptoAsset }) {
  const { t } = useTranslation('rates.admin');
  if (notice === 'held') return <TextLink to="/admin/held-rates">{t('market.state.held')}</TextLink>;
  if (notice === 'paused') return <PausedState />;
  // In grey: one line above warns of samples.
  if (notice === 'none' && source === 'sample')
    return <Status bare size="small" status="none" label={t('market.state.sample')} />;
  const tones = { none: 'completed', stale: 'rejected' } as const;
  return <Status bare size="small" status={tones[notice]} label={t(`market.state.${notice}`)} />;
}
