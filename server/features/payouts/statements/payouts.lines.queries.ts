import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { isNamed } from '#server/db/like.ts';
import {
  placeholderValues,
  isOneOf,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import type { QueryOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { LineState } from '#shared/payouts/payouts.lifecycle.ts';
import type { listStatementLines } from '#shared/payouts/payouts.statements.contract.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { statementLines } from '../payouts.statements.tables.ts';
import { payouts } from '../payouts.tables.ts';

type Ids = { ids: readonly Id<'statementLine'>[] };

/** Lines in the order of the ids. */
export const readLines = rows((db: Reads, { ids }: Blanks<Ids>) =>
  db
    .select({
      id: statementLines.id,
      statementId: statementLines.statementId,
      accountId: statementLines.accountId,
      direction: statementLines.direction,
      amount: statementLines.amount,
      currency: statementLines.currency,
      text: statementLines.text,
      bankRef: statementLines.bankRef,
      endToEndId: statementLines.endToEndId,
      isReversal: statementLines.isReversal,
      counterpartyName: statementLines.counterpartyName,
      counterpartyAccount: statementLines.counterpartyAccount,
      state: statementLines.state,
      rule: statementLines.rule,
      candidates: statementLines.candidates,
      reason: statementLines.reason,
      bookedOn: statementLines.bookedOn,
      valueOn: statementLines.valueOn,
    })
    .from(statementLines)
    .innerJoin(sql`unnest(${ids}::uuid[]) with ordinality as wanted (id, place)`, sql`wanted.id = ${statementLines.id}`)
    .orderBy(sql`wanted.place`),
);
export type LineRow = Awaited<ReturnType<typeof readLines>>[number];

/** The names of the accounts that payouts go to. */
export const readPayees = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'payout'>[] }>) =>
  db
    .select({
      id: payouts.id,
      name: sql`${payouts.details}->>'accountName'`.mapWith(textOrNull),
      approvedAt: payouts.approvedAt,
    })
    .from(payouts)
    .where(isOneOf(payouts.id, ids)),
);

/**
 * LIKE patterns of references and of names; texts that may contain account numbers are searched only for readers who
 * see those.
 */
export type LineFilter = Pick<QueryOf<typeof listStatementLines>, 'account' | 'statement' | 'from' | 'to'> & {
  states: readonly LineState[];
  pattern: string | null;
  patterns: readonly string[];
  seesAccounts: boolean;
  /** Proposals that one press settles, or the others; null for both. */
  isExact: boolean | null;
};

type LineSearch = Pick<LineFilter, 'states' | 'isExact' | 'pattern' | 'patterns' | 'seesAccounts'> & {
  account: string | null;
  statement: string | null;
  from: string | null;
  to: string | null;
};
type Range = { limit: number; offset: number };

const matchesFilter = ({
  states,
  isExact,
  account,
  statement,
  from,
  to,
  pattern,
  patterns,
  seesAccounts,
}: Blanks<LineSearch>) => {
  const { accountId, statementId, bookedOn, bankRef, endToEndId, counterpartyName, searchText, text } = statementLines;
  return and(
    isOneOf(statementLines.state, states),
    sql`(${isExact}::boolean is null or coalesce(${statementLines.rule} = 'exact', false) = ${isExact})`,
    sql`(${account}::uuid is null or ${accountId} = ${account})`,
    sql`(${statement}::uuid is null or ${statementId} = ${statement})`,
    sql`(${from}::date is null or ${bookedOn} >= ${from})`,
    sql`(${to}::date is null or ${bookedOn} <= ${to})`,
    sql`(${pattern}::text is null or lower(concat_ws(' ', ${bankRef},
      case when ${seesAccounts}::boolean or ${endToEndId} ~ '^LF-' then ${endToEndId} end,
      case when ${seesAccounts}::boolean
        then ${text} || ' ' || coalesce(${statementLines.counterpartyAccount}, '') end)) like ${pattern}
      or (${seesAccounts}::boolean or ${counterpartyName} !~ '[0-9@]') and ${isNamed(searchText, patterns)})`,
  );
};
const page = rows((db: Reads, blanks: Blanks<LineSearch & Range>) =>
  db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(matchesFilter(blanks))
    .orderBy(sql`${statementLines.bookedOn} desc`, statementLines.statementId, statementLines.seq)
    .limit(blanks.limit)
    .offset(blanks.offset),
);

const countFound = one((db: Reads, blanks: Blanks<LineSearch>) =>
  db
    .select({ total: count() })
    .from(
      db
        .select({ id: statementLines.id })
        .from(statementLines)
        .where(matchesFilter(blanks))
        .limit(maxCounted)
        .as('counted'),
    ),
);

/** A page of the lines that fit, newest day first, with the size of the whole list. */
export async function listLineRows(
  db: Pick<Db, 'ask'>,
  filter: LineFilter,
  range: Range,
): Promise<{ rows: LineRow[]; total: number }> {
  const { states, isExact, account = null, statement = null, from = null, to = null } = filter;
  const { pattern, patterns, seesAccounts } = filter;
  const lineFilter = { states, isExact, account, statement, from, to, pattern, patterns, seesAccounts };
  const { total } = await countFound(db, lineFilter);
  const ids = (await page(db, { ...lineFilter, ...range })).map(({ id }) => id);
  return { rows: await readLines(db, { ids }), total };
}

const lock = rows((db: Drizzle, { ids }: Blanks<Ids>) =>
  db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(isOneOf(statementLines.id, ids))
    .orderBy(statementLines.id)
    .for('update'),
);

/** Locks lines in the order of their ids, before payouts are locked. */
export async function lockLines(tx: Tx, ids: readonly Id<'statementLine'>[]): Promise<LineRow[]> {
  await lock(tx, { ids });
  return readLines(tx, { ids });
}

type ExactPage = { statementId: Id<'statement'>; after: number; limit: number };

/** The next exact proposals of a statement. */
export const readExact = rows((db: Reads, { statementId, after, limit }: Blanks<ExactPage>) =>
  db
    .select({ id: statementLines.id, seq: statementLines.seq })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.statementId, statementId),
        eq(statementLines.state, 'proposed'),
        eq(statementLines.rule, 'exact'),
        gt(statementLines.seq, after),
      ),
    )
    .orderBy(statementLines.seq)
    .limit(limit),
);

type NewState = Ids & { state: LineState; reason: string | null };

export const setLineStates = sent((db: Drizzle, { ids, state, reason }: Blanks<NewState>) =>
  db.update(statementLines).set(placeholderValues({ state, reason })).where(isOneOf(statementLines.id, ids)),
);
