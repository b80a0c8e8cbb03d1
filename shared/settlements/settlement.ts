import { isEffective } from '#shared/chains/chains.transfers.ts';
import { toleranceOf } from '#shared/deposits/deposits.terms.ts';
import { convert, none, round, sumOf, unitOf, type Amount, type Decimal } from '#shared/kernel/money.ts';
import type { Outcome } from '#shared/orders/orders.settlement.ts';
import { feeOf } from '#shared/sell/sell.rules.ts';
import { arrivalOf, isAllowed, isPriced, sumOfPieces, type Arrival, type Piece } from './settlement.arrival.ts';
import {
  choiceUntil,
  isByTeam,
  type Choice,
  type Part,
  type PayoutRate,
  type SettlementInput,
  type SettlementTerms,
  type SettlementTransfer,
} from './settlement.terms.ts';

/** While the customer or the team is asked, the amounts are those of the offer; nothing is paid before the choice. */
export type Settlement = {
  outcome: Outcome;
  /** True if enough arrived in time within the tolerance. */
  isEnough: boolean;
  received: Amount<'coin'>;
  missing: Amount<'coin'>;
  surplus: Amount<'coin'>;
  paidFor: Amount<'coin'>;
  parts: readonly Part[];
  gross: Amount<'payout'>;
  feePercent: Decimal;
  fee: Amount<'payout'>;
  net: Amount<'payout'>;
  rest: Amount<'coin'>;
  /** The part of the rest that arrived after the full amount in time: the team may pay for it by one of `choices`. */
  held: Amount<'coin'>;
  asks: 'nobody' | 'customer' | 'desk';
  choices: readonly Choice[];
};

/**
 * Computes the payout for the arrived coins, and who has to choose first. Equal inputs give equal results: it reads no
 * clock and no row, and the order in which transfers were read does not matter.
 */
export function settle(input: SettlementInput): Settlement {
  const { terms, choice } = input;
  const arrival = arrivalOf(input);
  const { received, isEnough, held } = arrival;
  const outcome = outcomeOf(input, arrival);
  const { asks, choices } = askedOf(input, outcome, arrival);
  const isRefused = choice === 'refund' && asks === 'nobody';
  const isOffered = asks === 'nobody' ? !isRefused && outcome !== 'none' : isOffer(terms, outcome, choices);
  const chosenTerms = chosenOf(arrival, asks === 'nobody' ? choice : null);
  const parts = isOffered
    ? mergeParts(chosenTerms.flatMap(({ rate, ...part }) => (rate ? [{ ...part, rate }] : [])))
    : [];
  const paidFor = sumOfPieces(parts);
  return {
    outcome,
    isEnough,
    received,
    missing: atLeastNone(terms.amount.minus(received)),
    surplus: atLeastNone(received.minus(terms.amount)),
    paidFor,
    parts,
    ...figuresOf(parts, terms),
    rest: isOffered || isRefused ? received.minus(paidFor) : none.coin,
    held: sumOfPieces([...held.fits, ...held.beyond]),
    asks,
    choices,
  };
}

/**
 * Computes the settlement of a choice made now: each part at the lower of its own rate and the current rate, so that no
 * one gains by waiting. Undefined without a current rate.
 */
export function offerFor(input: SettlementInput, choice: Choice): Settlement | undefined {
  const { rateNow } = input;
  if (rateNow === null) return undefined;
  const transfers = input.transfers.map((transfer) => ({
    ...transfer,
    rateAgreed: lowestRate(transfer.rateAgreed, rateNow),
  }));
  return settle({ ...input, transfers, choice });
}

const lowestRate = (rate: PayoutRate | null, payoutRate: PayoutRate): PayoutRate =>
  rate?.lt(payoutRate) ? rate : payoutRate;

/** Adds the pieces that only the team may pay for: those up to the bound with `cap`, all of them with `all`. */
function chosenOf({ paid, rest, held }: Arrival, choice: Choice | null): readonly Piece[] {
  const chosenPieces = choice === 'all' ? [...held.fits, ...rest, ...held.beyond] : choice === 'cap' ? held.fits : [];
  return isPriced(chosenPieces) ? [...paid, ...chosenPieces] : paid;
}

