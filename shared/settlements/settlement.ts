import { isEffective, type TransferState } from '#shared/chains/chains.transfers.ts';
import { inTimeUntil, toleranceOf } from '#shared/deposits/deposits.terms.ts';
import {
  amountOf,
  convert,
  decimal,
  percentOf,
  rateOf,
  round,
  toText,
  unitOf,
  zero,
  type Decimal,
} from '#shared/kernel/money.ts';
import type { Outcome } from '#shared/orders/orders.settlement.ts';

/** What a customer may choose where too little or too late arrived. */
export const customerChoices = ['top_up', 'take', 'accept_rate', 'refund'] as const;
export type CustomerChoice = (typeof customerChoices)[number];

/** What the team may decide; `accept` pays what the rules come to, which no one else has to confirm then. */
export const teamActions = ['accept', 'take', 'cap', 'all', 'refund', 'take_at_today'] as const;
export type TeamAction = (typeof teamActions)[number];

export type Choice = CustomerChoice | TeamAction;

export type SettlementInput = {
  terms: SettlementTerms;
  transfers: readonly SettlementTransfer[];
  rateNow: Decimal | null;
  policy: SettlementPolicy;
  /** What the customer may still sell without an approved identity, this sale not counted; null without a limit. */
  leftUsd: Decimal | null;
  choice: Choice | null;
  now: Date;
};

export type Part = { amount: Decimal; rate: Decimal; kind: 'locked' | 'today' };

/** Where a person is asked, the figures are those of the offer; nothing is paid before the choice. */
export type Settlement = {
  outcome: Outcome;
  received: Decimal;
  missing: Decimal;
  surplus: Decimal;
  paidFor: Decimal;
  parts: readonly Part[];
  gross: Decimal;
  feePercent: Decimal;
  fee: Decimal;
  net: Decimal;
  rest: Decimal;
  asks: 'nobody' | 'customer' | 'desk';
  choices: readonly Choice[];
};

/**
 * What is paid for what arrived, and who is asked first. The same input gives the same result: no clock, no query, and
 * the order in which transfers were learned does not matter.
 */
export function settle(input: SettlementInput): Settlement {
  const { terms, choice } = input;
  const arrived = arrivalOf(input);
  const { received, paid, rest } = arrived;
  const outcome = outcomeOf(input, arrived);
  const { asks, choices } = askedOf(input, outcome, arrived);
  const isRefused = choice === 'refund' && asks === 'nobody';
  const isOffered = asks === 'nobody' ? !isRefused && outcome !== 'none' : isOffer(outcome, choices);
  const chosen = choice === 'all' && asks === 'nobody' && isPriced(rest) ? [...paid, ...rest] : paid;
  const parts = isOffered ? merged(chosen.flatMap(({ rate, ...part }) => (rate ? [{ ...part, rate }] : []))) : [];
  const paidFor = sumOf(parts);
  return {
    outcome,
    received,
    missing: positive(terms.amount.minus(received)),
    surplus: positive(received.minus(terms.amount)),
    paidFor,
    parts,
    ...figuresOf(parts, terms),
    rest: isOffered || isRefused ? received.minus(paidFor) : zero,
    asks,
    choices,
  };
}

/** A part of what arrived, before it is known what it is paid at. */
type Piece = Omit<Part, 'rate'> & { rate: Decimal | null };

type Arrival = {
  counted: readonly SettlementTransfer[];
  received: Decimal;
  isLate: boolean;
  isInTime: boolean;
  /** Up to the bound of what is bought, parts in time first, and what is beyond. */
  paid: readonly Piece[];
  rest: readonly Piece[];
};

function arrivalOf({ terms, transfers, policy, rateNow, choice, now }: SettlementInput): Arrival {
  const counted = countedOf(terms, transfers);
  const until = inTimeUntil(terms, counted, policy);
  const isLate = ({ firstSeenAt }: SettlementTransfer) => firstSeenAt.getTime() > until.getTime();
  const paid: Piece[] = [];
  const rest: Piece[] = [];
  let room = terms.amount.times(decimal('100').plus(String(policy.overPercent))).div('100');
  for (const item of counted.toSorted(bySight)) {
    const fits = item.amount.lt(room) ? item.amount : room;
    const today = item.rateThen ?? (choice === 'take_at_today' ? rateNow : null);
    if (fits.gt(zero)) paid.push({ amount: fits, ...(isLate(item) ? lateRate(terms, today) : lockedRate(terms)) });
    const beyond = item.amount.minus(fits);
    if (beyond.gt(zero)) rest.push({ amount: beyond, ...lateRate(terms, item.rateThen ?? rateNow), kind: 'today' });
    room = room.minus(fits);
  }
  const isInTime = now.getTime() <= until.getTime();
  return { counted, received: sumOf(counted), isLate: counted.some(isLate), isInTime, paid, rest };
}

