import { and, asc, desc, eq, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { isOneOf, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { bookAccounts, bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { payoutAttempts, payoutBatches } from '#server/features/payouts/payouts.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Account, EntryKind } from '#shared/book/book.accounts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { bookRates } from '../books.tables.ts';

const undoneEntry = alias(bookEntries, 'undone');
const fromAccount = alias(bookAccounts, 'from_account');
const toAccount = alias(bookAccounts, 'to_account');
const ownRate = alias(bookRates, 'own_rate');
const lateRate = alias(bookRates, 'late_rate');

const entryFields = {
  id: bookEntries.id,
  key: bookEntries.key,
  kind: bookEntries.kind,
  subject: bookEntries.subject,
  at: bookEntries.at,
  bookedIn: bookEntries.bookedIn,
  orderId: bookEntries.orderId,
  reference: orders.reference,
  coinId: orders.cryptoId,
  actorId: bookEntries.actorId,
  reason: bookEntries.reason,
  reversalOf: bookEntries.reversalOf,
  late: bookEntries.late,
  signature: bookEntries.signature,
};

const headFields = {
  ...entryFields,
  batchId: payoutBatches.id,
  batchSeq: payoutBatches.seq,
  actorName: sql`${users.firstName} || ' ' || ${users.lastName}`.mapWith(textOrNull),
  reversedBy: undoneEntry.id,
};

/** The payout attempt that an entry is about, which has a batch. */
const attemptId = sql`case when ${bookEntries.kind} like 'attempt.%' then ${bookEntries.subject}::uuid end`;

const heads = (db: Reads) =>
  db
    .select(headFields)
    .from(bookEntries)
    .leftJoin(orders, eq(orders.id, bookEntries.orderId))
    .leftJoin(users, eq(users.id, bookEntries.actorId))
    .leftJoin(undoneEntry, eq(undoneEntry.reversalOf, bookEntries.id))
    .leftJoin(payoutAttempts, eq(payoutAttempts.id, attemptId))
    .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId));
/** An entry as the journal shows it, without its lines. */
export type HeadRow = RowOf<typeof heads>;

type Ids = Blanks<{ ids: readonly Id<'bookEntry'>[] }>;

const linesOf = (db: Reads, { ids }: Ids) =>
  db
    .select({
      entryId: bookLines.entryId,
      unit: bookLines.unit,
      amount: bookLines.amount,
      fromKind: fromAccount.kind,
      fromSubject: fromAccount.subject,
      toKind: toAccount.kind,
      toSubject: toAccount.subject,
      given: sql`coalesce(${orders.cryptoId}, ${orders.fromCurrency})`.mapWith(textOrNull),
      payoutCurrency: orders.payoutCurrency,
      orderAmount: orders.amount,
      orderRate: orders.rate,
      valueUsd: orders.valueUsd,
      dayRate: sql`coalesce(${ownRate.rate}, ${lateRate.rate})`.mapWith(textOrNull),
    })
    .from(bookLines)
    .innerJoin(bookEntries, eq(bookEntries.id, bookLines.entryId))
    .innerJoin(fromAccount, eq(fromAccount.id, bookLines.fromAccount))
    .innerJoin(toAccount, eq(toAccount.id, bookLines.toAccount))
    .leftJoin(orders, eq(orders.id, bookEntries.orderId))
    .leftJoin(
      ownRate,
      and(eq(ownRate.unit, bookLines.unit), sql`${ownRate.day} = (${bookEntries.at} at time zone 'UTC')::date`),
    )
    .leftJoin(
      lateRate,
      and(
        bookEntries.late,
        eq(lateRate.unit, bookLines.unit),
        sql`${lateRate.day} = (${bookEntries.bookedIn} || '-01')::date`,
      ),
    )
    .where(isOneOf(bookLines.entryId, ids))
    .orderBy(bookLines.entryId, bookLines.line);
export type LineRow = RowOf<typeof linesOf>;

/** The lines of entries in their order, each with the columns that decide its value. */
export const readLines = rows(linesOf);

/** The bounds of a request for the journal; an undefined one sets no bound. */
export type JournalFilter = {
  from?: Date | undefined;
  /** The first moment after it. */
  before?: Date | undefined;
  account?: { kind: Account['kind']; subject: string | null } | undefined;
  orderId?: Id<'order'> | undefined;
  kind?: EntryKind | undefined;
  late?: boolean | undefined;
  /** A pattern in lower case, and whether it may find what members wrote. */
  search?: { pattern: string; inReasons: boolean } | undefined;
};

const matchesText = (pattern: string, ...texts: (SQL | typeof orders.reference)[]) =>
  or(...texts.map((text) => sql`lower(${text}) like ${pattern}`));

function conditionOf({ from, before, account, orderId, kind, late, search }: JournalFilter): SQL | undefined {
  const { id } = bookEntries;
  return and(
    from && gte(bookEntries.at, from),
    before && lt(bookEntries.at, before),
    account && sql`${id} in (${entriesOf(account)})`,
    orderId === undefined ? undefined : eq(bookEntries.orderId, orderId),
    kind && eq(bookEntries.kind, kind),
    late === undefined ? undefined : eq(bookEntries.late, late),
    search &&
      matchesText(
        search.pattern,
        orders.reference,
        sql`${bookEntries.key}`,
        sql`('B-' || lpad(${payoutBatches.seq}::text, 6, '0'))`,
        ...(search.inReasons ? [sql`${bookEntries.reason}`] : []),
      ),
  );
}

/** The entries that moved an account, or any account of its kind. */
function entriesOf({ kind, subject }: NonNullable<JournalFilter['account']>): SQL {
  const accounts = sql`(select a.id from ${bookAccounts} a where a.kind = ${kind}
    ${subject === null ? sql`` : sql`and a.subject = ${subject}`})`;
  return sql`select l.entry_id from ${bookLines} l where l.from_account in ${accounts}
    union select l.entry_id from ${bookLines} l where l.to_account in ${accounts}`;
}

/** A page of the journal by the time when entries happened; its size is counted to ten thousand. */
export async function readJournal(
  db: Db,
  filter: JournalFilter,
  { sort, limit, offset }: { sort: 'newest' | 'oldest'; limit: number; offset: number },
): Promise<{ rows: HeadRow[]; total: number }> {
  const condition = conditionOf(filter);
  const direction = sort === 'newest' ? desc : asc;
  const entries = await heads(db)
    .where(condition)
    .orderBy(direction(bookEntries.at), direction(bookEntries.id))
    .limit(limit)
    .offset(offset);
  const countedEntries = db
    .select({ one: sql`1`.as('one') })
    .from(bookEntries)
    .leftJoin(orders, eq(orders.id, bookEntries.orderId))
    .leftJoin(payoutAttempts, eq(payoutAttempts.id, attemptId))
    .leftJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(condition)
    .limit(maxCounted)
    .as('counted');
  const [count] = await db.select({ total: sql`count(*)::int`.mapWith(Number) }).from(countedEntries);
  return { rows: entries, total: count?.total ?? 0 };
}

/** Entries by their ids. */
export const readHeads = rows((db: Reads, { ids }: Ids) => heads(db).where(isOneOf(bookEntries.id, ids)));

/** All entries of an order, oldest first. */
export const readHeadsOfOrder = rows((db: Reads, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  heads(db).where(eq(bookEntries.orderId, orderId)).orderBy(bookEntries.at, bookEntries.id),
);

/**
 * Number of orders in one query: PostgreSQL finds each order and its lines by their keys, however long the tables are.
 */
const chunk = 100;

type Cursor = { bookedIn: string; at: string; id: string; before: string };

const isAfterCursor = ({ bookedIn, at, id, before }: Blanks<Cursor>) =>
  and(
    sql`(${bookEntries.bookedIn}, ${bookEntries.at}, ${bookEntries.id}) > (${bookedIn}, ${at}::timestamptz, ${id}::uuid)`,
    lt(bookEntries.bookedIn, before),
  );
const inOrder = (db: Reads, condition: SQL | undefined) =>
  db
    .select(entryFields)
    .from(bookEntries)
    .leftJoin(orders, eq(orders.id, bookEntries.orderId))
    .where(condition)
    .orderBy(bookEntries.bookedIn, bookEntries.at, bookEntries.id)
    .limit(chunk);
/** An entry as it is added up, without what only a reader of the journal asks for. */
export type EntryRow = RowOf<typeof inOrder>;

const chunkOfMonths = rows((db: Reads, cursor: Blanks<Cursor>) => inOrder(db, isAfterCursor(cursor)));
const chunkOfKinds = rows((db: Reads, cursor: Blanks<Cursor & { kinds: readonly EntryKind[] }>) =>
  inOrder(db, and(isAfterCursor(cursor), isOneOf(bookEntries.kind, cursor.kinds))),
);

const noId = '00000000-0000-0000-0000-000000000000';
/** Sorts before every moment, as text of PostgreSQL. */
const firstMoment = '-infinity';

/** The entries in the books from a month on, or a moment in it, and before another month; with `kinds` those alone. */
export type Months = { first: string; since?: Date; before: string; kinds?: readonly EntryKind[] };

/** Streams the entries booked from one month until before another, by month and time, in chunks. */
export async function* streamRows(db: Db, { first, since, before, kinds }: Months): AsyncGenerator<EntryRow[]> {
  let cursor = { bookedIn: first, at: since?.toISOString() ?? firstMoment, id: noId };
  for (;;) {
    const entries: EntryRow[] = kinds
      ? await chunkOfKinds(db, { ...cursor, before, kinds })
      : await chunkOfMonths(db, { ...cursor, before });
    if (entries.length > 0) yield entries;
    const end = entries.at(-1);
    if (!end || entries.length < chunk) return;
    cursor = { bookedIn: end.bookedIn, at: end.at.toISOString(), id: end.id };
  }
}
