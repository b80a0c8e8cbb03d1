import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDays } from '#client/lib/format/clock.ts';
import { formatNumber, formatRate } from '#client/lib/format/format.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { RateAge } from '../components/RateMarks.tsx';
import { staleDaysOf } from '../rates.age.ts';
import type { PayoutCurrency } from '../rates.queries.ts';
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
  type Offer,
} from './MarketParts.tsx';
import { PauseButton } from './PauseButton.tsx';
import type { PauseTarget } from './PausePanel.tsx';
import { useManyStale } from './StaleRates.tsx';

/** The world has 150 currencies, and a business pays out in a few: the others are a press away. */
const firstShown = 10;

/** Every rate is a rate to it: its own says nothing, unless it is found by name or has terms of its own. */
const base = 'USD';

/** Those that cannot be paid out, or are paid on terms of their own, come before the many others. */
const isNamed = ({ code, isPaused, unitsPerUsd }: PayoutCurrency, offer: Offer | undefined): boolean =>
  isPaused || unitsPerUsd === null || offer?.currencies[code] !== undefined;

const fits = ({ code, name }: PayoutCurrency, q: string): boolean =>
  `${code} ${name}`.toLowerCase().includes(q.trim().toLowerCase());

interface CurrenciesProps {
  currencies: readonly PayoutCurrency[];
  /** The spreads; undefined for members who may not read the settings. */
  offer: Offer | undefined;
  onPause: (target: PauseTarget['name']) => void;
}

/** The rate of each payout currency: at first of a few, the others by a search or a press. */
export function Currencies({ currencies, offer, onPause }: CurrenciesProps) {
  const { t } = useTranslation('rates.admin');
  const [q, setQ] = useState('');
  const [isWhole, setWhole] = useState(false);
  const manyStale = useManyStale(currencies);
  const isLong = currencies.length > firstShown;
  const sorted = pausedFirst(
    [
      ...currencies.filter((currency) => isNamed(currency, offer)),
      ...currencies.filter((currency) => !isNamed(currency, offer) && (currency.code !== base || q !== '')),
    ],
    ({ isPaused }) => isPaused,
  );
  const foundCurrencies = sorted.filter((currency) => fits(currency, q));
  const rows = isWhole || !isLong || q !== '' ? foundCurrencies : foundCurrencies.slice(0, firstShown);
  return (
    <section className="flex flex-col gap-2">
      <Heading
        text={t('market.currencies')}
        note={currencies.some((currency) => isNamed(currency, offer)) && t('market.ownFirst')}
      >
        {isLong && (
          <div className="w-full sm:max-w-64">
            <SearchBox id="currency-search" label={t('market.findCurrency')} value={q} onChange={setQ} />
          </div>
        )}
      </Heading>
      {rows.length === 0 ? (
        <NothingFound q={q} onClear={() => setQ('')} />
      ) : (
        <CurrencyTable
          currencies={rows}
          offer={offer}
          onPause={onPause}
          isStaleAbove={manyStale.length > 0}
          areSamples={currencies.every(({ code, source }) => source === 'sample' || code === base)}
        />
      )}
      {rows.length < foundCurrencies.length && (
        <Button
          text={t('market.allCurrencies', { shown: formatNumber(foundCurrencies.length) })}
          size="small"
          variant="ghost"
          className="self-start"
          onClick={() => setWhole(true)}
        />
      )}
    </section>
  );
}

interface CurrencyTableProps extends CurrenciesProps {
  /** True where a line above says how old stale rates are. */
  isStaleAbove: boolean;
  /** True where no rate comes from a source. */
  areSamples: boolean;
}

