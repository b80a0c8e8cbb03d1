import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { one, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { bookAccounts, bookBalances, bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { lineMatches, statementLines, statements } from '#server/features/payouts/payouts.statements.tables.ts';
import { deskAccounts, payoutAttempts, payoutBatches } from '#server/features/payouts/payouts.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { maxCounted } from '#shared/reference/limits.ts';

/** The newest statement with a closing balance of each account that ends before a day. */
const newestStatements = rows((db: Reads, { before }: Blanks<{ before: string }>) =>
  db
    .selectDistinctOn([statements.accountId], {
      accountId: statements.accountId,
      asOf: statements.toOn,
      balance: statements.closingBalance,
    })
    .from(statements)
    .where(
      and(isNotNull(statements.closingBalance), isNotNull(statements.toOn), sql`${statements.toOn} < ${before}::date`),
    )
    .orderBy(statements.accountId, desc(statements.toOn), desc(statements.fromOn), desc(statements.importedAt)),
);

const listAccounts = rows((db: Reads) =>
  db
    .select({ id: deskAccounts.id, name: deskAccounts.name, currency: deskAccounts.currency })
    .from(deskAccounts)
    .orderBy(asc(deskAccounts.name), asc(deskAccounts.id)),
);

/** Selects each balance of a kind of account, its sign turned round, and how many entries moved it, up to 10,000. */
const holdings = (db: Reads, { kind }: Blanks<{ kind: 'bank' | 'coins' }>) =>
  db
    .select({
      id: bookAccounts.id,
      subject: bookAccounts.subject,
      unit: bookAccounts.unit,
      book: sql`-${bookBalances.amount}`.mapWith(String),
      entries: sql`(select count(distinct counted.entry_id)::int from (select l.entry_id from ${bookLines} l
        where ${bookAccounts.id} in (l.from_account, l.to_account) limit ${sql.raw(String(maxCounted))}) counted)`.mapWith(
        Number,
      ),
    })
    .from(bookAccounts)
    .innerJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .where(eq(bookAccounts.kind, kind));
export type HoldingRow = RowOf<typeof holdings>;

const listHoldings = rows(holdings);

/** Sums the lines of an account since a moment, with the sign turned round as well. */
const sumMovedSince = one((db: Reads, { id, since }: Blanks<{ id: Id<'bookAccount'>; since: string }>) =>
  db
    .select({
      amount: sql`coalesce(sum(case when ${bookLines.fromAccount} = ${id}::uuid
        then ${bookLines.amount} else -${bookLines.amount} end), 0)`.mapWith(String),
    })
    .from(bookEntries)
    .innerJoin(bookLines, eq(bookLines.entryId, bookEntries.id))
    .where(
      and(
        sql`${bookEntries.at} >= ${since}::timestamptz`,
        sql`${id}::uuid in (${bookLines.fromAccount}, ${bookLines.toAccount})`,
      ),
    ),
);

type TransitRange = { accountId: Id<'deskAccount'>; asOf: string; until: string };

const matchedBy = (db: Reads, { asOf }: Blanks<TransitRange>) =>
  db
    .select({ id: lineMatches.id })
    .from(lineMatches)
    .innerJoin(statementLines, eq(statementLines.id, lineMatches.lineId))
    .where(
      and(
        eq(lineMatches.attemptId, payoutAttempts.id),
        eq(lineMatches.role, 'settled'),
        isNull(lineMatches.undoneAt),
        sql`${statementLines.bookedOn} <= ${asOf}::date`,
      ),
    );

/** A booking of the bank that is proposed for the payout and that no member has confirmed yet counts as stated. */
const proposedLines = (db: Reads, { asOf }: Blanks<TransitRange>) =>
  db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.accountId, payoutBatches.accountId),
        eq(statementLines.state, 'proposed'),
        eq(statementLines.direction, 'out'),
        sql`${statementLines.bookedOn} <= ${asOf}::date`,
        sql`${statementLines.candidates} @> jsonb_build_array(jsonb_build_object('payoutId', ${payoutAttempts.payoutId}))`,
      ),
    );

/** Attempts that were sent before the end of a day and that no statement shows as booked by then. */
const sumInTransit = one((db: Reads, sentBy: Blanks<TransitRange>) => {
  const { accountId, until } = sentBy;
  return db
    .select({ amount: sql`coalesce(sum(${payoutAttempts.amount}), 0)`.mapWith(String) })
    .from(payoutAttempts)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(
      and(
        eq(payoutBatches.accountId, accountId),
        inArray(payoutAttempts.state, ['sent', 'settled']),
        sql`${payoutAttempts.sentAt} < ${until}::timestamptz`,
        sql`not exists ${matchedBy(db, sentBy)}`,
        sql`not exists ${proposedLines(db, sentBy)}`,
        sql`not (${payoutAttempts.settledBy} is not null and ${payoutAttempts.settledBy} <> 'statement'
          and ${payoutAttempts.settledAt} < ${until}::timestamptz)`,
      ),
    );
});

/** The accounts of the business, each with its newest statement that ends before a day. */
export async function readAccounts(db: Db, beforeDay: string) {
  const lastStatements = await newestStatements(db, { before: beforeDay });
  return (await listAccounts(db)).map((account) => {
    const statement = lastStatements.find(({ accountId }) => accountId === account.id);
    return { ...account, asOf: statement?.asOf ?? null, balance: statement?.balance ?? null };
  });
}

/**
 * Reads the balance by the book of each account, or of each coin, at the moment given for it, and how many entries
 * moved it: the present balance without later entries.
 */
export async function readHoldings(
  db: Db,
  kind: 'bank' | 'coins',
  until: Readonly<Record<string, string>> = {},
): Promise<HoldingRow[]> {
  const allHoldings = await listHoldings(db, { kind });
  return Promise.all(
    allHoldings.map(async (row) => {
      const since = until[row.subject];
      if (since === undefined) return row;
      const movedSince = await sumMovedSince(db, { id: row.id, since });
      return { ...row, book: toText(decimal(row.book).minus(decimal(movedSince.amount))) };
    }),
  );
}

/** Sums the payments sent from an account by the end of a day and in no statement until then; decimal text. */
export async function readInTransit(
  db: Db,
  accountId: Id<'deskAccount'>,
  { asOf, until }: { asOf: string; until: Date },
) {
  return (await sumInTransit(db, { accountId, asOf, until: until.toISOString() })).amount;
}
