import { decimal, type Decimal } from '#shared/kernel/money.ts';

/**
 * Reasons why a price of a source does not count: too old, no positive number or no answer, not listed, too far from
 * the others.
 */
export const priceFaults = ['stale', 'broken', 'missing', 'apart'] as const;
export type PriceFault = (typeof priceFaults)[number];

/** A rate as one source quotes it now: US dollars for one coin, or units of a currency for one US dollar. */
export type SourcePrice = {
  source: string;
  /** Null if the source has no usable one; `fault` is the reason. */
  value: Decimal | null;
  fault: Exclude<PriceFault, 'stale' | 'apart'> | null;
  /** Per cent over 24 hours; null if the source provides none. */
  change24h: Decimal | null;
  /** The time at which the source saw it, by its own data, or answered. */
  seenAt: Date;
  /** The time at which the source made its table, if it says so: the age of the price. */
  tableOf?: Date;
  /** The age in milliseconds at which a price is stale. */
  staleAfterMs: number;
};

export type MarketRules = {
  /** The largest distance of a price from the median of all, in per cent. */
  maxApartPercent: number;
  /** The number of prices that a rate needs. */
  quorum: number;
  now: Date;
  /** The last good live rate, which decides between two sources that disagree; null without one. */
  lastGood: Decimal | null;
};

export type Market = {
  /** One of the used prices, never above their median; null if fewer than the quorum can be used. */
  value: Decimal | null;
  change24h: Decimal | null;
  /** The time of the oldest used price. */
  seenAt: Date | null;
  /** The sources used, in the order of the prices. */
  used: string[];
  left: { source: string; why: PriceFault; apartPercent: Decimal | null }[];
};

type Valid = SourcePrice & { value: Decimal };

const hundred = decimal('100');
/** When two sources disagree, the one this close to the last good rate is believed. */
const nearLastGoodPercent = 20;

/**
 * The rate that results from the prices of several sources, by section 3 of the contract of prices. Pure; never throws.
 */
export function marketOf(
  prices: readonly SourcePrice[],
  { maxApartPercent, quorum, now, lastGood }: MarketRules,
): Market {
  const validPrices = validOf(prices, now);
  const medianPrice = medianOf(validPrices);
  const nearPrices = medianPrice ? nearestOf(validPrices, { middle: medianPrice, maxApartPercent, lastGood }) : [];
  const leftOut = prices.flatMap((price): Market['left'] => {
    const reason = faultOf(price, now);
    if (reason) return [{ source: price.source, why: reason, apartPercent: null }];
    if (!medianPrice || nearPrices.some(({ source }) => source === price.source)) return [];
    return [
      { source: price.source, why: 'apart', apartPercent: price.value && percentApart(price.value, medianPrice) },
    ];
  });
  const usedPrices = nearPrices.length >= quorum ? nearPrices : [];
  return {
    value: medianOf(usedPrices),
    change24h: usedPrices.find(({ change24h }) => change24h !== null)?.change24h ?? null,
    seenAt:
      usedPrices.length > 0
        ? new Date(Math.min(now.getTime(), ...usedPrices.map(({ seenAt }) => seenAt.getTime())))
        : null,
    used: usedPrices.map(({ source }) => source),
    left: leftOut,
  };
}

/** The reason why a price does not count, regardless of the others; null if it may count. */
export function faultOf(price: SourcePrice, now: Date): Exclude<PriceFault, 'apart'> | null {
  const { value, fault, seenAt, tableOf = seenAt, staleAfterMs } = price;
  if (fault) return fault;
  if (!value?.gt(decimal('0'))) return 'broken';
  return now.getTime() - tableOf.getTime() > staleAfterMs ? 'stale' : null;
}

/** The median of the prices that may count: used as the value of Tether, for sources that price in it. */
export function freshMedianOf(prices: readonly SourcePrice[], now: Date): Decimal | null {
  return medianOf(validOf(prices, now));
}

const validOf = (prices: readonly SourcePrice[], now: Date): Valid[] =>
  prices.flatMap((price) => (faultOf(price, now) === null && price.value ? [{ ...price, value: price.value }] : []));

/** The lower of the two middle values: the business buys coins, and pays currencies out. */
function medianOf(prices: readonly Valid[]): Decimal | null {
  const values = prices.map(({ value }) => value).toSorted((a, b) => a.cmp(b));
  return values[Math.ceil(values.length / 2) - 1] ?? null;
}

const percentApart = (value: Decimal, from: Decimal): Decimal => value.minus(from).abs().times(hundred).div(from);

type NearnessRules = { middle: Decimal; maxApartPercent: number; lastGood: Decimal | null };

function nearestOf(
  validPrices: readonly Valid[],
  { middle, maxApartPercent, lastGood }: NearnessRules,
): readonly Valid[] {
  const isNear = (value: Decimal, to: Decimal, percent: number) =>
    percentApart(value, to).lte(decimal(String(percent)));
  const nearPrices = validPrices.filter(({ value }) => isNear(value, middle, maxApartPercent));
  if (validPrices.length !== 2 || nearPrices.length === 2) return nearPrices;
  // Neither of two prices is the outlier by itself: only the last good rate can decide.
  const likelyPrices = lastGood ? validPrices.filter(({ value }) => isNear(value, lastGood, nearLastGoodPercent)) : [];
  return likelyPrices.length === 2 ? nearPrices : likelyPrices;
}
