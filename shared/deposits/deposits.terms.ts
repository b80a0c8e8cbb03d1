import type { ChainReading } from '#shared/chains/chains.health.ts';
import type { Reread, TransferState } from '#shared/chains/chains.transfers.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, smallerOf, none, proportionOf, type Amount } from '#shared/kernel/money.ts';
import { percentOf } from '#shared/kernel/percent.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { DepositSettings } from '#shared/settings/settings.contract.ts';

/** The terms of a sale that the customer agreed to. */
export type DepositTerms = {
  orderId: Id<'order'>;
  coinId: string;
  amount: Amount<'coin'>;
  valueUsd: Amount<'usd'>;
  address: string;
  /** Destination tag. */
  tag: string | null;
  /** True where the address or tag was given to this sale alone. */
  grade: 'own' | 'shared';
  /** The hash that the customer typed. */
  transactionHash: string | null;
  /** The time at which the address was shown: that of the quote, or of the order without one. */
  quotedAt: Date;
  /** Earlier transfers do not count. Without a quote the coins may have arrived before the order, at most a day. */
  countsFrom: Date;
};

/** A transfer at a shared address could also pay an open sale, an approved one without a transfer, or an open quote. */
export type Rival = { kind: 'sale' | 'approved' | 'quote'; reference: string };

/** Another order whose customer names the same transaction. */
export type NamingOrder = { orderId: Id<'order'>; reference: string };

/** A stored transfer that could be this deposit, with the data about other sales. */
export type CandidateTransfer = {
  chain: ChainName;
  txHash: string;
  outIndex: number;
  /** A coin, or `token:` with the contract of a token that the operator does not buy. */
  coinId: string;
  toAddress: string;
  toTag: string | null;
  amount: Amount<'coin'>;
  byContract: boolean;
  state: TransferState;
  blockHeight: number | null;
  blockAt: Date | null;
  firstSeenAt: Date;
  /** True if the second source agrees; null without one, or before it was asked. */
  witnessed: boolean | null;
  reorganisedAt: Date | null;
  /** The answer of the node that was asked again; null if it was not asked, or too long ago. */
  reread: Reread | null;
  /** The sale that it already proves, by a live claim. */
  claimedBy: { orderId: Id<'order'>; reference: string } | null;
  /** Other sales and quotes of this coin and address that the transfer matches too. */
  rivals: readonly Rival[];
};

/** The health of the source of the coin's chain; undefined where no source is set up. */
export type ChainHealth = ChainReading & {
  source: string;
  /** The time since which the source fails; null while it answers. */
  failedAt: Date | null;
  /** The second source; null where there is none. */
  witness: string | null;
  /** True where the second source is on the same chain; null where it has not answered. */
  witnessOk: boolean | null;
};

export type VerdictInput = {
  terms: DepositTerms;
  /** `undefined` for a coin whose chain is not read. */
  chain: ChainName | undefined;
  candidates: readonly CandidateTransfer[];
  /** The other orders that could own the transaction which the customer named. */
  contested: readonly NamingOrder[];
  policy: DepositSettings;
  health: ChainHealth | undefined;
  /** Number of answered searches for the transaction, and the time of the last one. */
  searches: { count: number; lastAt: Date | null };
  /** The live settlement: the amount paid for and its transfers; null where there is none. */
  settled: { paidFor: Amount<'coin'>; txOuts: ReadonlySet<string> } | null;
  now: Date;
};

/** One output of a transaction. */
export const txOutOf = ({ txHash, outIndex }: Pick<CandidateTransfer, 'txHash' | 'outIndex'>): string =>
  `${txHash} ${outIndex}`;

/** The latest time at which a transfer was made, if before this moment. Only the clock of its block can deviate. */
export function madeBefore(
  { chain, firstSeenAt, blockAt }: Pick<CandidateTransfer, 'chain' | 'firstSeenAt' | 'blockAt'>,
  moment: Date,
): Date | undefined {
  if (firstSeenAt < moment) return firstSeenAt;
  const skewMs = chainDetails[chain].clockSkewSeconds * 1000;
  return blockAt && blockAt.getTime() < moment.getTime() - skewMs ? blockAt : undefined;
}

/**
 * The tolerated shortfall. In coins: a share of the amount, and no more than the setting's US dollars are worth at the
 * order's own rate.
 */
export function toleranceOf(
  { amount, valueUsd }: Pick<DepositTerms, 'amount' | 'valueUsd'>,
  { tolerance }: Pick<DepositSettings, 'tolerance'>,
): Amount<'coin'> {
  const share = percentOf(amount, decimal(String(tolerance.percent)));
  if (!valueUsd.gt(none.usd)) return share;
  return smallerOf(share, proportionOf(amount, amountOf('usd', String(tolerance.maxUsd)), valueUsd));
}

type Sighting = Pick<CandidateTransfer, 'firstSeenAt' | 'blockAt'>;
type TimeRules = Pick<DepositSettings, 'graceMinutes' | 'topUpMinutes' | 'minedMinutes'>;

/**
 * The time at which a transfer was first seen. A block with an earlier time counts as the first sight: the node was
 * away.
 */
export function firstSightOf({ firstSeenAt, blockAt }: Sighting): Date {
  return blockAt && blockAt < firstSeenAt ? blockAt : firstSeenAt;
}

/** True if a transfer was in a block soon after it was first seen; without a block, if it still can be. */
function isMinedSoon(sighting: Sighting, { minedMinutes }: Pick<TimeRules, 'minedMinutes'>, now: Date): boolean {
  const until = firstSightOf(sighting).getTime() + minedMinutes * minuteMs;
  return (sighting.blockAt ?? now).getTime() <= until;
}

/**
 * The time until which a transfer is in time: the grace after the quote or, for the missing part, a while after the
 * first in-time transfer.
 */
export function inTimeUntil(
  { expiresAt }: { expiresAt: Date },
  transfers: readonly Sighting[],
  rules: TimeRules,
  now: Date,
): Date {
  const graceEnds = expiresAt.getTime() + rules.graceMinutes * minuteMs;
  const times = transfers
    .filter((sighting) => isMinedSoon(sighting, rules, now))
    .map((sighting) => firstSightOf(sighting).getTime())
    .filter((time) => time <= graceEnds);
  const topUpEnds = times.length > 0 ? Math.min(...times) + rules.topUpMinutes * minuteMs : graceEnds;
  return new Date(Math.max(graceEnds, topUpEnds));
}

/** True if a transfer is paid at the locked rate: first seen before `until`, and in a block soon after that. */
export function isInTime(sighting: Sighting, until: Date, rules: Pick<TimeRules, 'minedMinutes'>, now: Date): boolean {
  return firstSightOf(sighting) <= until && isMinedSoon(sighting, rules, now);
}
