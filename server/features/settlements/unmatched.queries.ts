import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import {
  exists,
  placeholderValues,
  first,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { unmatchedDecisions } from '#server/features/refunds/refunds.tables.ts';
import { sellQuotes } from '#server/features/sell/sell.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';

type TransferTime = { transferId: Id<'transfer'>; now: Date };

/** Locks a transfer, so that one decision about it is made at a time. */
export const lockTransfer = sent((db: Drizzle, { id }: Blanks<{ id: Id<'transfer'> }>) =>
  db.select({ id: chainTransfers.id }).from(chainTransfers).where(eq(chainTransfers.id, id)).for('update'),
);

const endDecision = sent((db: Drizzle, { transferId, now }: Blanks<TransferTime>) =>
  db
    .update(unmatchedDecisions)
    .set(placeholderValues({ reopenedAt: now }))
    .where(and(eq(unmatchedDecisions.transferId, transferId), isNull(unmatchedDecisions.reopenedAt))),
);

/** Stores a decision on a transfer, in place of one about coins that have returned since. */
export async function insertDecision(
  tx: Tx,
  decision: typeof unmatchedDecisions.$inferInsert & { decidedAt: Date },
): Promise<void> {
  await endDecision(tx, { transferId: decision.transferId, now: decision.decidedAt });
  await tx.insert(unmatchedDecisions).values(decision);
}

/** Undoes the decision to retain a transfer; false if there is none. */
export const endRetained = exists((db: Drizzle, { transferId, now }: Blanks<TransferTime>) =>
  db
    .update(unmatchedDecisions)
    .set(placeholderValues({ reopenedAt: now }))
    .where(
      and(
        eq(unmatchedDecisions.transferId, transferId),
        eq(unmatchedDecisions.kind, 'kept'),
        isNull(unmatchedDecisions.reopenedAt),
      ),
    )
    .returning({ id: unmatchedDecisions.id }),
);

/** Releases the claim of the order that is over and had a transfer, and that of the new one if it awaited any. */
export const releaseFormer = sent((db: Drizzle, blanks: Blanks<TransferTime & { orderId: Id<'order'> }>) => {
  const { transferId, orderId, releasedAt } = transferClaims;
  const ofOther = and(eq(transferId, blanks.transferId), ne(orderId, blanks.orderId));
  const isAwaiting = and(isNull(transferId), eq(orderId, blanks.orderId));
  return db
    .update(transferClaims)
    .set(placeholderValues({ releasedAt: blanks.now }))
    .where(and(isNull(releasedAt), or(ofOther, isAwaiting)));
});

/** Owner, coin and status of a sale that a transfer is assigned to. */
export const findClaimant = first((db: Reads, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  db
    .select({ userId: orders.userId, coinId: orders.cryptoId, status: orders.status, orderId: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.type, 'sell'))),
);

/** Owner and coin of a quote that a transfer is assigned to, and its order if it has one. */
export const findClaimingQuote = first((db: Reads, { quoteId }: Blanks<{ quoteId: Id<'quote'> }>) =>
  db
    .select({ userId: sellQuotes.userId, coinId: sellQuotes.cryptoId, orderId: orders.id })
    .from(sellQuotes)
    .leftJoin(orders, eq(orders.quoteId, sellQuotes.id))
    .where(
      and(
        eq(sellQuotes.id, quoteId),
        or(isNotNull(orders.id), and(isNotNull(sellQuotes.leaseId), isNull(sellQuotes.usedAt))),
      ),
    ),
);

/** The transfers of a coin that a transaction made to addresses of ours, which the chain still has. */
export const listOfTransaction = rows((db: Reads, { coinId, txHash }: Blanks<{ coinId: string; txHash: string }>) =>
  db
    .select({ id: chainTransfers.id })
    .from(chainTransfers)
    .where(
      and(
        eq(chainTransfers.coinId, coinId),
        eq(chainTransfers.txHash, txHash),
        inArray(chainTransfers.state, ['seen', 'included', 'final']),
      ),
    )
    .orderBy(chainTransfers.id),
);

export const isCustomer = exists((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.status, 'deleted'), eq(users.role, 'customer'))),
);
