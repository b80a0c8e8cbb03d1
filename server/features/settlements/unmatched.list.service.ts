import type { Db } from '#server/db/connection.ts';
import { searchOf } from '#server/db/like.ts';
import { chainStateOf } from '#server/features/chains/chains.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import { finalityOf } from '#shared/deposits/deposits.finality.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, none } from '#shared/kernel/money.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import { byLikelihood } from '#shared/settlements/settlements.likelihood.ts';
import type { UnmatchedQuery, UnmatchedView } from '#shared/settlements/unmatched.contract.ts';
import { unmatchedReasonOf } from '#shared/settlements/unmatched.reason.ts';
import type { SettlementsDeps } from './settlements.ports.ts';
import * as queries from './unmatched.list.queries.ts';
import type { Tolerance } from './unmatched.source.queries.ts';
import { sumArrived } from './unmatched.sums.queries.ts';

/** The difference that the settings allow between a transfer and a sale that it may belong to. */
export function toleranceOf(deps: SettingsPorts): Tolerance {
  const { tolerance, overPercent } = settingsOf(deps).deposits;
  return { ...tolerance, overPercent };
}

/** More than any limit: an unknown value waits for as many blocks as the largest. */
const unknownUsd = amountOf('usd', '1e12');

/** The refusal of an action on a transfer that does not exist. */
export const transferNotFound = () => new NotFound('transfer_not_found');

/** A page of transfers without an order; a search finds no more than its reader may see. */
export async function unmatchedQueue(
  deps: Pick<SettlementsDeps, 'db' | 'chainReaders' | 'settings'>,
  actor: Actor,
  { q, page, pageSize, ...filter }: UnmatchedQuery,
): Promise<{ rows: UnmatchedView[]; total: number }> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await queries.selectUnmatched(
    deps.db,
    { ...filter, ...searchOf(q, actor) },
    toleranceOf(deps),
    range,
  );
  return { rows: await Promise.all(rows.map((row) => present(deps, row))), total };
}

async function present(
  deps: Pick<SettlementsDeps, 'db' | 'chainReaders' | 'settings'>,
  row: queries.UnmatchedRow,
): Promise<UnmatchedView> {
  const { chain, kind, decidedBy, orderId, refundId, decisionReason, leaseReference: reference } = row;
  const { leaseUserId: userId, leaseQuoteId: quoteId } = row;
  const health = await chainStateOf(deps, row.cryptoId);
  const policy = settingsOf(deps).deposits;
  const valueUsd = row.valueUsd === null ? unknownUsd : amountOf('usd', row.valueUsd);
  const depth = health && finalityOf(row, { chain, valueUsd, policy, health });
  const wireRow = toWireRow(row, 'amount', 'valueUsd');
  const { decidedAt: at } = wireRow;
  const lease = {
    cryptoId: row.leaseCoin,
    userName: row.leaseUserName,
    userEmail: row.leaseUserEmail,
    orderId: row.leaseOrderId,
    endedAt: wireRow.leaseEndedAt,
  };
  const isWaiting = amountOf('coin', row.holds, row.cryptoId).gt(none.coin);
  return {
    ...wireRow,
    confirmations: depth?.confirmations ?? 0,
    required: depth?.required ?? 0,
    lease: reference && userId && quoteId ? { ...lease, reference, userId, quoteId } : null,
    reason: unmatchedReasonOf(row),
    awaitedBy: awaitedBy(row),
    fits: fitsOf(row),
    resolution:
      kind && decidedBy && at && !isWaiting
        ? { kind, orderId, refundId, by: decidedBy, at, reason: decisionReason ?? '' }
        : null,
  };
}

/**
 * The sales that a transfer fits, the likeliest first. An address belongs to one customer, whose sales come before
 * those of others: anyone could open a sale of the amount that they see on the chain.
 */
function fitsOf({ fits, amount: arrivedAmount, seenAt, leaseUserId }: queries.UnmatchedRow): UnmatchedView['fits'] {
  const isOwn = ({ userId }: UnmatchedView['fits'][number]) => leaseUserId !== null && userId === leaseUserId;
  const sorted = byLikelihood(fits, (sale) => ({
    difference: decimal(String(sale.amount)).minus(decimal(arrivedAmount)),
    apartMs: seenAt.getTime() - Date.parse(sale.createdAt),
    isNamed: isOwn(sale),
  }));
  return [...sorted.filter(isOwn), ...sorted.filter((sale) => !isOwn(sale))];
}

/** Returns the sale at a shared address that a transfer may belong to. */
export function awaitedBy({ awaitedOrderId: orderId, awaitedReference: reference }: queries.UnmatchedRow) {
  return orderId !== null && reference !== null ? { orderId, reference } : null;
}

/** A transfer as the team sees it. Refuses with not_found. */
export async function openUnmatched(
  deps: Pick<SettlementsDeps, 'db' | 'chainReaders' | 'settings'>,
  id: Id<'transfer'>,
): Promise<UnmatchedView> {
  const row = await queries.findUnmatched(deps.db, { id, ...toleranceOf(deps) });
  if (!row) throw transferNotFound();
  return present(deps, row);
}

/** The sums of the coins that arrived, by coin and place. */
export const unmatchedSums = (deps: { db: Db } & SettingsPorts) => sumArrived(deps.db, toleranceOf(deps));

/** Number of transfers that wait for a decision, for the overview. */
export async function unmatchedNeeds(
  deps: { db: Db } & SettingsPorts,
): Promise<{ count: number; oldestAt: string | null }> {
  const { count, oldestAt } = await queries.countUnmatched(deps.db, toleranceOf(deps));
  return { count, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Notifies the team of each transfer of a chain that arrived in the last hour and that no order claims, once. */
export async function notifyOfArrivals(
  deps: Pick<Platform, 'db' | 'inTx'> & SettingsPorts,
  chain: ChainName,
): Promise<void> {
  for (const { id, symbol } of await queries.listUnreported(deps.db, { ...toleranceOf(deps), chain })) {
    const notice = { template: 'unmatched_notice', data: { coin: symbol }, onceKey: `unmatched ${id}` } as const;
    await deps.inTx((tx) => notifyTeam(tx, notice));
  }
}

/** Mails the administrator about the transfers of the last hour that no order claims. */
export async function notifyOfUnmatched(deps: Pick<Platform, 'db' | 'inTx'> & SettingsPorts): Promise<void> {
  const { count: waitingCount, recent } = await queries.countUnmatched(deps.db, toleranceOf(deps));
  if (recent === 0) return;
  await deps.inTx((tx) => notifyTeam(tx, { template: 'unmatched_arrived', data: { recent, waiting: waitingCount } }));
}
