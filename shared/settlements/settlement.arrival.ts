import { firstSightOf, inTimeUntil, isInTime, toleranceOf } from '#shared/deposits/deposits.terms.ts';
import { decimal, smallerOf, none, proportionOf, round, sumOf, usdCents, type Amount } from '#shared/kernel/money.ts';
import { percentOf } from '#shared/kernel/percent.ts';
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
  /** True if enough arrived in time within the tolerance: then no one is asked about it. */
  isEnough: boolean;
  isLate: boolean;
  /** True while another transfer would be in time. */
  isInTime: boolean;
  /** The pieces up to the bound of the purchase, those in time first. */
  paid: readonly Piece[];
  /** The pieces beyond that bound. */
  rest: readonly Piece[];
  /** Later pieces of a sale with enough in time, which only the team may pay for: up to the bound, and beyond it. */
  held: { fits: readonly Piece[]; beyond: readonly Piece[] };
};

/** Splits the coins that arrived, in time and late, into pieces with the rate of each. */
export function arrivalOf(input: SettlementInput): Arrival {
  const { terms, policy, now } = input;
  const countedTransfers = countedOf(terms, input.transfers).toSorted(bySight);
  const until = inTimeUntil(terms, countedTransfers, policy, now);
  const inTime = countedTransfers.filter((transfer) => isInTime(transfer, until, policy, now));
  const lateTransfers = countedTransfers.filter((transfer) => !inTime.includes(transfer));
  const minAmount = terms.amount.minus(toleranceOf(terms, policy));
  const isEnough = countedTransfers.length > 0 && sumOfPieces(inTime).gte(minAmount);
  const arrivalInput = {
    counted: countedTransfers,
    received: sumOfPieces(countedTransfers),
    isEnough,
    isLate: lateTransfers.length > 0,
    isInTime: now <= until,
  };
  const maxAmount = percentOf(terms.amount, decimal('100').plus(String(policy.overPercent)));
  const rateOf = (transfer: SettlementTransfer) =>
    inTime.includes(transfer) ? inTimeRate(input, transfer, isEnough) : lateRate(terms, thenOf(input, transfer));
  const noPieces = { fits: [], beyond: [] };
  if (!isEnough) {
    const agreedRate = (transfer: SettlementTransfer) => lowerRate(terms, rateOf(transfer), transfer.rateAgreed);
    const { fits, beyond } = splitTransfers([...inTime, ...lateTransfers], maxAmount, agreedRate, restRate(input));
    return { ...arrivalInput, paid: fits, rest: beyond, held: noPieces };
  }
  const { fits: paid, beyond: rest } = splitTransfers(inTime, maxAmount, rateOf, restRate(input));
  return { ...arrivalInput, rest, ...laterParts(input, { paid, late: lateTransfers, bound: maxAmount }) };
}

/**
 * Adds the transfers after enough had arrived in time, each at its own rate. A transfer below the tolerance is only
 * listed; the team decides about one without a rate, above the bound or above the customer's limit.
 */
function laterParts(
  input: SettlementInput,
  { paid: before, late, bound }: { paid: readonly Piece[]; late: readonly SettlementTransfer[]; bound: Amount<'coin'> },
): Pick<Arrival, 'paid' | 'held'> {
  const { terms, policy } = input;
  const minTolerance = toleranceOf(terms, policy);
  const paidPieces = [...before];
  const heldTransfers: SettlementTransfer[] = [];
  for (const transfer of late.filter(({ amount }) => amount.gte(minTolerance))) {
    const piece = { transferIds: [transfer.id], amount: transfer.amount, ...lateRate(terms, transfer.rateThen) };
    const isBought =
      piece.rate !== null && sumOfPieces([...paidPieces, piece]).lte(bound) && isAllowed(input, [...paidPieces, piece]);
    if (isBought) paidPieces.push(piece);
    else heldTransfers.push(transfer);
  }
  const remainder = bound.minus(sumOfPieces(paidPieces));
  return { paid: paidPieces, held: splitTransfers(heldTransfers, remainder, restRate(input), restRate(input)) };
}

