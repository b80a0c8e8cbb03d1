import { eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Drizzle, Reads } from '#server/db/query.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import { bookChecks } from './book.periods.tables.ts';
import { bookAccounts, bookBalances, bookLines } from './book.tables.ts';

export type Finding = NonNullable<typeof bookChecks.$inferSelect.finding>;

const newest = (db: Reads) => db.select().from(bookChecks);

/** The newest check of the book; undefined before the first. */
export async function lastCheck(db: Db): Promise<typeof bookChecks.$inferSelect | undefined> {
  const [row] = await db.ask(newest);
  return row;
}

const store = (db: Drizzle) =>
  db
    .insert(bookChecks)
    .values({
      checkedAt: sql.placeholder('at'),
      changedSince: sql`case when ${sql.placeholder('isChanged')}::boolean then ${sql.placeholder('at')}::timestamptz end`,
      finding: sql`${sql.placeholder('finding')}::jsonb`,
    })
    .onConflictDoUpdate({
      target: bookChecks.only,
      set: {
        checkedAt: sql`excluded.checked_at`,
        changedSince: sql`case when excluded.finding is not null then coalesce(${bookChecks.changedSince}, excluded.changed_since) end`,
        finding: sql`excluded.finding`,
      },
    });

/** Stores a check: since when something differs stays as it was first seen. */
export async function storeCheck(tx: Tx, at: Date, finding: Finding | undefined): Promise<void> {
  const values = { at, isChanged: finding !== undefined, finding: finding ? JSON.stringify(finding) : null };
  await tx.ask(store, values);
}

const chunk = 1_000;
const noId = '00000000-0000-0000-0000-000000000000';

const sumOf = (column: typeof bookLines.toAccount | typeof bookLines.fromAccount) =>
  sql`coalesce((select sum(l.amount) from ${bookLines} l where l.${sql.identifier(column.name)} = ${bookBalances.accountId}), 0)`;

const recomputed = (db: Reads) =>
  db
    .select({
      id: bookBalances.accountId,
      kind: bookAccounts.kind,
      subject: bookAccounts.subject,
      isRight: sql`${bookBalances.amount} = ${sumOf(bookLines.toAccount)} - ${sumOf(bookLines.fromAccount)}`.mapWith(
        Boolean,
      ),
    })
    .from(bookBalances)
    .innerJoin(bookAccounts, eq(bookAccounts.id, bookBalances.accountId))
    .where(gt(bookBalances.accountId, sql.placeholder('after')))
    .orderBy(bookBalances.accountId)
    .limit(chunk);

/** Accounts whose balance is not what all their lines come to, a chunk of accounts at a time. */
export async function* findWrongBalances(db: Db): AsyncGenerator<Pick<Account, 'kind' | 'subject'>> {
  for (let after = noId; ;) {
    const rows = await db.ask(recomputed, { after });
    for (const { isRight, kind, subject } of rows) if (!isRight) yield { kind, subject };
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last.id;
  }
}
