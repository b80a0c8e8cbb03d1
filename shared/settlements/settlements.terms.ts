import { isEffective, type TransferState } from '#shared/chains/chains.transfers.ts';
import type { Decimal } from '#shared/kernel/money.ts';

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

const minuteMs = 60_000;

/** Until when a transfer is in time: the grace after the quote or, for what is missing, a while after the first in-time transfer. */
export function inTimeUntil(
  { expiresAt }: Pick<SettlementTerms, 'expiresAt'>,
  transfers: readonly Pick<SettlementTransfer, 'firstSeenAt'>[],
  { graceMinutes, topUpMinutes }: Pick<SettlementPolicy, 'graceMinutes' | 'topUpMinutes'>,
): Date {
  const graceEnds = expiresAt.getTime() + graceMinutes * minuteMs;
  const times = transfers.map(({ firstSeenAt }) => firstSeenAt.getTime()).filter((time) => time <= graceEnds);
  return new Date(Math.max(graceEnds, ...(times.length > 0 ? [Math.min(...times) + topUpMinutes * minuteMs] : [])));
}

/** Until when the customer may choose; undefined before anything arrived. */
export function choiceUntil(
  transfers: readonly Pick<SettlementTransfer, 'firstSeenAt'>[],
  { choiceHours }: Pick<SettlementPolicy, 'choiceHours'>,
): Date | undefined {
  const times = transfers.map(({ firstSeenAt }) => firstSeenAt.getTime());
  return times.length > 0 ? new Date(Math.max(...times) + choiceHours * 60 * minuteMs) : undefined;
}

/** The transfers that pay for a sale: its coin, effective, and first seen while its address was watched. */
export function countedOf<Transfer extends SettlementTransfer>(
  { coinId, watchedUntil }: Pick<SettlementTerms, 'coinId' | 'watchedUntil'>,
  transfers: readonly Transfer[],
): readonly Transfer[] {
  return transfers.filter(
    (one) => one.coinId === coinId && isEffective(one.state) && one.firstSeenAt.getTime() <= watchedUntil.getTime(),
  );
}
