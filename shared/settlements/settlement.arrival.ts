import { firstSightOf, inTimeUntil, isInTime, toleranceOf } from '#shared/deposits/deposits.terms.ts';
import {
  decimal,
  smallerOf,
  none,
  percentOf,
  proportionOf,
  round,
  sumOf,
  usdCents,
  type Amount,
} from '#shared/kernel/money.ts';
import {
  countedOf,
  isByTeam,
  type Choice,
  type Part,
  type PayoutRate,
  type SettlementInput,
  type SettlementTerms,
  type SettlementTransfer,
} from './settlement.terms.ts';

/** A part of the arrived coins; its rate may still be unknown. */
export type Piece = Omit<Part, 'rate'> & { rate: PayoutRate | null };

export type Arrival = {
  counted: readonly SettlementTransfer[];
  received: Amount<'coin'>;
  /** True if what arrived in time is enough within the tolerance: then no one is asked about it. */
  isEnough: boolean;
  isLate: boolean;
  /** True while another transfer would be in time. */
  isInTime: boolean;
  /** The pieces up to the bound of what is bought, those in time first. */
  paid: readonly Piece[];
  /** The pieces beyond that bound. */
  rest: readonly Piece[];
  /** Later parts of a sale with enough in time, which only the team may pay for: up to the bound, and beyond it. */
  held: { fits: readonly Piece[]; beyond: readonly Piece[] };
};

/** Splits the coins that arrived, in time and late, into pieces with the rate of each. */
export function arrivalOf(input: SettlementInput): Arrival {
  const { terms, policy, now } = input;
  const counted = countedOf(terms, input.transfers).toSorted(bySight);
  const until = inTimeUntil(terms, counted, policy, now);
  const inTime = counted.filter((item) => isInTime(item, until, policy, now));
  const late = counted.filter((item) => !inTime.includes(item));
  const enough = terms.amount.minus(toleranceOf(terms, policy));
  const isEnough = counted.length > 0 && sumOfPieces(inTime).gte(enough);
  const known = {
    counted,
    received: sumOfPieces(counted),
    isEnough,
    isLate: late.length > 0,
    isInTime: now <= until,
  };
  const bound = percentOf(terms.amount, decimal('100').plus(String(policy.overPercent)));
  const rateOf = (item: SettlementTransfer) =>
    inTime.includes(item) ? inTimeRate(input, item, isEnough) : lateRate(terms, thenOf(input, item));
  const none = { fits: [], beyond: [] };
  if (!isEnough) {
    const agreedRate = (item: SettlementTransfer) => lower(terms, rateOf(item), item.rateAgreed);
    const { fits, beyond } = splitTransfers([...inTime, ...late], bound, agreedRate, restRate(input));
    return { ...known, paid: fits, rest: beyond, held: none };
  }
  const { fits: paid, beyond: rest } = splitTransfers(inTime, bound, rateOf, restRate(input));
  return { ...known, rest, ...laterParts(input, { paid, late, bound }) };
}

/**
 * Adds the transfers that arrived after enough had arrived in time, each at its own rate. One below the tolerance is
 * only listed; the team decides about one without a rate, above the bound or above the limit of the customer.
 */
function laterParts(
  input: SettlementInput,
  { paid: before, late, bound }: { paid: readonly Piece[]; late: readonly SettlementTransfer[]; bound: Amount<'coin'> },
): Pick<Arrival, 'paid' | 'held'> {
  const { terms, policy } = input;
  const minTolerance = toleranceOf(terms, policy);
  const paid = [...before];
  const heldTransfers: SettlementTransfer[] = [];
  for (const item of late.filter(({ amount }) => amount.gte(minTolerance))) {
    const piece = { transferIds: [item.id], amount: item.amount, ...lateRate(terms, item.rateThen) };
    const isBought =
      piece.rate !== null && sumOfPieces([...paid, piece]).lte(bound) && isAllowed(input, [...paid, piece]);
    if (isBought) paid.push(piece);
    else heldTransfers.push(item);
  }
  const room = bound.minus(sumOfPieces(paid));
  return { paid, held: splitTransfers(heldTransfers, room, restRate(input), restRate(input)) };
}

