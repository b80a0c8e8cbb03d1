import { and, count, desc, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import {
  first,
  isOneOf,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
} from '#server/db/query.ts';
import { fullName, users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { LineState } from '#shared/payouts/payouts.lifecycle.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { statementLines, statements } from '../payouts.statements.tables.ts';
import { deskAccounts } from '../payouts.tables.ts';
import type { StatementFormat } from './payouts.statement.ts';

const linesIn = (state: LineState) =>
  sql`(select count(*)::int from ${statementLines} where ${statementLines.statementId} = ${statements.id}
    and ${statementLines.state} = ${state})`.mapWith(Number);

/** Proposals that one press settles. */
const exactLines =
  sql`(select count(*)::int from ${statementLines} where ${statementLines.statementId} = ${statements.id}
  and ${statementLines.state} = 'proposed' and ${statementLines.rule} = 'exact')`.mapWith(Number);

const statementsWith = (db: Reads) =>
  db
    .select({
      id: statements.id,
      accountId: statements.accountId,
      format: statements.format,
      openingBalance: statements.openingBalance,
      closingBalance: statements.closingBalance,
      fileName: statements.fileName,
      sha256: statements.sha256,
      gapReason: statements.gapReason,
      added: statements.added,
      known: statements.known,
      importedBy: statements.importedBy,
      importedAt: statements.importedAt,
      accountName: deskAccounts.name,
      currency: deskAccounts.currency,
      from: statements.fromOn,
      to: statements.toOn,
      lines: statements.lineCount,
      settled: linesIn('matched'),
      proposed: linesIn('proposed'),
      exact: exactLines,
      unmatched: linesIn('unmatched'),
      importerName: fullName(users),
    })
    .from(statements)
    .innerJoin(deskAccounts, eq(deskAccounts.id, statements.accountId))
    .innerJoin(users, eq(users.id, statements.importedBy));
export type StatementRow = RowOf<typeof statementsWith>;

export const readStatementRow = first((db: Reads, { id }: Blanks<{ id: Id<'statement'> }>) =>
  statementsWith(db).where(eq(statements.id, id)),
);

type SameFile = { accountId: Id<'deskAccount'>; sha256: string };

/** The statement that has these bytes already. */
export const findSameFile = first((db: Reads, { accountId, sha256 }: Blanks<SameFile>) =>
  db
    .select({ id: statements.id })
    .from(statements)
    .where(and(eq(statements.accountId, accountId), eq(statements.sha256, sha256))),
);

type AccountId = { accountId: Id<'deskAccount'> | null };
type Range = { limit: number; offset: number };

const ofAccount = (db: Reads, { accountId }: Blanks<AccountId>) =>
  db
    .select({ id: statements.id })
    .from(statements)
    .where(sql`(${accountId}::uuid is null or ${statements.accountId} = ${accountId})`);
const newestFirst = [desc(statements.importedAt), desc(statements.id)];

const page = rows((db: Reads, blanks: Blanks<AccountId & Range>) => {
  const ids = ofAccount(db, blanks)
    .orderBy(...newestFirst)
    .limit(blanks.limit)
    .offset(blanks.offset);
  return statementsWith(db)
    .where(inArray(statements.id, ids))
    .orderBy(...newestFirst);
});

const countFound = one((db: Reads, blanks: Blanks<AccountId>) =>
  db.select({ total: count() }).from(ofAccount(db, blanks).limit(maxCounted).as('counted')),
);

/** A page of the statements, newest first, with the size of the list. */
export async function listStatementRows(
  db: Pick<Db, 'ask'>,
  accountId: Id<'deskAccount'> | null,
  range: Range,
): Promise<{ rows: StatementRow[]; total: number }> {
  const { total } = await countFound(db, { accountId });
  return { rows: await page(db, { accountId, ...range }), total };
}

export type NewStatement = typeof statements.$inferInsert & { id: Id<'statement'> };

/** Stores a bank statement. */
export async function insertStatement(tx: Tx, statement: NewStatement): Promise<void> {
  await tx.insert(statements).values(statement);
}

/** A file may have a hundred thousand lines: one query inserts this many, so that no other call waits long. */
const linesAtOnce = 2_000;

type LineFingerprints = { accountId: Id<'deskAccount'>; fingerprints: readonly string[] };

const knownLines = rows((db: Reads, { accountId, fingerprints }: Blanks<LineFingerprints>) =>
  db
    .select({ fingerprint: statementLines.fingerprint, occurrence: statementLines.occurrence })
    .from(statementLines)
    .where(and(eq(statementLines.accountId, accountId), isOneOf(statementLines.fingerprint, fingerprints))),
);

/** The lines among these that an earlier file of the account had, as `fingerprint occurrence`. */
export async function readKnownLines(
  db: Pick<Db, 'ask'>,
  accountId: Id<'deskAccount'>,
  lines: readonly Pick<NewLine, 'fingerprint'>[],
): Promise<Set<string>> {
  const knownFingerprints = new Set<string>();
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    const someLines = lines.slice(at, at + linesAtOnce);
    const fingerprints = [...new Set(someLines.map(({ fingerprint }) => fingerprint))];
    const result = await knownLines(db, { accountId, fingerprints });
    for (const { fingerprint, occurrence } of result) knownFingerprints.add(`${fingerprint} ${occurrence}`);
  }
  return knownFingerprints;
}

const storedLines = manyOf(
  statementLines,
  'id',
  'statementId',
  'accountId',
  'seq',
  'bookedOn',
  'valueOn',
  'direction',
  'amount',
  'currency',
  'text',
  'bankRef',
  'endToEndId',
  'counterpartyName',
  'counterpartyAccount',
  'isReversal',
  'fingerprint',
  'occurrence',
  'state',
  'rule',
  'candidates',
);
const storeLines = sent((db: Drizzle, lists: ListsOf<typeof storedLines>) =>
  db.insert(statementLines).select(storedLines.rowsOf(lists)),
);

type NewLine = Parameters<typeof storedLines.listsOf>[0][number];

type Place = Pick<NewLine, 'statementId' | 'accountId'>;
type LineFinding = Pick<NewLine, 'state' | 'rule' | 'candidates'>;
type ReadLine = Omit<NewLine, keyof Place | keyof LineFinding>;

/** Stores lines with their findings. */
export async function insertLines<Line extends ReadLine>(
  tx: Tx,
  { statementId, accountId }: Place,
  lines: readonly Line[],
  findingOf: (line: Line) => LineFinding,
): Promise<void> {
  // Some are written down while PostgreSQL stores those before them.
  let storing = Promise.resolve();
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    const rows = lines.slice(at, at + linesAtOnce).map((line): NewLine => {
      const { id, seq, bookedOn, valueOn, direction, amount, currency, text, bankRef, endToEndId } = line;
      const { counterpartyName, counterpartyAccount, isReversal, fingerprint, occurrence } = line;
      const { state, rule, candidates } = findingOf(line);
      const lineColumns = { id, seq, bookedOn, valueOn, direction, amount, currency, text, bankRef, endToEndId };
      const parties = { counterpartyName, counterpartyAccount, isReversal, fingerprint, occurrence };
      return Object.assign(lineColumns, parties, { statementId, accountId, state, rule, candidates });
    });
    const lists = storedLines.listsOf(rows);
    await storing;
    storing = storeLines(tx, lists);
  }
  await storing;
}