const lockedRate = ({ rate }: SettlementTerms): Omit<Piece, 'amount'> => ({ rate, kind: 'locked' });

/** The lower of the locked rate and that of the day. */
const lateRate = (terms: SettlementTerms, today: Decimal | null): Omit<Piece, 'amount'> =>
  today?.gte(terms.rate) ? lockedRate(terms) : { rate: today, kind: 'today' };

const isPriced = (pieces: readonly Piece[]): boolean => pieces.every(({ rate }) => rate !== null);

function outcomeOf({ terms, transfers, policy, leftUsd }: SettlementInput, arrived: Arrival): Outcome {
  const { received, isLate, paid, rest } = arrived;
  const isGone = ({ coinId, isFinal, state }: SettlementTransfer) =>
    coinId === terms.coinId && isFinal && !isEffective(state);
  if (transfers.some(isGone)) return 'reorganised';
  if (received.eq(zero)) return 'none';
  const valueUsd = sumOf(paid).times(terms.valueUsd).div(terms.amount);
  if (leftUsd && round(valueUsd, { decimals: 2 }, 'half-up').gt(leftUsd)) return 'over_limit';
  if (!isPriced(paid)) return 'late_unpriced';
  if (rest.length > 0) return 'over_far';
  if (received.lt(terms.amount.minus(toleranceOf(terms, policy)))) return 'short';
  if (paid.some(({ kind }) => kind === 'today')) return 'late';
  if (received.gt(terms.amount)) return 'over';
  if (isLate) return 'late_locked';
  return received.eq(terms.amount) ? 'exact' : 'within_tolerance';
}

/** Which choices end a question; a customer who takes what arrived takes it at the rates it came at. */
const ending: Partial<Record<Outcome, readonly Choice[]>> = {
  reorganised: ['accept'],
  over_far: ['cap', 'all'],
  short: ['take', 'accept', 'take_at_today'],
  late: ['accept_rate', 'take', 'accept', 'take_at_today', 'cap', 'all'],
};

function askedOf(
  { terms, policy, rateNow, choice, now }: SettlementInput,
  outcome: Outcome,
  { counted, received, isInTime, paid, rest }: Arrival,
): Pick<Settlement, 'asks' | 'choices'> {
  const isSettled = received.gt(zero) && (choice === 'refund' || (choice && ending[outcome]?.includes(choice)));
  if (isSettled && isPriced(paid)) return { asks: 'nobody', choices: [] };
  const isOver = now.getTime() > (choiceUntil(counted, policy)?.getTime() ?? Infinity);
  const isEnough = received.gte(terms.minimumDeposit);
  if (isOver && outcome === 'short') return { asks: 'desk', choices: ['take', 'refund'] };
  if (isOver && outcome === 'late') return { asks: 'desk', choices: ['accept', 'refund'] };
  const offered: Partial<Record<Outcome, Pick<Settlement, 'asks' | 'choices'>>> = {
    short: { asks: 'customer', choices: listed([isInTime, 'top_up'], [isEnough, 'take'], [true, 'refund']) },
    late: { asks: 'customer', choices: ['accept_rate', 'refund'] },
    over_far: { asks: 'desk', choices: listed([true, 'cap'], [isPriced(rest), 'all'], [true, 'refund']) },
    late_unpriced: { asks: 'desk', choices: listed([rateNow !== null, 'take_at_today'], [true, 'refund']) },
    over_limit: { asks: 'desk', choices: ['refund'] },
    reorganised: { asks: 'desk', choices: received.gt(zero) && isPriced(paid) ? ['accept', 'refund'] : [] },
  };
  return offered[outcome] ?? { asks: 'nobody', choices: [] };
}

