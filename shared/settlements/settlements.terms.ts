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
    (one) => one.coinId === coinId && isEffective(one.state) && one.firstSeenAt.getTime() <= watchedUntil.getTime(),
  );
}