function outcomeOf(input: SettlementInput, arrival: Arrival): Outcome {
  const { terms, transfers, policy } = input;
  const { received, isEnough, isLate, paid, rest } = arrival;
  const isGone = ({ coinId, isFinal, state }: SettlementTransfer) =>
    coinId === terms.coinId && isFinal && !isEffective(state);
  if (transfers.some(isGone)) return 'reorganised';
  if (received.eq(none.coin)) return 'none';
  if (!isAllowed(input, paid)) return 'over_limit';
  if (!isPriced(paid)) return 'late_unpriced';
  if (rest.length > 0) return 'over_far';
  if (!isEnough && received.lt(terms.amount.minus(toleranceOf(terms, policy)))) return 'short';
  if (!isEnough && paid.some(({ kind }) => kind === 'today')) return 'late';
  const boughtAmount = sumOfPieces(paid);
  if (boughtAmount.gt(terms.amount)) return 'over';
  if (!isEnough && isLate) return 'late_locked';
  return boughtAmount.eq(terms.amount) ? 'exact' : 'within_tolerance';
}

/** The choices that end a question. A customer who takes the arrived amount gets the rates of its arrival. */
const endingChoices: Partial<Record<Outcome, readonly Choice[]>> = {
  reorganised: ['accept'],
  over_far: ['cap', 'all'],
  short: ['take', 'accept', 'take_at_today'],
  late: ['accept_rate', 'take', 'accept', 'take_at_today', 'cap', 'all'],
};

function askedOf(
  input: SettlementInput,
  outcome: Outcome,
  { counted, received, isEnough, isInTime, paid, rest, held }: Arrival,
): Pick<Settlement, 'asks' | 'choices'> {
  const { terms, policy, choice, now } = input;
  const endsAt = endingOf(terms);
  const isSettled = received.gt(none.coin) && (choice === 'refund' || (choice && endsAt[outcome]?.includes(choice)));
  if (isSettled && isPriced(paid)) return { asks: 'nobody', choices: [] };
  if (isByTeam(terms)) return askedOfTeam(input, outcome, { isEnough, paid, rest, held });
  const isOver = now.getTime() > (choiceUntil(counted, policy)?.getTime() ?? Infinity);
  const isAboveMinimum = received.gte(terms.minimumDeposit);
  const hasRate = input.rateNow !== null;
  if (isOver && outcome === 'short')
    return { asks: 'desk', choices: allowedChoices([hasRate, 'take'], [true, 'accept'], [true, 'refund']) };
  if (isOver && outcome === 'late') return { asks: 'desk', choices: ['accept', 'refund'] };
  const isAll = isPriced([...rest, ...held.fits, ...held.beyond]);
  const offeredChoices: Partial<Record<Outcome, Pick<Settlement, 'asks' | 'choices'>>> = {
    short: {
      asks: 'customer',
      choices: allowedChoices([isInTime, 'top_up'], [isAboveMinimum && hasRate, 'take'], [true, 'refund']),
    },
    late: { asks: 'customer', choices: allowedChoices([hasRate, 'accept_rate'], [true, 'refund']) },
    over_far: { asks: 'desk', choices: allowedChoices([true, 'cap'], [isAll, 'all'], [true, 'refund']) },
    late_unpriced: { asks: 'desk', choices: allowedChoices([hasRate, 'take_at_today'], [true, 'refund']) },
    over_limit: { asks: 'desk', choices: ['refund'] },
    reorganised: { asks: 'desk', choices: received.gt(none.coin) && isPriced(paid) ? ['accept', 'refund'] : [] },
  };
  return offeredChoices[outcome] ?? { asks: 'nobody', choices: heldChoices(input, { paid, rest, held }) };
}

const boughtChoices: readonly Choice[] = ['take', 'cap', 'all'];

/** The choices at a shared address, where the team settles every sale: `take` pays for coins up to the agreement. */
const endingByTeam: typeof endingChoices = {
  ...endingChoices,
  exact: boughtChoices,
  within_tolerance: boughtChoices,
  over: boughtChoices,
  late_locked: boughtChoices,
  short: ['take'],
  late: boughtChoices,
};

