import type { DueAmount, ShareStat } from '#server/features/orders/stats/orders.stats.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import { unitsReader } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import {
  amountOf,
  convert,
  convertBack,
  decimal,
  none,
  rateOf,
  round,
  sumOf,
  toMinorText,
  unitOf,
  type Amount,
} from '#shared/kernel/money.ts';
import type { OverviewView } from '#shared/overview/overview.contract.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';

type Sums = { breakdown: readonly ShareStat[]; due: readonly DueAmount[]; cards: OverviewView['cards'] };

/** The income of a span as totals in the base currency, which is the dollar while the chosen one has no rate. */
export async function baseTotals(
  deps: Pick<RatesPorts, 'rates' | 'adminRates'> & SettingsPorts,
  { breakdown, due, cards }: Sums,
): Promise<NonNullable<OverviewView['income']>['base']> {
  const [snapshot, ownRates] = await Promise.all([deps.rates(), deps.adminRates()]);
  const unitsOf = unitsReader(snapshot, ownRates);
  const chosenBaseCurrency = settingsOf(deps).offer.baseCurrency;
  const currency = unitsOf(chosenBaseCurrency) ? chosenBaseCurrency : 'USD';
  const perUsd = rateOf('usd', 'payout', unitsOf(currency)?.unitsPerUsd ?? decimal('1'));
  const prices = new Map([...snapshot.coins.values()].map(({ symbol, priceUsd }) => [symbol, priceUsd]));
  const missingUnits = new Set<string>();
  const usdOf = (key: string, amount: string): Amount<'usd'> => {
    const price = prices.get(key);
    if (price) return convert(amountOf('coin', amount, key), price);
    const units = unitsOf(key)?.unitsPerUsd;
    if (!units) missingUnits.add(key);
    return units ? convertBack(amountOf('payout', amount, key), rateOf('usd', 'payout', units)) : none.usd;
  };
  const sum = (rows: readonly { key: string; amount: string }[]) =>
    sumOf(
      none.usd,
      rows.map(({ key, amount }) => usdOf(key, amount)),
    );
  const statsOfKind = (wantedKind: ShareStat['kind']) => breakdown.filter(({ kind }) => kind === wantedKind);
  const unit = unitOf('payout', minorUnitsOf(currency));
  const baseAmountText = (usd: Amount<'usd'>) => toMinorText(round(convert(usd, perUsd), unit, 'half-up'), unit);
  return {
    currency,
    fees: baseAmountText(sum(statsOfKind('currency').map(({ key, fee }) => ({ key, amount: fee })))),
    volume: baseAmountText(amountOf('usd', cards.volume.spanUsd)),
    due: baseAmountText(sum(due.map(({ currency: key, amount }) => ({ key, amount })))),
    position: baseAmountText(sum(statsOfKind('asset')).minus(sum(statsOfKind('currency')))),
    missing: [...missingUnits],
  };
}
