import { and, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { rows, type Blanks, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { statements } from '../payouts.statements.tables.ts';
import { deskAccounts } from '../payouts.tables.ts';

/** The newest closing balance of each account, by the rule of the reconciliation; undated ones do not count. */
export const readClosings = rows((db: Reads) =>
  db
    .selectDistinctOn([statements.accountId], {
      accountId: statements.accountId,
      currency: deskAccounts.currency,
      isActive: deskAccounts.isActive,
      on: sql`${statements.toOn}`.mapWith(String),
      amount: sql`${statements.closingBalance}`.mapWith(String),
    })
    .from(statements)
    .innerJoin(deskAccounts, eq(deskAccounts.id, statements.accountId))
    .where(and(isNotNull(statements.closingBalance), isNotNull(statements.toOn)))
    .orderBy(statements.accountId, desc(statements.toOn), desc(statements.fromOn), desc(statements.importedAt)),
);

type AccountDay = Blanks<{ accountId: Id<'deskAccount'>; day: string }>;

const balances = {
  openingBalance: statements.openingBalance,
  closingBalance: statements.closingBalance,
  from: sql`${statements.fromOn}`.mapWith(String),
  to: sql`${statements.toOn}`.mapWith(String),
};

/** The statements with balances that end nearest before the day on which one begins. */
export const readEndedBefore = rows((db: Reads, { accountId, day }: AccountDay) =>
  db
    .select(balances)
    .from(statements)
    .where(and(eq(statements.accountId, accountId), isNotNull(statements.closingBalance), lte(statements.toOn, day)))
    .orderBy(desc(statements.toOn), desc(statements.fromOn), desc(statements.importedAt))
    .limit(20),
);

/** The statements with balances that begin nearest after the day on which one ends. */
export const readBegunAfter = rows((db: Reads, { accountId, day }: AccountDay) =>
  db
    .select(balances)
    .from(statements)
    .where(and(eq(statements.accountId, accountId), isNotNull(statements.openingBalance), gte(statements.fromOn, day)))
    .orderBy(statements.fromOn, statements.toOn, desc(statements.importedAt))
    .limit(20),
);
