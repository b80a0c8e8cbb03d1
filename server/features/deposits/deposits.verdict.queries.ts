import {
  and,
  asc,
  count,
  eq,
  exists as hasSome,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import {
  exists,
  placeholderValues,
  isOneOf,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { dependsOnTransfer } from '#shared/deposits/deposits.counted.ts';
import type { Verdict } from '#shared/deposits/verdict.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { orderVerdicts, transferClaims } from './deposits.tables.ts';

type OrderId = { orderId: Id<'order'> };

const claims = (db: Reads, { transferIds }: Blanks<{ transferIds: readonly Id<'transfer'>[] }>) =>
  db
    .select({
      transferId: sql`${transferClaims.transferId}`.mapWith(String),
      orderId: orders.id,
      reference: orders.reference,
    })
    .from(transferClaims)
    .innerJoin(orders, eq(orders.id, transferClaims.orderId))
    .where(and(isOneOf(transferClaims.transferId, transferIds), isNull(transferClaims.releasedAt)));
export type ClaimRow = RowOf<typeof claims>;

/** The live claims of these transfers. One parameter for all of them: a shared address has hundreds. */
export const listClaims = rows(claims);

/** The transfers that prove an order. */
export const listClaimed = rows((db: Reads, { orderId }: Blanks<OrderId>) =>
  db
    .select({ transferId: sql`${transferClaims.transferId}`.mapWith(String) })
    .from(transferClaims)
    .where(
      and(eq(transferClaims.orderId, orderId), isNotNull(transferClaims.transferId), isNull(transferClaims.releasedAt)),
    ),
);

/** Claims the free transfers among these for an order; returns how many they were. */
export async function insertClaims(
  tx: Tx,
  orderId: Id<'order'>,
  transferIds: readonly Id<'transfer'>[],
  { grade, now }: { grade: 'own' | 'shared'; now: Date },
): Promise<number> {
  if (transferIds.length === 0) return 0;
  const newClaims = await tx
    .insert(transferClaims)
    .values(transferIds.map((transferId) => ({ transferId, orderId, grade, claimedAt: now })))
    .onConflictDoNothing()
    .returning({ id: transferClaims.id });
  return newClaims.length;
}

/** Notes that an approved order awaits the transfer that proves it. */
export const insertAwaited = sent((db: Drizzle, { orderId, now }: Blanks<OrderId & { now: Date }>) =>
  db.insert(transferClaims).values({ orderId, grade: 'shared', claimedAt: now }),
);

const liveClaim = alias(transferClaims, 'live_claim');

type ReviewFilter = { coinIds: readonly string[]; since: Date; share: string; seenSince: Date };

/** The approved orders of these coins that await a transfer and have a recent one that could be it, oldest first. */
export const listAwaiting = rows((db: Reads, { coinIds, since, share, seenSince }: Blanks<ReviewFilter>) => {
  const ofOther = db
    .select()
    .from(liveClaim)
    .where(and(eq(liveClaim.transferId, chainTransfers.id), isNull(liveClaim.releasedAt)));
  const isNear = sql`${chainTransfers.amount} between ${orders.amount} * (1 - ${share}::numeric)
    and ${orders.amount} * (1 + ${share}::numeric)`;
  const fittingTransfers = db
    .select()
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.coinId, orders.cryptoId),
        eq(chainTransfers.toAddress, orders.depositAddress),
        gt(chainTransfers.firstSeenAt, seenSince),
        or(eq(chainTransfers.txHash, orders.transactionHash), isNear),
        notExists(ofOther),
      ),
    );
  return db
    .select({ orderId: transferClaims.orderId })
    .from(transferClaims)
    .innerJoin(orders, eq(orders.id, transferClaims.orderId))
    .where(
      and(
        isNull(transferClaims.transferId),
        isNull(transferClaims.releasedAt),
        gt(transferClaims.claimedAt, since),
        isOneOf(orders.cryptoId, coinIds),
        hasSome(fittingTransfers),
      ),
    )
    .orderBy(asc(transferClaims.claimedAt))
    .limit(100);
});

/** True if an order claims a transfer that is unconfirmed or has arrived. */
export const hasClaimed = exists((db: Reads, { orderId }: Blanks<OrderId>) =>
  db
    .select({ id: chainTransfers.id })
    .from(transferClaims)
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .where(
      and(
        eq(transferClaims.orderId, orderId),
        isNull(transferClaims.releasedAt),
        inArray(chainTransfers.state, ['seen', 'included', 'final']),
      ),
    )
    .limit(1),
);

export const releaseClaims = sent((db: Drizzle, { orderId, now }: Blanks<OrderId & { now: Date }>) =>
  db
    .update(transferClaims)
    .set(placeholderValues({ releasedAt: now }))
    .where(and(eq(transferClaims.orderId, orderId), isNull(transferClaims.releasedAt))),
);

type AtDecision = OrderId & { at: Date };

