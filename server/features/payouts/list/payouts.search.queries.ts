import { and, count, desc, eq, exists as hasSome, or, sql, type SQLWrapper } from 'drizzle-orm';
import { isNamed } from '#server/db/like.ts';
import { isOneOf, one, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PayoutState } from '#shared/payouts/payouts.lifecycle.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { payoutAttempts, payoutBatches, payouts } from '../payouts.tables.ts';
import { readPayouts, type PayoutRow, type Reader } from './payouts.list.queries.ts';

export type PayoutFilter = {
  states: readonly PayoutState[];
  currency: string | null;
  method: string | null;
  userId: Id<'user'> | null;
  /** LIKE patterns for references, payees, customers (as far as the reader may search for them) and account numbers. */
  pattern: string | null;
  payeePatterns: readonly string[];
  userPatterns: readonly string[];
  accountPattern: string | null;
  sort: 'oldest' | 'newest' | 'amount';
};

type PayoutSearch = Omit<PayoutFilter, 'sort'>;

const matchesFilter = (
  db: Reads,
  { states, currency, method, userId, pattern, payeePatterns, userPatterns, accountPattern }: Blanks<PayoutSearch>,
) => {
  const isInAttempt = db
    .select({ id: payoutAttempts.id })
    .from(payoutAttempts)
    .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(
      and(
        eq(payoutAttempts.payoutId, payouts.id),
        sql`lower(${payoutAttempts.endToEndId} || ' B-' || lpad(${payoutBatches.seq}::text, 6, '0')) like ${pattern}`,
      ),
    );
  return and(
    isOneOf(payouts.state, states),
    sql`(${currency}::text is null or ${payouts.currency} = ${currency})`,
    sql`(${method}::text is null or coalesce(${payouts.details}->>'method', 'bank') = ${method})`,
    sql`(${userId}::uuid is null or ${orders.userId} = ${userId})`,
    or(
      sql`${pattern}::text is null`,
      sql`lower(${orders.reference}) like ${pattern}`,
      isNamed(payouts.searchText, payeePatterns),
      isNamed(users.searchText, userPatterns),
      sql`lower(regexp_replace(${payouts.details}->>'accountNumber', '[\\s-]', '', 'g')) like ${accountPattern}`,
      hasSome(isInAttempt),
    ),
  );
};

const countFound = one((db: Reads, blanks: Blanks<PayoutSearch>) => {
  const countedPayouts = db
    .select({ found: sql`1`.as('found') })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(matchesFilter(db, blanks))
    .limit(maxCounted)
    .as('counted');
  return db.select({ total: count() }).from(countedPayouts);
});

type Range = { limit: number; offset: number };

const pageBy = (...order: readonly SQLWrapper[]) =>
  rows((db: Reads, blanks: Blanks<PayoutSearch & Range>) =>
    db
      .select({ id: payouts.id })
      .from(payouts)
      .innerJoin(orders, eq(orders.id, payouts.orderId))
      .innerJoin(users, eq(users.id, orders.userId))
      .where(matchesFilter(db, blanks))
      .orderBy(...order.map((by) => sql`${by}`))
      .limit(blanks.limit)
      .offset(blanks.offset),
  );
const pages = {
  oldest: pageBy(payouts.approvedAt, payouts.id),
  newest: pageBy(desc(payouts.approvedAt), desc(payouts.id)),
  amount: pageBy(desc(payouts.amount), payouts.id),
};

/** A page of the payouts that fit, with the size of the whole list. */
export async function listPayoutRows(
  db: Reader,
  { sort, ...filter }: PayoutFilter,
  range: Range,
): Promise<{ rows: PayoutRow[]; total: number }> {
  const { total } = await countFound(db, filter);
  const ids = (await pages[sort](db, { ...filter, ...range })).map(({ id }) => id);
  return { rows: await readPayouts(db, { ids }), total };
}
