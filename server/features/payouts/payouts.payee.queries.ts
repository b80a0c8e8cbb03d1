import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { jsonObject } from '#server/db/json-object.ts';
import { first, type Blanks, type Reads } from '#server/db/query.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { payoutAttempts, payouts } from './payouts.tables.ts';

const approvedName = first((db: Reads, { userId }: Blanks<{ userId: Id<'user'> }>) =>
  db
    .select({ name: sql`coalesce(${kycRequests.fullName}, ${kycRequests.registeredName})`.mapWith(textOrNull) })
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, userId), eq(kycRequests.status, 'approved')))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(1),
);

/** The name of a customer's approved identity; null without one. */
export async function readIdentityName(db: Pick<Db, 'ask'>, userId: Id<'user'>): Promise<string | null> {
  return (await approvedName(db, { userId }))?.name ?? null;
}

/** The account that the last payout was returned from, and why. */
const lastReturned = jsonObject(
  { details: payoutAttempts.details, reason: sql`${payoutAttempts.returned}->>'reason'`.mapWith(textOrNull) },
  (selection) => sql`select ${selection} from ${payoutAttempts}
    where ${payoutAttempts.payoutId} = ${payouts.id} and ${payoutAttempts.returned} is not null
    order by ${payoutAttempts.no} desc limit 1`,
);

/** An own order of a customer, with its payout and the customer. */
export const readOwnOrder = first(
  (db: Reads, { orderId, userId }: Blanks<{ orderId: Id<'order'>; userId: Id<'user'> }>) =>
    db
      .select({
        payoutId: payouts.id,
        stage: orders.stage,
        currency: orders.payoutCurrency,
        /** The amount that is owed: of the payout, else of the settlement, else as agreed. */
        amount: sql`coalesce(${payouts.amount}, ${orderSettlements.net}, ${orders.payoutAmount})`.mapWith(String),
        method: sql`coalesce(${payouts.details}->>'method', ${orders.paymentDetails}->>'method', 'bank')`.mapWith(
          String,
        ),
        reference: orders.reference,
        returned: lastReturned,
        email: sql`${users.email}`.mapWith(String),
        firstName: users.firstName,
        language: users.language,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .leftJoin(payouts, and(eq(payouts.orderId, orders.id), eq(payouts.kind, 'order'), ne(payouts.state, 'cancelled')))
      .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
      .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isNotNull(users.email))),
);