/** Releases the transfers that a decision claimed for its order. */
export const releaseClaimsOf = sent((db: Drizzle, { orderId, at, now }: Blanks<AtDecision & { now: Date }>) =>
  db
    .update(transferClaims)
    .set(placeholderValues({ releasedAt: now }))
    .where(
      and(eq(transferClaims.orderId, orderId), eq(transferClaims.claimedAt, at), isNull(transferClaims.releasedAt)),
    ),
);

/**
 * Claims again the transfers that a decision released, except those it had claimed itself; skips those that another
 * order has claimed since.
 */
export const restoreClaims = rows((db: Drizzle, { orderId, at }: Blanks<AtDecision>) =>
  db
    .update(transferClaims)
    .set({
      releasedAt: sql`case when exists (select from ${transferClaims} ${liveClaim} where ${liveClaim.transferId} = ${transferClaims.transferId}
        and ${liveClaim.releasedAt} is null) then ${transferClaims.releasedAt} end`,
    })
    .where(
      and(
        eq(transferClaims.orderId, orderId),
        eq(transferClaims.releasedAt, at),
        sql`${transferClaims.claimedAt} <> ${at}`,
      ),
    )
    .returning({ isTaken: sql`${transferClaims.releasedAt} is not null`.mapWith(Boolean) }),
);

/** A live settlement that pays for something. */
const isPaid = and(isNull(orderSettlements.voidedAt), gt(orderSettlements.paidFor, '0'));

const settledRows = rows((db: Reads, { orderId }: Blanks<OrderId>) =>
  db
    .select({
      paidFor: orderSettlements.paidFor,
      parts: orderSettlements.parts,
      id: chainTransfers.id,
      txHash: chainTransfers.txHash,
      outIndex: chainTransfers.outIndex,
    })
    .from(orderSettlements)
    .innerJoin(
      transferClaims,
      and(eq(transferClaims.orderId, orderSettlements.orderId), isNull(transferClaims.releasedAt)),
    )
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .where(and(eq(orderSettlements.orderId, orderId), isPaid)),
);

/** Amount that the settlement of a sale pays for, and the transfers that it rests on. */
export async function listSettled(db: Pick<Db, 'ask'>, orderId: Id<'order'>) {
  return (await settledRows(db, { orderId })).filter(({ parts, id }) => dependsOnTransfer(parts, id));
}

const claimedRows = rows((db: Reads, { orderIds }: Blanks<{ orderIds: readonly Id<'order'>[] }>) =>
  db
    .select({
      orderId: transferClaims.orderId,
      parts: orderSettlements.parts,
      id: chainTransfers.id,
      chain: chainTransfers.chain,
      txHash: chainTransfers.txHash,
      outIndex: chainTransfers.outIndex,
      coinId: chainTransfers.coinId,
      toAddress: chainTransfers.toAddress,
      toTag: chainTransfers.toTag,
      amount: chainTransfers.amount,
      blockHeight: chainTransfers.blockHeight,
      blockHash: chainTransfers.blockHash,
    })
    .from(transferClaims)
    .innerJoin(orders, eq(orders.id, transferClaims.orderId))
    .innerJoin(
      chainTransfers,
      and(
        eq(chainTransfers.id, transferClaims.transferId),
        eq(chainTransfers.coinId, orders.cryptoId),
        inArray(chainTransfers.state, ['seen', 'included', 'final']),
      ),
    )
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, transferClaims.orderId), isPaid))
    .where(and(isOneOf(transferClaims.orderId, orderIds), isNull(transferClaims.releasedAt))),
);

/**
 * Returns the transfers that pay these orders: the claimed ones that a live settlement counts, or else all claimed
 * ones.
 */
export async function listCounted(db: Pick<Db, 'ask'>, orderIds: readonly Id<'order'>[]) {
  return (await claimedRows(db, { orderIds })).filter(
    ({ parts, id }) => parts === null || dependsOnTransfer(parts, id),
  );
}

/** The number of a reviewer's searches for a deposit that the node answered, and the last one. */
export const countChecks = one((db: Reads, { orderId }: Blanks<OrderId>) =>
  db
    .select({ count: count(), lastAt: max(auditLog.at) })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'transaction'),
        eq(auditLog.subjectId, orderId),
        eq(auditLog.action, 'deposit.checked'),
        not(sql`${auditLog.details} ? 'findings'`),
      ),
    ),
);

export type SeenVerdict = Pick<
  typeof orderVerdicts.$inferInsert,
  'orderId' | 'decision' | 'reason' | 'decidedBy' | 'at'
>;

/** Stores the verdict that a reviewer saw when deciding. */
export async function insertVerdict(
  tx: Tx,
  { level, findings, transfers, source, checkedAt }: Verdict,
  seenVerdict: SeenVerdict,
): Promise<void> {
  const readAt = checkedAt === null ? null : new Date(checkedAt);
  await tx.insert(orderVerdicts).values({ level, findings, transfers, source, checkedAt: readAt, ...seenVerdict });
}
