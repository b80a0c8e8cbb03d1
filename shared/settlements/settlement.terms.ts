import { isEffective, type TransferState } from '#shared/chains/chains.transfers.ts';
import { firstSightOf } from '#shared/deposits/deposits.terms.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Amount, Decimal, Rate } from '#shared/kernel/money.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';

/** The choices of a customer if too little arrived, or too late. */
export const customerChoices = ['top_up', 'take', 'accept_rate', 'refund'] as const;
export type CustomerChoice = (typeof customerChoices)[number];

/** The choices of the team; `accept` pays the result of the rules, and needs no second member. */
export const teamActions = ['accept', 'take', 'cap', 'all', 'refund', 'take_at_today'] as const;
export type TeamAction = (typeof teamActions)[number];

export type Choice = CustomerChoice | TeamAction;

/** Units of the payout currency for one coin. */
export type PayoutRate = Rate<'coin', 'payout'>;

/** The terms of a sale, with the rules that its quote showed. */
export type SettlementTerms = {
  coinId: string;
  amount: Amount<'coin'>;
  valueUsd: Amount<'usd'>;
  /** Units of the payout currency for one coin, as locked. */
  rate: PayoutRate;
  feePercent: Decimal;
  /** Decimals of the payout currency. */
  minorUnits: number;
  minimumDeposit: Amount<'coin'>;
  expiresAt: Date;
  /** Null at a shared address, where the team names the transfers of a sale. */
  watchedUntil: Date | null;
};

/**
 * True if only the team decides which coins arrived, because a shared address does not show the owner of a transfer.
 */
export const isByTeam = ({ watchedUntil }: Pick<SettlementTerms, 'watchedUntil'>): boolean => watchedUntil === null;

export type SettlementPolicy = {
  tolerance: { percent: number; maxUsd: number };
  graceMinutes: number;
  topUpMinutes: number;
  minedMinutes: number;
  overPercent: number;
  choiceHours: number;
};

export type SettlementTransfer = {
  id: Id<'transfer'>;
  coinId: string;
  amount: Amount<'coin'>;
  firstSeenAt: Date;
  /** The block's own time; null while it waits. */
  blockAt: Date | null;
  state: TransferState;
  /** True if it is final, or was before a reorganisation. */
  isFinal: boolean;
  /** The payout rate at its block, or the current one while it waits; null if unknown. */
  rateThen: PayoutRate | null;
  /** The payout rate that a customer's choice agreed to for it; null without one. */
  rateAgreed: PayoutRate | null;
};

export type SettlementInput = {
  terms: SettlementTerms;
  transfers: readonly SettlementTransfer[];
  /** The current payout rate; null if a part of it is stale or held. */
  rateNow: PayoutRate | null;
  policy: SettlementPolicy;
  /** The value that the customer may sell without an approved identity, before this sale; null without a limit. */
  leftUsd: Amount<'usd'> | null;
  choice: Choice | null;
  now: Date;
};

/** One transfer, or several that are paid at one rate. */
export type Part = {
  transferIds: readonly Id<'transfer'>[];
  amount: Amount<'coin'>;
  rate: PayoutRate;
  kind: 'locked' | 'today';
};

/** The time until which the customer may choose; undefined before anything arrived. */
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
    (transfer) =>
      transfer.coinId === coinId &&
      isEffective(transfer.state) &&
      (watchedUntil === null || firstSightOf(transfer) <= watchedUntil),
  );
}