function CurrencyTable({ currencies, offer, onPause, isStaleAbove, areSamples }: CurrencyTableProps) {
  const { t } = useTranslation('rates.admin');
  const now = useServerNow(true, minuteMs);
  const spreadOf = ({ code }: PayoutCurrency) => offer?.currencies[code]?.spreadPercent ?? 0;
  // Without any spread customers are paid at the rate itself.
  const hasSpread = (row: PayoutCurrency) => spreadOf(row) > 0;
  const rateText = ({ code }: PayoutCurrency, units: number | string) => (
    <Ltr className="figures md:whitespace-nowrap">{formatRate('USD', code, units)}</Ltr>
  );
  const rate = (row: PayoutCurrency) => (row.unitsPerUsd === null ? <NoValue /> : rateText(row, row.unitsPerUsd));
  const customerRate = (row: PayoutCurrency) =>
    offer && row.unitsPerUsd !== null ? rateText(row, priceAfterSpread(row.unitsPerUsd, spreadOf(row))) : <NoValue />;
  const spread = (row: PayoutCurrency) => <SpreadCell percent={offer && spreadOf(row)} />;
  const name = (row: PayoutCurrency) => <CurrencyName currency={row} />;
  // The line above is then true of each row that has a rate.
  const hasState = ({ isPaused, unitsPerUsd }: PayoutCurrency) =>
    !(isStaleAbove && areSamples) || isPaused || unitsPerUsd === null;
  const state = (row: PayoutCurrency) =>
    hasState(row) ? <CurrencyState currency={row} now={now} isStaleAbove={isStaleAbove} /> : <NoValue />;
  const hasAge = (row: PayoutCurrency) =>
    row.updatedAt !== null && !(isStaleAbove && staleDays(row, now) !== undefined);
  const age = (row: PayoutCurrency) => (hasAge(row) ? <RateAge at={row.updatedAt} source={row.source} /> : <NoValue />);
  const pause = ({ code }: PayoutCurrency, isBrief = false) => (
    <PauseButton
      what="currency"
      subject={code}
      name={code}
      {...{ isBrief }}
      onPress={() => onPause(`currency:${code}`)}
    />
  );
  const columns: Column<PayoutCurrency>[] = [
    { id: 'code', header: t('market.currency'), cell: name },
    { id: 'rate', header: t('rate'), end: true, cell: rate },
    { id: 'spread', header: t('prices.spreadPercent'), end: true, cell: spread, isFilled: hasSpread },
    { id: 'pays', header: t('market.pays'), end: true, cell: customerRate, isFilled: hasSpread },
    { id: 'seen', header: t('market.seen'), cell: age, isFilled: hasAge },
    { id: 'state', ...stateColumn, header: t('market.state.title'), cell: state, isFilled: hasState },
    { id: 'pause', ...pauseColumn, cell: (row) => pause(row) },
  ];
  return (
    <Table
      dense
      caption={t('market.currencies')}
      columns={columns}
      rows={currencies}
      rowKey={({ code }) => code}
      card={(row) => (
        <div className="flex items-center gap-x-2">
          <div className="flex min-w-0 flex-1 flex-col">
            <span className={cardLine}>
              {name(row)}
              {rate(row)}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
              {hasState(row) && state(row)} {hasAge(row) && age(row)}
              {hasSpread(row) && (
                <span>
                  {t('prices.spreadPercent')} {spread(row)} · {t('market.pays')} {customerRate(row)}
                </span>
              )}
            </span>
          </div>
          <span className="-me-2 inline-flex w-11 shrink-0 justify-end">{pause(row, true)}</span>
        </div>
      )}
    />
  );
}

const CurrencyName = ({ currency: { code, name } }: { currency: PayoutCurrency }) => (
  <span>
    <span className="font-medium">{code}</span> <span className="text-xs text-muted">{name}</span>
  </span>
);

const staleDays = ({ updatedAt: at, source }: PayoutCurrency, now: number): number | undefined =>
  at === null ? undefined : staleDaysOf({ at, source }, now);

interface CurrencyStateProps extends Pick<CurrencyTableProps, 'isStaleAbove'> {
  currency: PayoutCurrency;
  now: number;
}

/**
 * Says if customers are paid in a currency, or why not. A rate that is too old is paid all the same: it warns in its
 * row, unless one line above warns of all of them; then only the age of a rate that is no sample is said.
 */
function CurrencyState({ currency, now, isStaleAbove }: CurrencyStateProps) {
  const { t } = useTranslation('rates.admin');
  const { isPaused, unitsPerUsd } = currency;
  const days = staleDays(currency, now);
  if (isPaused) return <PausedState />;
  if (unitsPerUsd === null) return <Status bare size="small" status="rejected" label={t('market.state.stale')} />;
  if (days === undefined) return <Status bare size="small" status="completed" label={t('market.state.none')} />;
  if (isStaleAbove && currency.source === 'sample')
    return <Status bare size="small" status="none" label={t('market.state.sampleRate')} />;
  if (!isStaleAbove) return <Status bare size="small" status="pending" label={t('market.state.old')} />;
  return <Status bare size="small" status="none" label={t('market.state.age', { days: formatDays(days) })} />;
}
