import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import { payoutAttempts, payoutBatches, payouts } from './payouts.tables.ts';

const given = sql`(select unnest(${sql.placeholder('ids')}::uuid[]))`;

const latest = (db: Reads) =>
  db
    .selectDistinctOn([payoutAttempts.payoutId], {
      attemptId: payoutAttempts.id,
      state: payoutAttempts.state,
      orderId: payouts.orderId,
      amount: payoutAttempts.amount,
      currency: payoutAttempts.currency,
      accountId: payoutBatches.accountId,
    })
    .from(payoutAttempts)
    .innerJoin(payouts, eq(payouts.id, payoutAttempts.payoutId))
    .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(inArray(payoutAttempts.payoutId, given))
    .orderBy(payoutAttempts.payoutId, desc(payoutAttempts.no));
/** An attempt with the account of ours that pays it; null where it is paid by hand. */
export type LatestAttempt = Awaited<ReturnType<ReturnType<typeof latest>['execute']>>[number];

/** The latest attempt of each of these payouts that has one. */
export const readLatestAttempts = (db: Db, payoutIds: readonly string[]): Promise<LatestAttempt[]> =>
  db.ask(latest, { ids: payoutIds });

const openExtras = (db: Reads) =>
  db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.orderId, sql.placeholder('orderId')),
        eq(payouts.kind, 'extra'),
        inArray(payouts.state, ['due', 'held', 'batched', 'released', 'returned']),
      ),
    )
    .limit(1);

/** True while a second payment of an order is owed, or on its way to the bank. */
export async function hasOpenExtra(db: Db, orderId: string): Promise<boolean> {
  return (await db.ask(openExtras, { orderId })).length > 0;
}

const ofOrder = (db: Reads) =>
  db
    .select({ state: payouts.state, batchId: payoutAttempts.batchId })
    .from(payouts)
    .leftJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .where(and(eq(payouts.orderId, sql.placeholder('orderId')), eq(payouts.kind, 'order')))
    .orderBy(desc(payoutAttempts.no))
    .limit(1);

/** The state of the payout of an order and the batch of its latest attempt, as they are without a lock. */
export const findPayoutOf = async (db: Db, orderId: string) => (await db.ask(ofOrder, { orderId }))[0];

const mailboxOf = (db: Reads) =>
  db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')));

/** Where a member reads mail; null once erased. */
export const findMemberMailbox = async (db: Db, id: string) => (await db.ask(mailboxOf, { id }))[0];