function listed(...choices: readonly (readonly [boolean, Choice])[]): readonly Choice[] {
  return choices.flatMap(([isOpen, choice]) => (isOpen ? [choice] : []));
}

/** Whether there are figures to show while a person is asked. */
function isOffer(outcome: Outcome, choices: readonly Choice[]): boolean {
  return choices.some((choice) => ending[outcome]?.includes(choice)) && outcome !== 'reorganised';
}

function merged(parts: readonly Part[]): readonly Part[] {
  const sums: Part[] = [];
  for (const part of parts) {
    const index = sums.findIndex(({ kind, rate }) => kind === part.kind && rate.eq(part.rate));
    const same = sums[index];
    if (same) sums[index] = { ...same, amount: same.amount.plus(part.amount) };
    else sums.push(part);
  }
  return sums;
}

/** Gross and fee are rounded half-up once, of the whole sum; the fee is the quote's, however much arrived. */
function figuresOf(
  parts: readonly Part[],
  { feePercent, minorUnits }: SettlementTerms,
): Pick<Settlement, 'gross' | 'feePercent' | 'fee' | 'net'> {
  const unit = unitOf('payout', minorUnits);
  const worth = parts.map(({ amount, rate }) => convert(amountOf('coin', amount), rateOf('coin', 'payout', rate)));
  const sum = worth.reduce((total, item) => total.plus(item), amountOf('payout', '0'));
  const gross = round(sum, unit, 'half-up');
  const fee = round(percentOf(gross, feePercent), unit, 'half-up');
  const exact = { gross: toText(gross), fee: toText(fee), net: toText(gross.minus(fee)) };
  return { gross: decimal(exact.gross), feePercent, fee: decimal(exact.fee), net: decimal(exact.net) };
}

const sumOf = (pieces: readonly { amount: Decimal }[]): Decimal =>
  pieces.reduce((sum, { amount }) => sum.plus(amount), zero);

const positive = (value: Decimal): Decimal => (value.gt(zero) ? value : zero);

/** In time comes first in time; equal moments by id, so that the order of learning does not matter. */
const bySight = (item: SettlementTransfer, next: SettlementTransfer): number =>
  item.firstSeenAt.getTime() - next.firstSeenAt.getTime() || (item.id < next.id ? -1 : 1);

/** What a sale agreed, with the rules that its quote showed. */
export type SettlementTerms = {
  coinId: string;
  amount: Decimal;
  valueUsd: Decimal;
  /** Units of the payout currency for one coin, as locked. */
  rate: Decimal;
  feePercent: Decimal;
  /** Decimals of the payout currency. */
  minorUnits: number;
  minimumDeposit: Decimal;
  expiresAt: Date;
  watchedUntil: Date;
};

export type SettlementPolicy = {
  tolerance: { percent: number; maxUsd: number };
  graceMinutes: number;
  topUpMinutes: number;
  overPercent: number;
  choiceHours: number;
};

export type SettlementTransfer = {
  id: string;
  coinId: string;
  amount: Decimal;
  firstSeenAt: Date;
  state: TransferState;
  /** Whether it is final, or was before a reorganisation. */
  isFinal: boolean;
  /** The rate when it was first seen; null where none was known. */
  rateThen: Decimal | null;
};

const hourMs = 3_600_000;

/** Until when the customer may choose; undefined before anything arrived. */
export function choiceUntil(
  transfers: readonly Pick<SettlementTransfer, 'firstSeenAt'>[],
  { choiceHours }: Pick<SettlementPolicy, 'choiceHours'>,
): Date | undefined {
  const times = transfers.map(({ firstSeenAt }) => firstSeenAt.getTime());
  return times.length > 0 ? new Date(Math.max(...times) + choiceHours * hourMs) : undefined;
}

/** The transfers that pay for a sale: its coin, effective, and first seen while its address was watched. */
export function countedOf<Transfer extends SettlementTransfer>(
  { coinId, watchedUntil }: Pick<SettlementTerms, 'coinId' | 'watchedUntil'>,
  transfers: readonly Transfer[],
): readonly Transfer[] {
  return transfers.filter(
    (item) => item.coinId === coinId && isEffective(item.state) && item.firstSeenAt.getTime() <= watchedUntil.getTime(),
  );
}
