import type { z } from 'zod';
import { toWireRow } from '#server/lib/wire.ts';
import { decimal, round, toText, toWire, unitOf, type Decimal } from '#shared/kernel/money.ts';
import type { CryptoAssetView, HeldRateView, listPayoutCurrencies } from '#shared/rates/rates.contract.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { railOf } from '#shared/reference/rails.ts';
import { currencyRuleOf, isPaused, type Offer } from '#shared/settings/settings.offer.ts';
import type { HeldRate } from './rates.held.queries.ts';
import type { CoinRate, RatesSnapshot } from './rates.snapshot.ts';

type PayoutCurrencyView = z.input<typeof listPayoutCurrencies.response>[number];
type Units = { unitsPerUsd: Decimal; updatedAt: Date | null; source: string };

/** A response shows at most 8 decimals. */
const wirePrecision = { decimals: 8 };
const percentPrecision = { decimals: 2 };

/** Presents the coins to the public; a price that may not be quoted now is 0, and `notice` is the reason. */
export function presentCoins(
  { coins }: RatesSnapshot,
  sellable: ReadonlySet<string>,
  { pauses }: Pick<Offer, 'pauses'>,
): CryptoAssetView[] {
  return [...coins.values()].map((coin) =>
    presentCoin(coin, sellable.has(coin.id), isPaused(pauses, 'coin', coin.id) ? 'paused' : coin.state()),
  );
}

function presentCoin(
  coin: CoinRate,
  isSellable: boolean,
  state: 'paused' | ReturnType<CoinRate['state']>,
): CryptoAssetView {
  const isAvailable = state === 'fresh';
  const { id, name, symbol, color, icon, network, networkHint, requiresMemo, decimals } = coin;
  const shownFields = { id, name, symbol, color, icon, network, networkHint, requiresMemo, decimals };
  return {
    ...shownFields,
    price:
      (isAvailable || state === 'paused') && coin.priceUsd ? toWire(round(coin.priceUsd, wirePrecision, 'down')) : 0,
    change24h: coin.change24h ? toWire(round(coin.change24h, percentPrecision, 'half-up')) : 0,
    minimumDeposit: toWire(round(coin.minimumDeposit, unitOf('coin', wirePrecision.decimals), 'down')),
    available: isAvailable,
    notice: isAvailable ? 'none' : state === 'held' || state === 'paused' ? state : 'stale',
    isSellable,
    sparkline: [...coin.sparkline],
    updatedAt: coin.priceAt?.toISOString() ?? null,
    source: coin.source ?? '',
  };
}

/** The active currencies, each with its bounds of a payout. */
export function presentCurrencies(
  unitsOf: (code: string) => Units | undefined,
  { offer, pauses }: Offer,
): PayoutCurrencyView[] {
  return payoutCurrencies.flatMap((currency) => {
    const { code } = currency;
    const { isOn, min, max, methods } = currencyRuleOf(offer, code);
    if (!isOn) return [];
    const units = unitsOf(code);
    const view = {
      ...currency,
      min,
      max,
      methods,
      rails: methods.flatMap(railView),
      isPaused: isPaused(pauses, 'currency', code),
      unitsPerUsd: units ? atWirePlaces(units.unitsPerUsd) : null,
      updatedAt: units?.updatedAt?.toISOString() ?? null,
      source: units?.source ?? '',
    };
    return [view];
  });
}

function railView(method: string): PayoutCurrencyView['rails'] {
  const rail = railOf(method);
  if (!rail) return [];
  const { id, kind, name, countries, fields, csvProfile, min = null, max = null } = rail;
  return [{ id, kind, name, countries, fields, csvProfile, min, max }];
}

/** A held rate for the admin: the step in percent beside both rates. */
export function presentHeldRate(row: HeldRate, offers: readonly { source: string; price: string }[]): HeldRateView {
  const lastGoodRate = row.lastGood === null ? null : decimal(row.lastGood);
  const offeredRate = decimal(row.offered);
  return {
    ...toWireRow(row),
    lastGood: lastGoodRate && toText(lastGoodRate),
    offered: toText(offeredRate),
    offers: offers.map(({ source, price }) => ({ source, price: toText(decimal(price)) })),
    changePercent:
      lastGoodRate &&
      toWire(round(offeredRate.minus(lastGoodRate).div(lastGoodRate).times('100'), percentPrecision, 'half-up')),
  };
}

function atWirePlaces(value: Decimal): number {
  return toWire(round(value, wirePrecision, 'down'));
}
