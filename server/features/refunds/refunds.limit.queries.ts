import { and, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { cryptoAssets } from '#server/features/rates/rates.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { refunds } from './refunds.tables.ts';

/** Locks a user, so that one transaction at a time counts their refunds against the limit. */
export const lockLimit = sent((db: Drizzle, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'),
);

type ExceptRefund = { exceptId: Id<'refund'> | null };
const isNot = ({ exceptId }: Blanks<ExceptRefund>) => sql`${refunds.id} is distinct from ${exceptId}::uuid`;

/** Lists the values of the refunds that were approved for a customer since a moment. */
export const listApprovedSince = rows((db: Reads, blanks: Blanks<ExceptRefund & { userId: Id<'user'>; since: Date }>) =>
  db
    .select({ valueUsd: refunds.valueUsd })
    .from(refunds)
    .where(
      and(
        eq(refunds.userId, blanks.userId),
        gte(refunds.approvedAt, blanks.since),
        inArray(refunds.state, ['approved', 'sent', 'confirmed']),
        isNot(blanks),
      ),
    ),
);

/** Lists the values of the refunds of an order, without cancelled ones. */
export const listOfOrder = rows((db: Reads, blanks: Blanks<ExceptRefund & { orderId: Id<'order'> | null }>) =>
  db
    .select({ valueUsd: refunds.valueUsd })
    .from(refunds)
    .where(and(eq(refunds.orderId, blanks.orderId), ne(refunds.state, 'cancelled'), isNot(blanks))),
);

const undoneEntry = alias(bookEntries, 'undone');

/**
 * The coins that a member retained since a moment and that nothing gave back, with the price of each; null without one.
 */
export const listRetained = rows((db: Reads, { memberId, since }: Blanks<{ memberId: Id<'user'>; since: Date }>) =>
  db
    .select({ coin: bookLines.unit, amount: bookLines.amount, priceUsd: cryptoAssets.priceUsd })
    .from(bookEntries)
    .innerJoin(bookLines, eq(bookLines.entryId, bookEntries.id))
    .innerJoin(cryptoAssets, eq(cryptoAssets.id, bookLines.unit))
    .leftJoin(undoneEntry, eq(undoneEntry.reversalOf, bookEntries.id))
    .where(
      and(
        eq(bookEntries.kind, 'kept'),
        eq(bookEntries.actorId, memberId),
        gte(bookEntries.at, since),
        isNull(bookEntries.reversalOf),
        isNull(undoneEntry.id),
      ),
    ),
);
