import { decimal, type Decimal } from '#shared/kernel/money.ts';

/**
 * Reasons why an offer of a source does not count: too old, no positive number or no answer, not listed, too far from
 * the others.
 */
export const offerFaults = ['stale', 'broken', 'missing', 'apart'] as const;
export type OfferFault = (typeof offerFaults)[number];

/** A rate as one source quotes it now: US dollars for one coin, or units of a currency for one US dollar. */
export type SourceOffer = {
  source: string;
  /** Null if the source has no usable one; `fault` is the reason. */
  value: Decimal | null;
  fault: Exclude<OfferFault, 'stale' | 'apart'> | null;
  /** Per cent over 24 hours; null if the source provides none. */
  change24h: Decimal | null;
  /** The time at which the source saw it, by its own data, or answered. */
  seenAt: Date;
  /** The time at which the source made its table, if it says so: the age of the offer. */
  tableOf?: Date;
  /** The age in milliseconds at which an offer is stale. */
  staleAfterMs: number;
};

export type MarketRules = {
  /** The largest distance of an offer from the median of all, in per cent. */
  maxApartPercent: number;
  /** The number of offers that a rate needs. */
  quorum: number;
  now: Date;
  /** The last good live rate, which decides between two sources that disagree; null without one. */
  lastGood: Decimal | null;
};

export type Market = {
  /** One of the used offers, never above their median; null if fewer than the quorum can be used. */
  value: Decimal | null;
  change24h: Decimal | null;
  /** The time of the oldest used offer. */
  seenAt: Date | null;
  /** The sources used, in the order of the offers. */
  used: string[];
  left: { source: string; why: OfferFault; apartPercent: Decimal | null }[];
};

type Valid = SourceOffer & { value: Decimal };

const hundred = decimal('100');
/** When two sources disagree, the one this close to the last good rate is believed. */
const nearLastGoodPercent = 20;

/**
 * The rate that results from the offers of several sources, by section 3 of the contract of prices. Pure; never throws.
 */
export function marketOf(
  offers: readonly SourceOffer[],
  { maxApartPercent, quorum, now, lastGood }: MarketRules,
): Market {
  const validOffers = validOf(offers, now);
  const medianPrice = medianOf(validOffers);
  const nearOffers = medianPrice ? nearestOf(validOffers, { middle: medianPrice, maxApartPercent, lastGood }) : [];
  const leftOut = offers.flatMap((offer): Market['left'] => {
    const reason = faultOf(offer, now);
    if (reason) return [{ source: offer.source, why: reason, apartPercent: null }];
    if (!medianPrice || nearOffers.some(({ source }) => source === offer.source)) return [];
    return [
      { source: offer.source, why: 'apart', apartPercent: offer.value && percentApart(offer.value, medianPrice) },
    ];
  });
  const usedOffers = nearOffers.length >= quorum ? nearOffers : [];
  return {
    value: medianOf(usedOffers),
    change24h: usedOffers.find(({ change24h }) => change24h !== null)?.change24h ?? null,
    seenAt:
      usedOffers.length > 0
        ? new Date(Math.min(now.getTime(), ...usedOffers.map(({ seenAt }) => seenAt.getTime())))
        : null,
    used: usedOffers.map(({ source }) => source),
    left: leftOut,
  };
}

/** The reason why an offer does not count, regardless of the others; null if it may count. */
export function faultOf(offer: SourceOffer, now: Date): Exclude<OfferFault, 'apart'> | null {
  const { value, fault, seenAt, tableOf = seenAt, staleAfterMs } = offer;
  if (fault) return fault;
  if (!value?.gt(decimal('0'))) return 'broken';
  return now.getTime() - tableOf.getTime() > staleAfterMs ? 'stale' : null;
}

/** The median of the offers that may count: used as the value of Tether, for sources that price in it. */
export function freshMedianOf(offers: readonly SourceOffer[], now: Date): Decimal | null {
  return medianOf(validOf(offers, now));
}

const validOf = (offers: readonly SourceOffer[], now: Date): Valid[] =>
  offers.flatMap((offer) => (faultOf(offer, now) === null && offer.value ? [{ ...offer, value: offer.value }] : []));

/** The lower of the two middle values: the business buys coins, and pays currencies out. */
function medianOf(offers: readonly Valid[]): Decimal | null {
  const values = offers.map(({ value }) => value).toSorted((a, b) => a.cmp(b));
  return values[Math.ceil(values.length / 2) - 1] ?? null;
}

const percentApart = (value: Decimal, from: Decimal): Decimal => value.minus(from).abs().times(hundred).div(from);

type NearnessRules = { middle: Decimal; maxApartPercent: number; lastGood: Decimal | null };

function nearestOf(
  validOffers: readonly Valid[],
  { middle, maxApartPercent, lastGood }: NearnessRules,
): readonly Valid[] {
  const isNear = (value: Decimal, to: Decimal, percent: number) =>
    percentApart(value, to).lte(decimal(String(percent)));
  const nearOffers = validOffers.filter(({ value }) => isNear(value, middle, maxApartPercent));
  if (validOffers.length !== 2 || nearOffers.length === 2) return nearOffers;
  // Neither of two offers is the outlier by itself: only the last good rate can decide.
  const likelyOffers = lastGood ? validOffers.filter(({ value }) => isNear(value, lastGood, nearLastGoodPercent)) : [];
  return likelyOffers.length === 2 ? nearOffers : likelyOffers;
}