/** Splits transfers, in their order, at a bound; the transfer at the bound becomes two pieces. */
function splitTransfers(
  transfers: readonly SettlementTransfer[],
  maxAmount: Amount<'coin'>,
  rateWithin: (item: SettlementTransfer) => RatedPiece,
  rateBeyond: (item: SettlementTransfer) => RatedPiece,
) {
  const fittingPieces: Piece[] = [];
  const beyondPieces: Piece[] = [];
  let remainder = maxAmount;
  for (const transfer of transfers) {
    const amountWithin = smallerOf(transfer.amount, remainder);
    const amountAbove = transfer.amount.minus(amountWithin);
    if (amountWithin.gt(none.coin))
      fittingPieces.push({ transferIds: [transfer.id], amount: amountWithin, ...rateWithin(transfer) });
    if (amountAbove.gt(none.coin))
      beyondPieces.push({ transferIds: [transfer.id], amount: amountAbove, ...rateBeyond(transfer) });
    remainder = remainder.minus(amountWithin);
  }
  return { fits: fittingPieces, beyond: beyondPieces };
}

type RatedPiece = Pick<Piece, 'rate' | 'kind'>;

const lockedRate = ({ rate }: SettlementTerms): RatedPiece => ({ rate, kind: 'locked' });

/** The lower of the locked rate and another one. */
const lateRate = (terms: SettlementTerms, today: PayoutRate | null): RatedPiece =>
  today?.gte(terms.rate) ? lockedRate(terms) : { rate: today, kind: 'today' };

/** The rate of a part is never above what a choice agreed to. */
const lowerRate = (terms: SettlementTerms, ratedPiece: RatedPiece, agreedPayoutRate: PayoutRate | null): RatedPiece =>
  agreedPayoutRate && ratedPiece.rate?.gt(agreedPayoutRate) ? lateRate(terms, agreedPayoutRate) : ratedPiece;

/** Coins beyond the bound are never bought at the locked rate if that is above the day's rate. */
const restRate =
  ({ terms, rateNow }: SettlementInput) =>
  (transfer: SettlementTransfer): RatedPiece =>
    lateRate(terms, transfer.rateThen ?? rateNow);

const takingChoices: readonly (Choice | null)[] = ['take', 'accept_rate'];

/**
 * A piece in time has the locked rate. After a choice to take less no one chooses about a further piece: it has the
 * rate of its block, unless it completes the sale.
 */
function inTimeRate({ terms, choice }: SettlementInput, transfer: SettlementTransfer, isEnough: boolean): RatedPiece {
  const isAfterChoice = !isEnough && takingChoices.includes(choice) && transfer.rateAgreed === null;
  return isAfterChoice ? lateRate(terms, transfer.rateThen) : lockedRate(terms);
}

function thenOf({ terms, choice, rateNow }: SettlementInput, { rateThen }: SettlementTransfer): PayoutRate | null {
  const isAtToday = choice === 'take_at_today' || (isByTeam(terms) && choice !== null);
  return rateThen ?? (isAtToday ? rateNow : null);
}

/** True if every piece of coins has its rate. */
export const isPriced = (pieces: readonly Piece[]): boolean => pieces.every(({ rate }) => rate !== null);

/** True if a customer without an approved identity may sell for this amount. */
export function isAllowed({ terms, leftUsd }: SettlementInput, pieces: readonly Piece[]): boolean {
  const valueUsd = proportionOf(terms.valueUsd, sumOfPieces(pieces), terms.amount);
  return !leftUsd || round(valueUsd, usdCents, 'half-up').lte(leftUsd);
}

/** Sum of the coins of these pieces. */
export const sumOfPieces = (pieces: readonly { amount: Amount<'coin'> }[]): Amount<'coin'> =>
  sumOf(
    none.coin,
    pieces.map(({ amount }) => amount),
  );

/** Earlier transfers first; equal times by id, so that the order in which they were read does not matter. */
const bySight = (transfer: SettlementTransfer, next: SettlementTransfer): number =>
  firstSightOf(transfer).getTime() - firstSightOf(next).getTime() || (transfer.id < next.id ? -1 : 1);
