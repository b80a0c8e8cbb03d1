import type { RateSource } from '#server/adapters/rates/prices.ts';
import { decimal, type Decimal } from '#shared/kernel/money.ts';
import { coinById } from '#shared/reference/coins.ts';
import { fxSample, sampleSource } from '#shared/reference/fx-sample.ts';
import { dayMs, hourMs, minuteMs } from '#shared/reference/units-of-time.ts';

/** The kinds of rates: prices of coins, and currency rates. */
export type FeedName = 'prices' | 'fx';

/** True if rates are fetched from sources; false if only the shipped ones are used. */
export const areLive = (sources: readonly Pick<RateSource, 'live'>[]): boolean => sources.some(({ live }) => live);

/** A live coin price older than this is not quoted. */
export const coinStaleAfterMs = 5 * minuteMs;

/** Live currency tables are made once a day; a day without an answer is too old to pay by. */
export const fxStaleAfterMs = dayMs;

/** After how long without an answer a live source has stopped. */
export const staleAfterMs = { prices: coinStaleAfterMs, fx: fxStaleAfterMs } as const;

/** A table this old has missed its renewal. The European Central Bank writes none at weekends and on holidays. */
const tableStaleAfterMs: Readonly<Record<string, number>> = { 'open-er-api': 2 * dayMs, ecb: 6 * dayMs };

/** The age at which the price of a source is stale; shipped rates never are. */
export function priceStaleAfterMs(feed: FeedName, source: string): number {
  if (source === sampleSource) return Number.POSITIVE_INFINITY;
  return feed === 'prices' ? coinStaleAfterMs : (tableStaleAfterMs[source] ?? dayMs);
}

/** A source without an answer for this long is down: the administrator gets a mail. */
export const downAfterMs = 10 * minuteMs;

/** A source that fails on and off is reported as down, or as back, at most once in this time. */
export const stateMailPauseMs = hourMs;

/** Two rounds are never closer than this, however many processes ask or start; the clock starts one each minute. */
export const feedPauseSeconds = 20;

const maxStep = decimal('0.2');
/** Maximum step within an hour by several small ones. */
const maxDrift = decimal('0.3');
// A currency that lost or won more than this against the shipped table is renamed, redenominated or another one.
const fxPlausibleFactor = decimal('5');

/** Why an offer is held for review: a step over 20 %, over 30 % within an hour, or an implausible value. */
export type HoldReason = 'jump' | 'drift' | 'implausible';

/** Measures of an offer: the last good live rate of any sources, and the lowest and highest within an hour. */
export type Reference = { lastGood: Decimal; lowest?: Decimal; highest?: Decimal };

/**
 * Returns why a new price of a coin has to be held, undefined if it does not; `reference` is undefined before the first
 * live price. A stablecoin must always stay plausible.
 */
export function holdReasonOfCoin(
  coinId: string,
  reference: Reference | undefined,
  offeredRate: Decimal,
): HoldReason | undefined {
  const { plausibleUsd: range, group } = coinById(coinId) ?? {};
  const isImplausible = range && (offeredRate.lt(range.min) || offeredRate.gt(range.max));
  if (isImplausible && (group === 'stablecoins' || !reference)) return 'implausible';
  return reference && holdAfter(reference, offeredRate);
}

/**
 * Returns why a new rate of a currency, in units for one US dollar, has to be held, undefined if it does not; a first
 * rate is compared with the shipped table.
 */
export function holdReasonOfCurrency(
  currency: string,
  reference: Reference | undefined,
  offeredRate: Decimal,
): HoldReason | undefined {
  if (reference) return holdAfter(reference, offeredRate);
  const shippedRate = fxSample[currency];
  if (shippedRate === undefined) return undefined;
  const isTooFar =
    offeredRate.gt(fxPlausibleFactor.times(shippedRate)) || offeredRate.times(fxPlausibleFactor).lt(shippedRate);
  return isTooFar ? 'implausible' : undefined;
}

function holdAfter({ lastGood, lowest, highest }: Reference, offeredRate: Decimal): HoldReason | undefined {
  if (offeredRate.minus(lastGood).abs().gt(lastGood.times(maxStep))) return 'jump';
  const hasRisen = lowest && offeredRate.minus(lowest).gt(lowest.times(maxDrift));
  const hasFallen = highest && highest.minus(offeredRate).gt(highest.times(maxDrift));
  return hasRisen || hasFallen ? 'drift' : undefined;
}