const endingOf = (terms: SettlementTerms) => (isByTeam(terms) ? endingByTeam : endingChoices);

/** The team decides about the transfers that it names; no one is asked to send more. */
function askedOfTeam(
  input: SettlementInput,
  outcome: Outcome,
  { isEnough, paid, rest, held }: Pick<Arrival, 'isEnough' | 'paid' | 'rest' | 'held'>,
): Pick<Settlement, 'asks' | 'choices'> {
  const hasRate = input.rateNow !== null;
  const isAll = isPriced([...rest, ...held.fits, ...held.beyond]) && isAllowed(input, [...paid, ...rest]);
  const choicesByOutcome: Partial<Record<Outcome, readonly Choice[]>> = {
    none: [],
    over_limit: ['refund'],
    over_far: allowedChoices([true, 'cap'], [isAll, 'all'], [true, 'refund']),
    late_unpriced: allowedChoices([hasRate, 'take'], [hasRate, 'cap'], [hasRate, 'all'], [true, 'refund']),
    reorganised: isPriced(paid) && paid.length > 0 ? ['accept', 'refund'] : [],
  };
  const takenPieces = [
    ...allowedChoices([hasRate || isEnough, 'take']),
    ...heldChoices(input, { paid, rest, held }),
    'refund' as const,
  ];
  return { asks: outcome === 'none' ? 'nobody' : 'desk', choices: choicesByOutcome[outcome] ?? takenPieces };
}

/** The team may buy the coins that arrived after a sale was settled, up to the bound or all of them. */
function heldChoices(input: SettlementInput, { paid, held }: Pick<Arrival, 'paid' | 'rest' | 'held'>) {
  const payablePieces = [...paid, ...held.fits];
  const allPieces = [...payablePieces, ...held.beyond];
  const mayBuy = (pieces: readonly Piece[]) => isPriced(pieces) && isAllowed(input, pieces);
  return allowedChoices(
    [held.fits.length > 0 && mayBuy(payablePieces), 'cap'],
    [held.fits.length + held.beyond.length > 0 && mayBuy(allPieces), 'all'],
  );
}

function allowedChoices(...choices: readonly (readonly [boolean, Choice])[]): readonly Choice[] {
  return choices.flatMap(([isOpen, choice]) => (isOpen ? [choice] : []));
}

/** True where an offer can be shown while the customer or the team is asked. */
function isOffer(terms: SettlementTerms, outcome: Outcome, choices: readonly Choice[]): boolean {
  return choices.some((choice) => endingOf(terms)[outcome]?.includes(choice)) && outcome !== 'reorganised';
}

function mergeParts(parts: readonly Part[]): readonly Part[] {
  const mergedParts: Part[] = [];
  for (const part of parts) {
    const index = mergedParts.findIndex(({ kind, rate }) => kind === part.kind && rate.eq(part.rate));
    const samePart = mergedParts[index];
    if (!samePart) mergedParts.push(part);
    else {
      const transferIds = [...new Set([...samePart.transferIds, ...part.transferIds])];
      mergedParts[index] = { ...samePart, transferIds, amount: samePart.amount.plus(part.amount) };
    }
  }
  return mergedParts;
}

/** Gross and fee are rounded half-up once, of the whole sum; the fee is the quote's, however much arrived. */
function figuresOf(
  parts: readonly Part[],
  { feePercent, minorUnits }: SettlementTerms,
): Pick<Settlement, 'gross' | 'feePercent' | 'fee' | 'net'> {
  const unit = unitOf('payout', minorUnits);
  const worths = parts.map(({ amount, rate }) => convert(amount, rate));
  const gross = round(sumOf(none.payout, worths), unit, 'half-up');
  const fee = feeOf(gross, feePercent, unit);
  return { gross, feePercent, fee, net: gross.minus(fee) };
}

const atLeastNone = (value: Amount<'coin'>): Amount<'coin'> => (value.gt(none.coin) ? value : none.coin);