/** Splits transfers, in their order, at a bound; the transfer at the bound becomes two pieces. */
function splitTransfers(
  items: readonly SettlementTransfer[],
  bound: Amount<'coin'>,
  rateWithin: (item: SettlementTransfer) => RatedPiece,
  rateBeyond: (item: SettlementTransfer) => RatedPiece,
) {
  const fits: Piece[] = [];
  const beyond: Piece[] = [];
  let room = bound;
  for (const item of items) {
    const within = smallerOf(item.amount, room);
    const above = item.amount.minus(within);
    if (within.gt(none.coin)) fits.push({ transferIds: [item.id], amount: within, ...rateWithin(item) });
    if (above.gt(none.coin)) beyond.push({ transferIds: [item.id], amount: above, ...rateBeyond(item) });
    room = room.minus(within);
  }
  return { fits, beyond };
}

type RatedPiece = Pick<Piece, 'rate' | 'kind'>;

const lockedRate = ({ rate }: SettlementTerms): RatedPiece => ({ rate, kind: 'locked' });

/** The lower of the locked rate and another one. */
const lateRate = (terms: SettlementTerms, today: PayoutRate | null): RatedPiece =>
  today?.gte(terms.rate) ? lockedRate(terms) : { rate: today, kind: 'today' };

/** The rate of a part is never above what a choice agreed to. */
const lower = (terms: SettlementTerms, rated: RatedPiece, agreedPayoutRate: PayoutRate | null): RatedPiece =>
  agreedPayoutRate && rated.rate?.gt(agreedPayoutRate) ? lateRate(terms, agreedPayoutRate) : rated;

/** Coins beyond the bound are never bought at the locked rate where that is above the day's. */
const restRate =
  ({ terms, rateNow }: SettlementInput) =>
  (item: SettlementTransfer): RatedPiece =>
    lateRate(terms, item.rateThen ?? rateNow);

const taking: readonly (Choice | null)[] = ['take', 'accept_rate'];

/**
 * A part in time is at the locked rate. After a choice to take less no one chooses about a further part: it is worth
 * what it was in its block, unless it completes the sale.
 */
function inTimeRate({ terms, choice }: SettlementInput, item: SettlementTransfer, isEnough: boolean): RatedPiece {
  const isAfterChoice = !isEnough && taking.includes(choice) && item.rateAgreed === null;
  return isAfterChoice ? lateRate(terms, item.rateThen) : lockedRate(terms);
}

function thenOf({ terms, choice, rateNow }: SettlementInput, { rateThen }: SettlementTransfer): PayoutRate | null {
  const isAtToday = choice === 'take_at_today' || (isByTeam(terms) && choice !== null);
  return rateThen ?? (isAtToday ? rateNow : null);
}

export const isPriced = (pieces: readonly Piece[]): boolean => pieces.every(({ rate }) => rate !== null);

/** True if a customer without an approved identity may sell for this amount. */
export function isAllowed({ terms, leftUsd }: SettlementInput, pieces: readonly Piece[]): boolean {
  const valueUsd = proportionOf(terms.valueUsd, sumOfPieces(pieces), terms.amount);
  return !leftUsd || round(valueUsd, usdCents, 'half-up').lte(leftUsd);
}

export const sumOfPieces = (pieces: readonly { amount: Amount<'coin'> }[]): Amount<'coin'> =>
  sumOf(
    none.coin,
    pieces.map(({ amount }) => amount),
  );

/** Earlier ones first; equal moments by id, so that the order of learning does not matter. */
const bySight = (item: SettlementTransfer, next: SettlementTransfer): number =>
  firstSightOf(item).getTime() - firstSightOf(next).getTime() || (item.id < next.id ? -1 : 1);
