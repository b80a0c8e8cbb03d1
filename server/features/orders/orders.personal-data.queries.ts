import { and, asc, count, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { one, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { files } from '#server/features/files/files.tables.ts';
import { payouts } from '#server/features/payouts/payouts.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { erasedCustomers, erasedProofs, orderEvents, orders } from './orders.tables.ts';

type UserId = Blanks<{ userId: Id<'user'> }>;

/** More orders of one user are not counted. */
const maxOrders = 10_000;

const counts = rows((db: Reads, { userIds }: Blanks<{ userIds: readonly Id<'user'>[] }>) => {
  const cappedOrders = db
    .select({ one: sql`1` })
    .from(orders)
    .where(sql`${orders.userId} = p.id`)
    .limit(maxOrders);
  return db
    .select({
      userId: sql`p.id`.mapWith(String),
      orders: sql`(select count(*) from ${cappedOrders} n)`.mapWith(Number),
    })
    .from(sql`unnest(${userIds}::uuid[]) p(id)`);
});

/** Number of orders that each of these users ever opened, up to 10,000. */
export async function countOrdersOf(db: Pick<Db, 'ask'>, userIds: readonly Id<'user'>[]): Promise<Map<string, number>> {
  const result = await counts(db, { userIds });
  return new Map(result.map(({ userId, orders: countedOrders }) => [userId, countedOrders]));
}

const unpaidStates = ['due', 'held', 'batched', 'released', 'returned'] as const;

/** Number of orders of this user that wait for a decision, or for money that has not left or came back. */
export const countOpenOrders = one((db: Reads, { userId }: UserId) => {
  const dueOrderIds = db
    .select({ orderId: payouts.orderId })
    .from(payouts)
    .where(inArray(payouts.state, [...unpaidStates]));
  return db
    .select({ open: count() })
    .from(orders)
    .where(
      and(eq(orders.userId, userId), or(inArray(orders.status, [...openStatuses]), inArray(orders.id, dueOrderIds))),
    );
});

/** Removes the payout account from every order of this user; amounts and references stay. */
export const erasePayoutDetails = sent((db: Drizzle, { userId }: UserId) =>
  db
    .update(orders)
    .set({ paymentDetails: null })
    .where(and(eq(orders.userId, userId), isNotNull(orders.paymentDetails))),
);

type Step = Pick<typeof orderEvents.$inferSelect, 'fromStatus' | 'toStatus' | 'note' | 'reason' | 'params'> & {
  at: string;
};
const steps = sql`(
  select json_agg(json_build_object('at', ${orderEvents.at}, 'fromStatus', ${orderEvents.fromStatus},
    'toStatus', ${orderEvents.toStatus}, 'note', ${orderEvents.note}, 'reason', ${orderEvents.reason},
    'params', ${orderEvents.params}) order by ${orderEvents.id})
  from ${orderEvents} where ${orderEvents.orderId} = ${orders.id})`;

/** A user's newest 10,000 orders with their history, newest first. */
export const listForExport = rows((db: Reads, { userId }: UserId) =>
  db
    .select({ order: orders, steps: sql`${steps}`.mapWith((matchingSteps: Step[]): Step[] | null => matchingSteps) })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOrders),
);

type ErasedCustomer = Pick<typeof erasedCustomers.$inferSelect, 'userId' | 'addressHash' | 'erasedAt'>;

export const insertErased = sent((db: Drizzle, { userId, addressHash, erasedAt }: Blanks<ErasedCustomer>) =>
  db
    .insert(erasedCustomers)
    .values({ userId, addressHash, erasedAt })
    .onConflictDoNothing({ target: erasedCustomers.userId }),
);

/** Stores the hashes of an erased customer's proofs, before the files are deleted. */
export const insertErasedProofs = sent((db: Drizzle, { userId }: UserId) =>
  db
    .insert(erasedProofs)
    .select(
      db
        .select({ orderId: orders.id, sentHash: files.sentHash })
        .from(files)
        .innerJoin(orders, eq(orders.id, files.orderId))
        .where(and(eq(orders.userId, userId), eq(files.purpose, 'payment_proof')))
        .orderBy(asc(files.id)),
    )
    .onConflictDoNothing(),
);

export const deleteErasedBefore = sent((db: Drizzle, { before }: Blanks<{ before: Date }>) =>
  db.delete(erasedCustomers).where(lt(erasedCustomers.erasedAt, before)),
);
