import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminSettings } from '#client/features/settings/admin/settings.admin.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatNumber, formatPercent, formatRate } from '#client/lib/format/format.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Change, Money } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { TextLink } from '#client/ui/form/Button.tsx';
import { PartLink } from '#client/ui/layout/Contents.tsx';
import { decimal, toText } from '#shared/kernel/money.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import { shareLeft } from '#shared/settings/settings.offer.ts';
import { RateAge, SampleMark } from '../components/RateMarks.tsx';
import { staleDaysOf } from '../rates.age.ts';
import { cryptoAssetsQuery, payoutCurrenciesQuery, type CryptoAsset, type PayoutCurrency } from '../rates.queries.ts';
import { PauseButton } from './PauseButton.tsx';
import type { PauseTarget } from './PausePanel.tsx';
import { priceSourcesQuery } from './rates.admin.queries.ts';
import { StaleRates, useManyStale } from './StaleRates.tsx';

type Offer = AdminSettings['offer'];

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

/** A line of a card, with something at its end; large letters make two of it. */
const cardLine = 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1';

/** How many of a coin's price sources are used, or the one that its price is from. */
function Source({ asset: { id, source } }: { asset: CryptoAsset }) {
  const { t } = useTranslation('rates.admin');
  const { data: sources = [] } = useQuery(priceSourcesQuery);
  const offeredPrices = sources.flatMap(({ state, coins }) =>
    state === 'off' ? [] : coins.filter(({ coinId }) => coinId === id),
  );
  const usedCount = offeredPrices.filter(({ used }) => used).length;
  const agreementText = t('market.agree', { good: formatNumber(usedCount), count: formatNumber(offeredPrices.length) });
  if (source === 'sample') return <SampleMark source={source} />;
  return <span className="text-muted">{offeredPrices.length === 0 ? source : agreementText}</span>;
}

function Coins({ assets, offer, onPause }: MarketTablesProps & { assets: readonly CryptoAsset[] }) {
  const { t } = useTranslation('rates.admin');
  const price = (asset: CryptoAsset) =>
    asset.price === 0 ? <NoValue /> : <Money strong amount={asset.price} currency="USD" />;
  const spread = ({ id }: CryptoAsset) => <SpreadCell percent={offer && (offer.coins[id]?.spreadPercent ?? 0)} />;
  const customerPrice = ({ id, price: market }: CryptoAsset) =>
    offer && market !== 0 ? (
      <Money amount={priceAfterSpread(market, offer.coins[id]?.spreadPercent)} currency="USD" />
    ) : (
      <NoValue />
    );
  const change = ({ price: now, change24h }: CryptoAsset) => (now === 0 ? <NoValue /> : <Change percent={change24h} />);
  const pause = ({ id, name }: CryptoAsset) => (
    <PauseButton what="coin" subject={id} name={coinName(name)} onPress={() => onPause(`coin:${id}`)} />
  );
  const columns: Column<CryptoAsset>[] = [
    { id: 'coin', header: t('market.coin'), cell: (asset) => <Coin asset={asset} /> },
    { id: 'price', header: t('market.price'), end: true, cell: price },
    { id: 'change', header: t('market.change'), end: true, cell: change },
    { id: 'spread', header: t('prices.spreadPercent'), end: true, cell: spread },
    { id: 'pays', header: t('market.pays'), end: true, cell: customerPrice },
    { id: 'source', header: t('source'), cell: (asset) => <Source asset={asset} /> },
    { id: 'seen', header: t('market.seen'), cell: (asset) => <Age asset={asset} /> },
    { id: 'state', header: t('market.state.title'), cell: (asset) => <CoinState asset={asset} /> },
    { id: 'pause', header: <span className="sr-only">{t('prices.pauseTitle')}</span>, end: true, cell: pause },
  ];
  return (
    <div className="flex flex-col gap-2">
      <Heading text={t('market.title')} offer={offer} />
      <Table
        dense
        wide
        caption={t('market.title')}
        columns={columns}
        rows={assets}
        rowKey={({ id }) => id}
        card={(asset) => (
          <div className="flex flex-col gap-1">
            <span className={cardLine}>
              <span className="min-w-0 flex-1 basis-36">
                <Coin asset={asset} />
              </span>
              {price(asset)}
            </span>
            <span className={cardLine}>
              <span className="flex flex-wrap items-center gap-x-3 ps-8.5">
                <CoinState asset={asset} /> {change(asset)}
              </span>
              {pause(asset)}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 ps-8.5 text-xs text-muted">
              <Source asset={asset} /> <Age asset={asset} />
              <span>
                {t('prices.spreadPercent')} {spread(asset)}
              </span>
              {offer && (
                <span>
                  {t('market.pays')} {customerPrice(asset)}
                </span>
              )}
            </span>
          </div>
        )}
      />
    </div>
  );
}

function Coin({ asset: { name, symbol, color, networkHint } }: { asset: CryptoAsset }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <CoinIcon symbol={symbol} color={color} size="small" />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{coinName(name)}</span>
        {/* A standard such as ERC-20 stays in one piece. */}
        <span className="text-xs text-muted">{networkHint.replaceAll('-', '\u2011')}</span>
      </span>
    </span>
  );
}

