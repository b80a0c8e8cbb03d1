import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { isOneOf, placeholderValues, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { refunds, unmatchedDecisions } from './refunds.tables.ts';

/** The transfers in blocks that an order claims or once claimed, newest first. */
export const listEverClaimed = rows((db: Reads, { orderId, coin }: Blanks<{ orderId: Id<'order'>; coin: string }>) =>
  db
    .selectDistinct({
      seenAt: chainTransfers.firstSeenAt,
      id: chainTransfers.id,
      amount: chainTransfers.amount,
      state: chainTransfers.state,
    })
    .from(transferClaims)
    .innerJoin(chainTransfers, eq(chainTransfers.id, transferClaims.transferId))
    .where(
      and(
        eq(transferClaims.orderId, orderId),
        eq(chainTransfers.coinId, coin),
        inArray(chainTransfers.state, ['included', 'final']),
      ),
    )
    .orderBy(desc(chainTransfers.firstSeenAt), chainTransfers.id),
);

/** Unsent refunds of these coins for which less is set aside than they send back, oldest first. */
export const listShort = rows((db: Reads, { coins }: Blanks<{ coins: readonly string[] }>) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .leftJoin(
      bookAccounts,
      and(
        eq(bookAccounts.kind, 'refund'),
        sql`${bookAccounts.subject} = ${refunds.id}::text`,
        eq(bookAccounts.unit, refunds.cryptoId),
      ),
    )
    .leftJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .where(
      and(
        inArray(refunds.state, ['due', 'approved']),
        isOneOf(refunds.cryptoId, coins),
        gt(refunds.amount, sql`coalesce(${bookBalances.amount}, 0)`),
      ),
    )
    .orderBy(refunds.dueAt, refunds.id),
);

/** Reopens the decision about the transfer of a cancelled refund: the transfer is unmatched again. */
export const reopenTransferOf = sent((db: Drizzle, { refundId, now }: Blanks<{ refundId: Id<'refund'>; now: Date }>) =>
  db
    .update(unmatchedDecisions)
    .set(placeholderValues({ reopenedAt: now }))
    .where(and(eq(unmatchedDecisions.refundId, refundId), isNull(unmatchedDecisions.reopenedAt))),
);
