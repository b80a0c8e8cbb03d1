import { and, eq, gte, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { first, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { bookAccounts, bookBalances, bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import { refunds } from '#server/features/refunds/refunds.tables.ts';
import type { AccountKind } from '#shared/book/book.accounts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { startOf } from '../books.months.ts';
import { bookRates } from '../books.tables.ts';

type OrderId = { orderId: Id<'order'> };

const findState = first((db: Reads, { orderId }: Blanks<OrderId>) =>
  db.select({ decidedAt: orders.decidedAt }).from(orders).where(eq(orders.id, orderId)),
);

const heldFields = {
  kind: bookAccounts.kind,
  subject: bookAccounts.subject,
  unit: bookAccounts.unit,
  amount: bookBalances.amount,
};

const ofSubjects = (kind: AccountKind, subjects: SQL) =>
  and(eq(bookAccounts.kind, kind), sql`${bookAccounts.subject} in (${subjects})`);

/** Transfers that entries of the order gave to it, or took back from it. */
const transfersOf = ({ orderId }: Blanks<OrderId>) => sql`select a.subject from ${bookAccounts} a join ${bookLines} l
  on a.id in (l.from_account, l.to_account) join ${bookEntries} e on e.id = l.entry_id
  where e.order_id = ${orderId} and a.kind = 'arrived'`;

const accountsOf = (db: Reads, order: Blanks<OrderId>) => {
  const { orderId } = order;
  return db
    .select(heldFields)
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .where(
      and(
        ne(bookBalances.amount, '0'),
        or(
          ofSubjects('held', sql`${orderId}`),
          ofSubjects('owed', sql`${orderId}`),
          ofSubjects('refund', sql`select ${refunds.id}::text from ${refunds} where ${refunds.orderId} = ${orderId}`),
          ofSubjects(
            'attempt',
            sql`select ${payoutAttempts.id}::text from ${payoutAttempts} join ${payouts} on ${payouts.id} = ${payoutAttempts.payoutId}
              where ${payouts.orderId} = ${orderId}`,
          ),
          ofSubjects('arrived', transfersOf(order)),
        ),
      ),
    )
    .orderBy(bookAccounts.kind, bookAccounts.subject, bookAccounts.unit);
};
export type HeldRow = RowOf<typeof accountsOf>;

const listAccountsOf = rows(accountsOf);

/**
 * The accounts of an order with a balance; those of its transfers only while it is open, because a finished order gets
 * no more coins. Undefined if there is no such order.
 */
export async function findOrderAccounts(db: Db, orderId: Id<'order'>): Promise<HeldRow[] | undefined> {
  const order = await findState(db, { orderId });
  if (!order) return undefined;
  const accounts = await listAccountsOf(db, { orderId });
  return order.decidedAt === null ? accounts : accounts.filter(({ kind }) => kind !== 'arrived');
}

/** The name of an account in totals: its kind, and its subject unless that is a row of a table. */
const name = sql`case when ${bookAccounts.kind} in ('cost', 'exchange')
  then ${bookAccounts.kind} || ':' || ${bookAccounts.subject} else ${bookAccounts.kind} end`.mapWith(String);
const byName = { account: name, kind: bookAccounts.kind, unit: bookAccounts.unit };
export type SumRow = { account: string; kind: AccountKind; unit: string; amount: string };

/** Reads the present balance of accounts, by kind and unit. */
export const readBalances = rows((db: Reads) =>
  db
    .select({ ...byName, amount: sql`sum(${bookBalances.amount})`.mapWith(String) })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .where(ne(bookBalances.amount, '0'))
    .groupBy(name, bookAccounts.kind, bookAccounts.unit),
);

const sideSums = (
  db: Reads,
  side: typeof bookLines.toAccount | typeof bookLines.fromAccount,
  where: SQL | undefined,
  sum = sql`sum(${bookLines.amount})`,
) =>
  db
    .select({ ...byName, amount: sum.mapWith(String) })
    .from(bookLines)
    .innerJoin(bookEntries, eq(bookEntries.id, bookLines.entryId))
    .innerJoin(bookAccounts, eq(bookAccounts.id, side))
    .where(where)
    .groupBy(name, bookAccounts.kind, bookAccounts.unit);

type Time = Blanks<{ from: string; before: string; fromDay: string; beforeDay: string }>;
/** Entries that are on the day when they happened, in this time. */
const inTime = ({ from, before }: Time) =>
  and(
    eq(bookEntries.late, false),
    sql`${bookEntries.at} >= ${from}::timestamptz`,
    sql`${bookEntries.at} < ${before}::timestamptz`,
  );
/** Late entries, which are few: they are on the first day of the month they are booked in. */
const lateFrom = ({ before, fromDay, beforeDay }: Time) =>
  and(
    eq(bookEntries.late, true),
    sql`${bookEntries.at} < ${before}::timestamptz`,
    sql`${bookEntries.bookedIn} || '-01' >= ${fromDay}`,
    sql`${bookEntries.bookedIn} || '-01' < ${beforeDay}`,
  );
const negativeSum = sql`-sum(${bookLines.amount})`;
/** One statement reads all sums, so that an entry made meanwhile is in all of them or in none. */
const moves = rows((db: Reads, time: Time) =>
  unionAll(
    sideSums(db, bookLines.toAccount, inTime(time)),
    sideSums(db, bookLines.fromAccount, inTime(time), negativeSum),
    sideSums(db, bookLines.toAccount, lateFrom(time)),
    sideSums(db, bookLines.fromAccount, lateFrom(time), negativeSum),
  ),
);

/** A span of entries: from the start of a day (from the first entry if undefined) to before a moment. */
export type Span = { fromDay: string | undefined; before: Date };

/**
 * Sums what accounts got less what left them, in parts to be added by kind and unit: by entries that happened in a
 * span, and by late ones that are on its first day or later, before `beforeDay`, and happened before its end.
 */
export async function readMoves(db: Db, { fromDay, before }: Span, beforeDay = '9999-12-31'): Promise<SumRow[]> {
  const from = fromDay === undefined ? '-infinity' : startOf(fromDay).toISOString();
  return moves(db, { from, before: before.toISOString(), fromDay: fromDay ?? '', beforeDay });
}

type Months = Blanks<{ first: string; before: string }>;
const isIn = (months: Months) => and(gte(bookEntries.bookedIn, months.first), lt(bookEntries.bookedIn, months.before));
const sumIncoming = rows((db: Reads, months: Months) => sideSums(db, bookLines.toAccount, isIn(months)));
const sumOutgoing = rows((db: Reads, months: Months) => sideSums(db, bookLines.fromAccount, isIn(months)));

/** Sums what entries booked in these months added to accounts and took from them; `end` is excluded. */
export async function readMovesIn(db: Db, start: string, end: string): Promise<{ came: SumRow[]; left: SumRow[] }> {
  const months = { first: start, before: end };
  return { came: await sumIncoming(db, months), left: await sumOutgoing(db, months) };
}

const ratesOf = rows((db: Reads, { day }: Blanks<{ day: string }>) =>
  db
    .select({ unit: bookRates.unit, rate: bookRates.rate })
    .from(bookRates)
    .where(sql`${bookRates.day} between ${day}::date - 1 and ${day}::date`)
    .orderBy(bookRates.day),
);

/** Dollars for one unit on a day, by unit; of the day before where the day has none. */
export async function readDayRates(db: Db, day: string): Promise<Map<string, string>> {
  return new Map((await ratesOf(db, { day })).map(({ unit, rate }) => [unit, rate]));
}
