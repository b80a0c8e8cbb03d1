import { eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { first, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import { bookChecks } from './book.periods.tables.ts';
import { bookAccounts, bookBalances, bookLines } from './book.tables.ts';

export type Finding = NonNullable<typeof bookChecks.$inferSelect.finding>;

/** The newest check of the book; undefined before the first. */
export const lastCheck = first((db: Reads) => db.select().from(bookChecks));

type Check = { at: Date; isChanged: boolean; finding: Finding | null };

const upsertCheck = sent((db: Drizzle, { at, isChanged, finding }: Blanks<Check>) =>
  db
    .insert(bookChecks)
    .values({
      checkedAt: at,
      changedSince: sql`case when ${isChanged}::boolean then ${at}::timestamptz end`,
      finding,
    })
    .onConflictDoUpdate({
      target: bookChecks.only,
      set: {
        checkedAt: sql`excluded.checked_at`,
        changedSince: sql`case when excluded.finding is not null then coalesce(${bookChecks.changedSince}, excluded.changed_since) end`,
        finding: sql`excluded.finding`,
      },
    }),
);

/** Stores a check; the moment since when something differs stays that of the first finding. */
export async function storeCheck(tx: Tx, at: Date, finding: Finding | undefined): Promise<void> {
  await upsertCheck(tx, { at, isChanged: finding !== undefined, finding: finding ?? null });
}

const chunk = 1_000;
const noId = '00000000-0000-0000-0000-000000000000';

const sumOf = (column: typeof bookLines.toAccount | typeof bookLines.fromAccount) =>
  sql`coalesce((select sum(l.amount) from ${bookLines} l where l.${sql.identifier(column.name)} = ${bookBalances.accountId}), 0)`;

const recompute = rows((db: Reads, { after }: Blanks<{ after: string }>) =>
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
    .where(gt(bookBalances.accountId, after))
    .orderBy(bookBalances.accountId)
    .limit(chunk),
);

/** Accounts whose balance is not the sum of all their lines, a chunk of accounts at a time. */
export async function* findWrongBalances(db: Db): AsyncGenerator<Pick<Account, 'kind' | 'subject'>> {
  for (let after = noId; ;) {
    const result = await recompute(db, { after });
    for (const { isRight, kind, subject } of result) if (!isRight) yield { kind, subject };
    const last = result.at(-1);
    if (!last || result.length < chunk) return;
    after = last.id;
  }
}
