import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { bookAccounts, bookEntries, bookLines } from '#server/features/book/book.tables.ts';
import { lineMatches, statementLines, statements } from '#server/features/payouts/payouts.statements.tables.ts';
import { deskAccounts, payoutAttempts, payoutBatches } from '#server/features/payouts/payouts.tables.ts';

const limit = sql.placeholder('before');

/** The newest statement with a closing balance of each account that ends before a day. */
const newestStatements = (db: Reads) =>
  db
    .selectDistinctOn([statements.accountId], {
      accountId: statements.accountId,
      asOf: statements.toOn,
      balance: statements.closingBalance,
    })
    .from(statements)
    .where(
      and(isNotNull(statements.closingBalance), isNotNull(statements.toOn), sql`${statements.toOn} < ${limit}::date`),
    )
    .orderBy(statements.accountId, desc(statements.toOn), desc(statements.fromOn), desc(statements.importedAt));

const accounts = (db: Reads) =>
  db
    .select({ id: deskAccounts.id, name: deskAccounts.name, currency: deskAccounts.currency })
    .from(deskAccounts)
    .orderBy(asc(deskAccounts.name), asc(deskAccounts.id));

/** What there is at an account, or of a coin: what left its book account less what came to it. */
const holding = sql`coalesce(sum(case when ${bookAccounts.id} = ${bookLines.fromAccount}
  then ${bookLines.amount} else -${bookLines.amount} end), 0)`.mapWith(String);

const holdings = (db: Reads) =>
  db
    .select({
      subject: bookAccounts.subject,
      unit: bookAccounts.unit,
      book: holding,
      entries: sql`count(distinct ${bookLines.entryId})::int`.mapWith(Number),
    })
    .from(bookLines)
    .innerJoin(bookEntries, eq(bookEntries.id, bookLines.entryId))
    .innerJoin(bookAccounts, sql`${bookAccounts.id} in (${bookLines.fromAccount}, ${bookLines.toAccount})`)
    .where(
      and(
        eq(bookAccounts.kind, sql.placeholder('kind')),
        sql`${bookEntries.at} < coalesce((${sql.placeholder('until')}::jsonb ->> ${bookAccounts.subject})::timestamptz, 'infinity')`,
      ),
    )
    .groupBy(bookAccounts.subject, bookAccounts.unit);
export type HoldingRow = Awaited<ReturnType<ReturnType<typeof holdings>['execute']>>[number];

const matchedBy = (db: Reads) =>
  db
    .select({ id: lineMatches.id })
    .from(lineMatches)
    .innerJoin(statementLines, eq(statementLines.id, lineMatches.lineId))
    .where(
      and(
        eq(lineMatches.attemptId, payoutAttempts.id),
        eq(lineMatches.role, 'settled'),
        isNull(lineMatches.undoneAt),
        sql`${statementLines.bookedOn} <= ${sql.placeholder('asOf')}::date`,
      ),
    );

/** Attempts that were sent by the end of a day, and that nothing says have left the account by then. */
const inTransit = (db: Reads) =>
  db
    .select({ amount: sql`coalesce(sum(${payoutAttempts.amount}), 0)`.mapWith(String) })
    .from(payoutAttempts)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payoutAttempts.batchId))
    .where(
      and(
        eq(payoutBatches.accountId, sql.placeholder('accountId')),
        inArray(payoutAttempts.state, ['sent', 'settled']),
        sql`${payoutAttempts.sentAt} < ${sql.placeholder('until')}::timestamptz`,
        sql`not exists ${matchedBy(db)}`,
        sql`not (${payoutAttempts.settledBy} is not null and ${payoutAttempts.settledBy} <> 'statement'
          and ${payoutAttempts.settledAt} < ${sql.placeholder('until')}::timestamptz)`,
      ),
    );

/** The accounts of the business, each with its newest statement that ends before a day. */
export async function readAccounts(db: Db, beforeDay: string) {
  const newest = await db.ask(newestStatements, { before: beforeDay });
  return (await db.ask(accounts)).map((account) => {
    const statement = newest.find(({ accountId }) => accountId === account.id);
    return { ...account, asOf: statement?.asOf ?? null, balance: statement?.balance ?? null };
  });
}

/** What there is by the book at each account, or of each coin, until the moment given for it, and how many entries moved it. */
export async function readHoldings(
  db: Db,
  kind: 'bank' | 'coins',
  until: Readonly<Record<string, string>> = {},
): Promise<HoldingRow[]> {
  return db.ask(holdings, { kind, until: JSON.stringify(until) });
}

/** What was sent from an account by the end of a day, and is in no statement of it until then. */
export async function readInTransit(db: Db, accountId: string, { asOf, until }: { asOf: string; until: Date }) {
  const [row] = await db.ask(inTransit, { accountId, asOf, until: until.toISOString() });
  return row?.amount ?? '0';
}
