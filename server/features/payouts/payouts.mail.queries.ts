import { and, count, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { isOneOf, one, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { teamMembers } from '#server/features/team/team.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { payoutAttempts, payoutBatches, payouts } from './payouts.tables.ts';

const emailOf = sql`${users.email}`.mapWith(String);

/** Payouts with the customers that are mailed about them; an erased one is not there. */
export const readMailedPayouts = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'payout'>[] }>) => {
  const attempt = db
    .select({ endToEndId: payoutAttempts.endToEndId, returned: payoutAttempts.returned })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, payouts.id))
    .orderBy(desc(payoutAttempts.no))
    .limit(1)
    .as('attempt');
  return db
    .select({
      userId: users.id,
      email: emailOf,
      language: users.language,
      firstName: users.firstName,
      orderId: orders.id,
      reference: orders.reference,
      amount: payouts.amount,
      currency: payouts.currency,
      details: payouts.details,
      endToEndId: attempt.endToEndId,
      returned: attempt.returned,
    })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoinLateral(attempt, sql`true`)
    .where(and(isOneOf(payouts.id, ids), isNotNull(users.email)));
});

/** The active members with their roles in the team; the owner of the settings has no role there. */
export const readMailedMembers = rows((db: Reads) =>
  db
    .select({ userId: users.id, email: emailOf, language: users.language, role: teamMembers.role })
    .from(users)
    .leftJoin(teamMembers, and(eq(teamMembers.userId, users.id), isNull(teamMembers.endsAt)))
    .where(
      and(
        or(eq(users.role, 'admin'), isNotNull(teamMembers.userId)),
        eq(users.status, 'active'),
        isNotNull(users.email),
      ),
    ),
);

type ReleasedBefore = Blanks<{ before: Date }>;

/** Number of batches that were released before a moment and not handed over. */
export const countUnsent = one((db: Reads, { before }: ReleasedBefore) =>
  db
    .select({ batches: count() })
    .from(payoutBatches)
    .where(and(eq(payoutBatches.state, 'released'), lt(payoutBatches.releasedAt, before))),
);

/** Number of payouts that were sent before a moment and have no line of a statement. */
export const countUnsettled = one((db: Reads, { before }: ReleasedBefore) =>
  db
    .select({ attempts: count() })
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.state, 'sent'), lt(payoutAttempts.sentAt, before))),
);

/** Payouts whose customer is asked for another account, and since when. */
export const readAsked = rows((db: Reads) =>
  db
    .select({ id: payouts.id, since: payouts.updatedAt })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .where(and(eq(payouts.state, 'returned'), eq(orders.stage, 'details_needed'), eq(payouts.kind, 'order'))),
);
