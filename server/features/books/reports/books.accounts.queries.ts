import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances, bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import { refunds } from '#server/features/refunds/refunds.tables.ts';
import type { AccountKind } from '#shared/book/book.accounts.ts';
import { startOf } from '../books.months.ts';
import { bookRates } from '../books.tables.ts';

const orderId = sql.placeholder('orderId');

const orderState = (db: Reads) => db.select({ decidedAt: orders.decidedAt }).from(orders).where(eq(orders.id, orderId));

const held = {
  kind: bookAccounts.kind,
  subject: bookAccounts.subject,
  unit: bookAccounts.unit,
  amount: bookBalances.amount,
};

const ofSubjects = (kind: AccountKind, subjects: SQL) =>
  and(eq(bookAccounts.kind, kind), sql`${bookAccounts.subject} in (${subjects})`);

/** Transfers that entries of the order gave to it, or took back from it. */
const transfersOf = sql`select a.subject from ${bookAccounts} a join ${bookLines} l
  on a.id in (l.from_account, l.to_account) join ${bookEntries} e on e.id = l.entry_id
  where e.order_id = ${orderId} and a.kind = 'arrived'`;

const orderAccounts = (db: Reads) =>
  db
    .select(held)
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
          ofSubjects('arrived', transfersOf),
        ),
      ),
    )
    .orderBy(bookAccounts.kind, bookAccounts.subject, bookAccounts.unit);

export type HeldRow = Awaited<ReturnType<ReturnType<typeof orderAccounts>['execute']>>[number];

/**
 * The accounts of an order that hold something; those of its transfers only while it is open, as nothing of what is over
 * could still be given to it. Undefined where there is no such order.
 */
export async function findOrderAccounts(db: Db, id: string): Promise<HeldRow[] | undefined> {
  const [order] = await db.ask(orderState, { orderId: id });
  if (!order) return undefined;
  const rows = await db.ask(orderAccounts, { orderId: id });
  return order.decidedAt === null ? rows : rows.filter(({ kind }) => kind !== 'arrived');
}

/** The name of an account in totals: its kind, and what it is about where that is no row of a table. */
const name = sql`case when ${bookAccounts.kind} in ('cost', 'exchange')
  then ${bookAccounts.kind} || ':' || ${bookAccounts.subject} else ${bookAccounts.kind} end`.mapWith(String);
const byName = { account: name, kind: bookAccounts.kind, unit: bookAccounts.unit };
export type SumRow = { account: string; kind: AccountKind; unit: string; amount: string };

const balances = (db: Reads) =>
  db
    .select({ ...byName, amount: sql`sum(${bookBalances.amount})`.mapWith(String) })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .where(ne(bookBalances.amount, '0'))
    .groupBy(name, bookAccounts.kind, bookAccounts.unit);

/** Reads the present balance of accounts, by kind and unit: all that came less all that left. */
export const readBalances = (db: Db): Promise<SumRow[]> => db.ask(balances);

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

const from = sql.placeholder('from');
const until = sql.placeholder('before');
/** Entries that stand on the day when they happened, in this time. */
const inTime = and(
  eq(bookEntries.late, false),
  sql`${bookEntries.at} >= ${from}::timestamptz`,
  sql`${bookEntries.at} < ${until}::timestamptz`,
);
/** Late entries, which are few: they stand on the first day of the month they are booked in. */
const lateFrom = and(
  eq(bookEntries.late, true),
  sql`${bookEntries.at} < ${until}::timestamptz`,
  sql`${bookEntries.bookedIn} || '-01' >= ${sql.placeholder('fromDay')}`,
  sql`${bookEntries.bookedIn} || '-01' < ${sql.placeholder('beforeDay')}`,
);
const left = sql`-sum(${bookLines.amount})`;
/** One statement: an entry that is made meanwhile is in all of it or in none. */
const moves = (db: Reads) =>
  unionAll(
    sideSums(db, bookLines.toAccount, inTime),
    sideSums(db, bookLines.fromAccount, inTime, left),
    sideSums(db, bookLines.toAccount, lateFrom),
    sideSums(db, bookLines.fromAccount, lateFrom, left),
  );

/** A time of entries: from the start of a day on, the first one where it is undefined, and before a moment. */
export type Span = { fromDay: string | undefined; before: Date };

/**
 * Sums what accounts got less what left them, in parts to be added by kind and unit: by entries that happened in a span,
 * and by late ones that stand on its first day or later, before `beforeDay`, and happened before its end.
 */
export const readMoves = (db: Db, { fromDay, before }: Span, beforeDay = '9999-12-31'): Promise<SumRow[]> =>
  db.ask(moves, {
    from: fromDay === undefined ? '-infinity' : startOf(fromDay).toISOString(),
    before: before.toISOString(),
    fromDay: fromDay ?? '',
    beforeDay,
  });

const inMonths = and(
  sql`${bookEntries.bookedIn} >= ${sql.placeholder('first')}`,
  sql`${bookEntries.bookedIn} < ${sql.placeholder('before')}`,
);
const cameIn = (db: Reads) => sideSums(db, bookLines.toAccount, inMonths);
const leftIn = (db: Reads) => sideSums(db, bookLines.fromAccount, inMonths);

/** Sums what came to accounts and left them by entries booked from the first month on and before the end month. */
export async function readMovesIn(db: Db, first: string, end: string): Promise<{ came: SumRow[]; left: SumRow[] }> {
  const months = { first, before: end };
  return { came: await db.ask(cameIn, months), left: await db.ask(leftIn, months) };
}

const dayRates = (db: Reads) =>
  db
    .select({ unit: bookRates.unit, rate: bookRates.rate })
    .from(bookRates)
    .where(eq(bookRates.day, sql.placeholder('day')));

/** Dollars for one unit on a day, by unit. */
export async function readDayRates(db: Db, day: string): Promise<Map<string, string>> {
  return new Map((await db.ask(dayRates, { day })).map(({ unit, rate }) => [unit, rate]));
}
