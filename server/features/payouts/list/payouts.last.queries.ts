import { and, desc, eq, isNotNull, notExists as hasNone, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { textOrNull } from '#server/db/fragments.ts';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payouts } from '../payouts.tables.ts';
import type { PayoutRow, Reader } from './payouts.list.queries.ts';

const lastTwo = rows((db: Reads, { userIds }: Blanks<{ userIds: readonly string[] }>) => {
  const last = db
    .select({ details: payoutAttempts.details, sentAt: payoutAttempts.sentAt })
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.payoutId, payouts.id), isNotNull(payoutAttempts.sentAt)))
    .orderBy(desc(payoutAttempts.sentAt))
    .limit(1)
    .as('last');
  const ofPayouts = db
    .select({
      userId: orders.userId,
      payoutId: sql`${payouts.id}`.mapWith(textOrNull).as('payout_id'),
      details: sql`${last.details}`.as('details'),
      reference: orders.reference,
      sentAt: sql`${last.sentAt}`.as('sent_at'),
    })
    .from(orders)
    .innerJoin(payouts, eq(payouts.orderId, orders.id))
    .innerJoinLateral(last, sql`true`)
    .where(isOneOf(orders.userId, userIds));
  const anyPayout = db.select({ id: payouts.id }).from(payouts).where(eq(payouts.orderId, orders.id));
  // Orders that were completed before there were payouts: they have no row of their own, and the payee is that of the
  // order.
  const paidBefore = db
    .select({
      userId: orders.userId,
      payoutId: sql`null::uuid`.mapWith(textOrNull).as('payout_id'),
      details: sql`${orders.paymentDetails}`.as('details'),
      reference: orders.reference,
      sentAt: sql`${orders.decidedAt}`.as('sent_at'),
    })
    .from(orders)
    .where(
      and(
        isOneOf(orders.userId, userIds),
        eq(orders.status, 'completed'),
        isNotNull(orders.decidedAt),
        sql`${orders.paymentDetails}->>'accountNumber' is not null`,
        hasNone(anyPayout),
      ),
    );
  const paid = unionAll(ofPayouts, paidBefore).as('paid');
  const found = db
    .select({
      userId: paid.userId,
      payoutId: paid.payoutId,
      details: paid.details,
      reference: paid.reference,
      sentAt: paid.sentAt,
      place: sql`row_number() over (partition by ${paid.userId} order by ${paid.sentAt} desc)`
        .mapWith(Number)
        .as('place'),
    })
    .from(paid)
    .as('found');
  return db
    .select({
      userId: found.userId,
      payoutId: found.payoutId,
      details: found.details,
      reference: found.reference,
      at: sql`${found.sentAt}`.mapWith(payoutAttempts.sentAt),
    })
    .from(found)
    .where(sql`${found.place} <= 2`)
    .orderBy(desc(found.sentAt));
});
export type LastPayout = Awaited<ReturnType<typeof lastTwo>>[number];

/** Finds for each payout the last other one, in any currency, that was sent to the same customer. */
export async function readLastPayouts(db: Reader, shown: readonly PayoutRow[]) {
  const sent = await lastTwo(db, { userIds: [...new Set(shown.map(({ userId }) => userId))] });
  const byUser = new Map<string, LastPayout[]>();
  for (const item of sent) byUser.set(item.userId, [...(byUser.get(item.userId) ?? []), item]);
  return ({ id, userId }: PayoutRow) => byUser.get(userId)?.find(({ payoutId }) => payoutId !== id);
}