/** Says if a coin is quoted, or why not; a held price is a link to its decision. */
function CoinState({ asset: { notice } }: { asset: CryptoAsset }) {
  const { t } = useTranslation('rates.admin');
  if (notice === 'held') return <TextLink to="/admin/held-rates">{t('market.state.held')}</TextLink>;
  const tones = { none: 'completed', stale: 'rejected', paused: 'pending' } as const;
  return <Status bare size="small" status={tones[notice]} label={t(`market.state.${notice}`)} />;
}

function Currencies({ currencies, offer, onPause }: MarketTablesProps & { currencies: readonly PayoutCurrency[] }) {
  const { t } = useTranslation('rates.admin');
  const rate = ({ code, unitsPerUsd }: PayoutCurrency) =>
    unitsPerUsd === null ? (
      <NoValue />
    ) : (
      <Ltr className="figures md:whitespace-nowrap">{formatRate('USD', code, unitsPerUsd)}</Ltr>
    );
  const customerRate = ({ code, unitsPerUsd }: PayoutCurrency) =>
    offer && unitsPerUsd !== null ? (
      <Ltr className="figures md:whitespace-nowrap">
        {formatRate('USD', code, priceAfterSpread(unitsPerUsd, offer.currencies[code]?.spreadPercent))}
      </Ltr>
    ) : (
      <NoValue />
    );
  const spread = ({ code }: PayoutCurrency) => (
    <SpreadCell percent={offer && (offer.currencies[code]?.spreadPercent ?? 0)} />
  );
  const pause = ({ code }: PayoutCurrency) => (
    <PauseButton what="currency" subject={code} name={code} onPress={() => onPause(`currency:${code}`)} />
  );
  const manyStale = useManyStale(currencies);
  const age = (currency: PayoutCurrency) => <Age asset={currency} isShort={manyStale.length > 0} />;
  const columns: Column<PayoutCurrency>[] = [
    { id: 'code', header: t('market.currency'), cell: (currency) => <CurrencyName currency={currency} /> },
    { id: 'rate', header: t('rate'), end: true, cell: rate },
    { id: 'spread', header: t('prices.spreadPercent'), end: true, cell: spread },
    { id: 'pays', header: t('market.pays'), end: true, cell: customerRate },
    { id: 'seen', header: t('market.seen'), cell: age },
    { id: 'state', header: t('market.state.title'), cell: (currency) => <CurrencyState currency={currency} /> },
    { id: 'pause', header: <span className="sr-only">{t('prices.pauseTitle')}</span>, end: true, cell: pause },
  ];
  return (
    <div className="flex flex-col gap-2">
      <Heading text={t('market.currencies')} offer={offer} />
      <StaleRates days={manyStale} />
      <Table
        dense
        caption={t('market.currencies')}
        columns={columns}
        rows={currencies}
        rowKey={({ code }) => code}
        card={(currency) => (
          <div className="flex flex-col gap-1">
            <span className={cardLine}>
              <CurrencyName currency={currency} />
              {rate(currency)}
            </span>
            <span className={cardLine}>
              <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-3 text-xs text-muted">
                <CurrencyState currency={currency} /> {age(currency)}
                <span>
                  {t('prices.spreadPercent')} {spread(currency)}
                </span>
                {offer && (
                  <span>
                    {t('market.pays')} {customerRate(currency)}
                  </span>
                )}
              </span>
              {pause(currency)}
            </span>
          </div>
        )}
      />
    </div>
  );
}

function CurrencyName({ currency: { code, name, source } }: { currency: PayoutCurrency }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span>
        <span className="font-medium">{code}</span> <span className="text-xs text-muted">{name}</span>
      </span>
      <SampleMark source={source} />
    </span>
  );
}

/** Says if a currency is quoted, or why not; green only where its rate is current. */
function CurrencyState({ currency }: { currency: PayoutCurrency }) {
  const { t } = useTranslation('rates.admin');
  const { isPaused, unitsPerUsd, updatedAt: at, source } = currency;
  const now = useNow(at !== null, 60_000);
  if (isPaused) return <Status bare size="small" status="pending" label={t('market.state.paused')} />;
  if (unitsPerUsd === null) return <Status bare size="small" status="rejected" label={t('market.state.stale')} />;
  const isStale = at !== null && staleDaysOf({ at, source }, now) !== undefined;
  return <Status bare size="small" status={isStale ? 'other' : 'completed'} label={t('market.state.none')} />;
}

/** The heading of a table with spreads, with a link to their settings. */
function Heading({ text, offer }: { text: string; offer: Offer | undefined }) {
  const { t } = useTranslation('rates.admin');
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-base">{text}</h2>
      {offer && (
        <PartLink id="spreads" className="inline-flex min-h-6 items-center text-sm text-link">
          {t('prices.setSpreads')}
        </PartLink>
      )}
    </div>
  );
}

const NoValue = () => <span className="text-faint">–</span>;

/** A market price, less the spread on it. */
const priceAfterSpread = (price: number, spread = 0): string => toText(decimal(String(price)).times(shareLeft(spread)));

/** A spread; nothing for members who may not read the settings. */
const SpreadCell = ({ percent }: { percent: number | undefined }) =>
  percent === undefined ? <NoValue /> : <Ltr className="figures">{formatPercent(percent)}</Ltr>;

interface AgeProps {
  asset: Pick<CryptoAsset, 'updatedAt' | 'source'>;
  isShort?: boolean;
}

const Age = ({ asset: { updatedAt, source }, isShort = false }: AgeProps) => (
  <RateAge at={updatedAt} source={source} isShort={isShort} />
);