type MatchResult = { id: Id<'statementLine'>; state: LineState; rule: string | null; candidates: readonly unknown[] };
type MatchResultLists = {
  ids: Id<'statementLine'>[];
  states: LineState[];
  rules: (string | null)[];
  candidates: string[];
};

const writeFindings = sent((db: Drizzle, { ids, states, rules, candidates }: Blanks<MatchResultLists>) =>
  db
    .update(statementLines)
    .set({ state: sql`found.state`, rule: sql`found.rule`, candidates: sql`found.candidates` })
    .from(
      sql`unnest(${ids}::uuid[], ${states}::text[], ${rules}::text[], ${candidates}::jsonb[])
        as found (id, state, rule, candidates)`,
    )
    .where(sql`found.id = ${statementLines.id}`),
);

/** Replaces the findings of stored lines. */
export async function updateFindings(tx: Tx, results: readonly MatchResult[]): Promise<void> {
  await writeFindings(tx, {
    ids: results.map(({ id }) => id),
    states: results.map(({ state }) => state),
    rules: results.map(({ rule }) => rule),
    candidates: results.map(({ candidates }) => JSON.stringify(candidates)),
  });
}

type OtherFormatDays = { accountId: Id<'deskAccount'>; format: StatementFormat; from: string; to: string };

/** Lines of these days that files of other formats had, in the order of their files. */
export const readLinesOfOtherFormats = rows((db: Reads, { accountId, format, from, to }: Blanks<OtherFormatDays>) =>
  db
    .select({
      bookedOn: statementLines.bookedOn,
      direction: statementLines.direction,
      amount: statementLines.amount,
      text: statementLines.text,
      endToEndId: sql`coalesce(${statementLines.endToEndId}, '')`.mapWith(String),
      counterpartyName: sql`coalesce(${statementLines.counterpartyName}, '')`.mapWith(String),
      fingerprint: statementLines.fingerprint,
      occurrence: statementLines.occurrence,
    })
    .from(statementLines)
    .innerJoin(statements, eq(statements.id, statementLines.statementId))
    .where(
      and(
        eq(statementLines.accountId, accountId),
        ne(statements.format, format),
        gte(statementLines.bookedOn, from),
        lte(statementLines.bookedOn, to),
      ),
    )
    .orderBy(statements.importedAt, statementLines.statementId, statementLines.seq),
);

type StatementId = Blanks<{ statementId: Id<'statement'> }>;

/** The member who imported a statement. */
export const readImporter = first((db: Reads, { statementId }: StatementId) =>
  db.select({ importedBy: statements.importedBy }).from(statements).where(eq(statements.id, statementId)),
);

/** Number of lines of a statement that still wait for a decision. */
export const countOpenLines = one((db: Reads, { statementId }: StatementId) =>
  db
    .select({ left: count() })
    .from(statementLines)
    .where(and(eq(statementLines.statementId, statementId), inArray(statementLines.state, ['proposed', 'unmatched']))),
);
