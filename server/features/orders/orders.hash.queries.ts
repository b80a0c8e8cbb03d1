import { and, count, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { placeholderValues, first, one, rows, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { LockedOrder } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

type NewHash = { id: Id<'order'>; hash: string; now: Date; signature: Buffer | null };

const nameHash = first((db: Drizzle, { id, hash, now, signature }: Blanks<NewHash>) =>
  db
    .update(orders)
    .set({
      ...placeholderValues({ transactionHash: hash, signature, updatedAt: now }),
      version: sql`${orders.version} + 1`,
    })
    .where(and(eq(orders.id, id), sql`${orders.transactionHash} is distinct from ${hash}`))
    .returning({ version: orders.version }),
);

/** Stores the transaction that the customer named; undefined if it was stored before. */
export async function setTransactionHash(
  tx: Tx,
  order: LockedOrder,
  { hash, now }: { hash: string; now: Date },
): Promise<number | undefined> {
  const signature = signChanged(signedTables.order, order, { transactionHash: hash });
  return (await nameHash(tx, { id: order.id, hash, now, signature }))?.version;
}

/** Number of times the transaction of an order was replaced by another. */
export const countRenames = one((db: Reads, { id }: Blanks<{ id: Id<'order'> }>) =>
  db
    .select({ count: count() })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'transaction'),
        eq(auditLog.subjectId, id),
        eq(auditLog.action, 'transaction.hash_named'),
        sql`${auditLog.details} ? 'from'`,
      ),
    ),
);

type HashOf = { cryptoId: string; hash: string; exceptId: Id<'order'> | null };
type HashUse = { use: 'deposit' | 'settlement'; userId: Id<'user'> };

/** Lists how other live orders of a coin use the hash; `exceptId` is an order that does not count. */
export const listHashUses = rows((db: Reads, { cryptoId, hash, exceptId }: Blanks<HashOf>) => {
  const usesAs = (use: HashUse['use'], hashColumn: typeof orders.transactionHash | typeof orders.adminTransactionId) =>
    db
      .select({ use: sql`${use}::text`.mapWith((value: HashUse['use']) => value).as('use'), userId: orders.userId })
      .from(orders)
      .where(
        and(
          isNotNull(hashColumn),
          sql`lower(${hashColumn}) = lower(${hash})`,
          eq(orders.cryptoId, cryptoId),
          notInArray(orders.status, [...refusedStatuses]),
          sql`${orders.id} is distinct from ${exceptId}::uuid`,
        ),
      );
  return unionAll(usesAs('deposit', orders.transactionHash), usesAs('settlement', orders.adminTransactionId));
});

/**
 * Lists the orders that name a hash, and locks the hash until the transaction ends, so that two orders cannot both
 * find it free.
 */
export async function lockHash(tx: Tx, hashUse: HashOf): Promise<HashUse[]> {
  await lockName(tx, `chain hash ${hashUse.cryptoId} ${hashUse.hash.toLowerCase()}`);
  return listHashUses(tx, hashUse);
}
