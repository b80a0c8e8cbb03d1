import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { statements } from '../payouts.statements.tables.ts';

const file = ['fileName', 'sha256', 'gapReason', 'added', 'known', 'importedBy', 'importedAt'] as const;
const statement = columnsOf(statements, 's', 'id', 'accountId', 'format', 'openingBalance', 'closingBalance', ...file);
const statementRow = {
  ...statement.row,
  accountName: column.text,
  currency: column.text,
  from: orNull(column.text),
  to: orNull(column.text),
  lines: column.integer,
  settled: column.integer,
  proposed: column.integer,
  unmatched: column.integer,
  importerName: column.text,
};
export type StatementRow = RowOf<typeof statementRow>;

const statementColumns = `${statement.sql}, d.name as "accountName", d.currency, s.from_on::text as "from",
  s.to_on::text as "to", s.line_count as lines,
  (select count(*)::int from statement_lines l where l.statement_id = s.id and l.state = 'matched') as settled,
  (select count(*)::int from statement_lines l where l.statement_id = s.id and l.state = 'proposed') as proposed,
  (select count(*)::int from statement_lines l where l.statement_id = s.id and l.state = 'unmatched') as unmatched,
  w.first_name || ' ' || w.last_name as "importerName"`;
const statementJoins = `join desk_accounts d on d.id = s.account_id join users w on w.id = s.imported_by`;

export const readStatementRow = readStatement(statementRow).first<[id: string]>()`
  select ${statementColumns} from statements s ${statementJoins} where s.id = $1`;

/** The statement that has these bytes already. */
export const findSameFile = readStatement({ id: column.uuid }).value<[accountId: string, sha256: string]>()`
  select id from statements where account_id = $1 and sha256 = $2`;

const page = readStatement(statementRow)`
  select ${statementColumns} from (select * from statements where $1::uuid is null or account_id = $1
    order by imported_at desc, id desc limit $2 offset $3) s ${statementJoins} order by s.imported_at desc, s.id desc`;
const count = readStatement({ total: column.integer }).only<[accountId: string | null]>()`
  select count(*)::int as total from (select from statements where $1::uuid is null or account_id = $1 limit 10000) counted`;

/** A page of the statements, newest first, with the size of the list. */
export async function listStatementRows(
  db: Pick<Db, 'run'>,
  accountId: string | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StatementRow[]; total: number }> {
  return { rows: await db.run(page, [accountId, limit, offset]), total: await count(db, accountId) };
}

const neighbour = columnsOf(statements, 's', 'openingBalance', 'closingBalance');
const beside = (where: string, order: string) =>
  readStatement({ ...neighbour.row, from: column.text, to: column.text }).rows<[accountId: string, day: string]>()`
    select ${neighbour.sql}, from_on::text as "from", to_on::text as "to" from statements s
    where account_id = $1 and ${where} order by ${order}, imported_at desc limit 20`;

/** The statements with balances that end nearest before the day on which one begins. */
export const readEndedBefore = beside('closing_balance is not null and to_on <= $2::date', 'to_on desc, from_on desc');

/** The statements with balances that begin nearest after the day on which one ends. */
export const readBegunAfter = beside('opening_balance is not null and from_on >= $2::date', 'from_on, to_on');

export type NewStatement = typeof statements.$inferInsert & { id: string };

export async function insertStatement(tx: Tx, statement: NewStatement): Promise<void> {
  await tx.insert(statements).values(statement);
}

const knownLines = readStatement({ fingerprint: column.text, occurrence: column.integer })`
  select fingerprint, occurrence from statement_lines where account_id = $1 and fingerprint = any($2::text[])`;

/** Which of these lines an earlier file of the account had, as `fingerprint occurrence`. */
export async function readKnownLines(
  db: Pick<Db, 'run'>,
  accountId: string,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const rows = await db.run(knownLines, [accountId, fingerprints]);
  return new Set(rows.map(({ fingerprint, occurrence }) => `${fingerprint} ${occurrence}`));
}

/** Stores lines, as JSON, with what was found for them. */
export const insertLines = writeStatement({}).send<[statementId: string, accountId: string, lines: string]>()`
  insert into statement_lines (id, statement_id, account_id, seq, booked_on, value_on, direction, amount, currency, text,
    bank_ref, end_to_end_id, counterparty_name, counterparty_account, is_reversal, fingerprint, occurrence, state, rule, candidates)
  select id, $1, $2, seq, "bookedOn", "valueOn", direction, amount, currency, text, "bankRef", "endToEndId",
    "counterpartyName", "counterpartyAccount", "isReversal", fingerprint, occurrence, state, rule, candidates
  from jsonb_to_recordset($3::jsonb) as l (id uuid, seq int, "bookedOn" date, "valueOn" date, direction text, amount numeric,
    currency text, text text, "bankRef" text, "endToEndId" text, "counterpartyName" text, "counterpartyAccount" text,
    "isReversal" boolean, fingerprint text, occurrence int, state text, rule text, candidates jsonb)`;

/** Replaces what was found for lines that are stored already; JSON of `storedFindings`. */
export const updateFindings = writeStatement({}).send<[findings: string]>()`
  update statement_lines l set state = f.state, rule = f.rule, candidates = f.candidates
  from jsonb_to_recordset($1::jsonb) as f (id uuid, state text, rule text, candidates jsonb) where l.id = f.id`;

/** Who imported a statement. */
export const readImporter = readStatement({ importedBy: column.uuid }).value<[statementId: string]>()`
  select imported_by as "importedBy" from statements where id = $1`;

/** How many lines of a statement still wait for a decision. */
export const countOpenLines = readStatement({ left: column.integer }).only<[statementId: string]>()`
  select count(*)::int as left from statement_lines
  where statement_id = $1 and state in ('proposed', 'unmatched')`;
