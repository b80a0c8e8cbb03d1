import { createHash } from 'node:crypto';
import type { RowOf, RowShape } from './rows.ts';

type StatementKind = 'read' | 'write' | 'batched';

/** SQL text sent as a named statement, so that PostgreSQL parses and plans it once per connection. */
export type Statement<Kind extends StatementKind, Row> = {
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
  /** The columns of its result; empty where none is read. */
  readonly columns: RowShape;
  /** Its rows come as PostgreSQL sent them. */
  readonly isText?: boolean;
  /** Only for the compiler: a row of the answer. */
  readonly row?: Row;
};

/** A row as PostgreSQL sent it: the text of each column in their order, null where it is null. */
export type TextRow = readonly (string | null)[];

export type ReadStatement<Row> = Statement<'read', Row>;
export type WriteStatement<Row> = Statement<'write', Row>;
/** A write whose result is not needed. */
export type BatchedStatement = Statement<'batched', never>;

/** What a statement can be sent through: `Db` takes reads, `Tx` takes all, `runBatch` gathers batched writes. */
export type Runner<Kind extends StatementKind> = {
  /** Sends a named statement; `values` fill $1, $2, …; numerics come back as strings. */
  run: <Row>(statement: Statement<Kind, Row>, values?: readonly unknown[]) => Promise<Row[]>;
};

/** Every statement declared so far: a test prepares each and compares its columns with the declared ones. */
export const declaredStatements: Statement<StatementKind, unknown>[] = [];

const writes = /\b(insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|truncate|nextval)\b/i;

/** SQL in its place, or as the second argument where it is put together: readStatement(columns)`select …`. */
type Sql<S> = (parts: TemplateStringsArray, ...values: readonly (string | number)[]) => S;

/** Declares a read at module level with all columns of its answer. Throws if the text writes: that needs a Tx. */
export function readStatement<Shape extends RowShape>(columns: Shape): Sql<ReadStatement<RowOf<Shape>>>;
export function readStatement<Shape extends RowShape>(columns: Shape, text: string): ReadStatement<RowOf<Shape>>;
export function readStatement(columns: RowShape, text?: string) {
  const read = (sql: string) => declare('read', columns, onlyReading(sql));
  return text === undefined ? tagged(read) : read(text);
}

function tagged<S>(declared: (text: string) => S): Sql<S> {
  return (parts, ...values) => declared(parts.reduce((text, part, at) => `${text}${values[at - 1]}${part}`));
}

/** Declares a read whose rows are not parsed, for what only passes them on; see `json-view.ts`. */
export function readTextStatement(columns: RowShape, text: string): ReadStatement<TextRow> {
  return declare('read', columns, onlyReading(text), true);
}

function onlyReading(text: string): string {
  if (writes.test(text)) throw new Error(`A read statement must not write: ${text.slice(0, 80)}`);
  return text;
}

/** Declares a write, or a read that locks, in the same way; only a Tx runs it. */
export function writeStatement<Shape extends RowShape>(columns: Shape): Sql<WriteStatement<RowOf<Shape>>>;
export function writeStatement<Shape extends RowShape>(columns: Shape, text: string): WriteStatement<RowOf<Shape>>;
export function writeStatement(columns: RowShape, text?: string) {
  const write = (sql: string) => declare('write', columns, sql);
  return text === undefined ? tagged(write) : write(text);
}

/** Declares a write that returns nothing, as `insert`, `update`, `delete` or a `select` of one function. */
export function batchedWrite(text: string): BatchedStatement {
  if (!/^\s*(insert|update|delete|select)\b/i.test(text)) throw new Error(`Cannot be batched: ${text.slice(0, 80)}`);
  return declare('batched', {}, text);
}

function declare<Kind extends StatementKind, Row>(
  kind: Kind,
  columns: RowShape,
  text: string,
  isText = false,
): Statement<Kind, Row> {
  const statement = { kind, name: nameOf(text), text, columns, isText };
  declaredStatements.push(statement);
  return statement;
}

/** Sends the writes of `work` as one statement; none sees another's rows, and one refusal refuses all. */
export async function runBatch(
  tx: Runner<'batched'>,
  work: (batch: Runner<'batched'>) => Promise<void>,
): Promise<void> {
  const writes: { statement: Statement<'batched', unknown>; values: readonly unknown[] }[] = [];
  await work({
    run: async (statement, values = []) => {
      writes.push({ statement, values });
      return [];
    },
  });
  if (writes.length === 0) return;
  await tx.run(
    joinStatements(writes.map(({ statement, values }) => ({ ...statement, size: values.length }))),
    writes.flatMap(({ values }) => values),
  );
}

const batchCache = new Map<string, BatchedStatement>();

/** There are as many as the code has batches, so all are cached. */
function joinStatements(statements: readonly { name: string; text: string; size: number }[]): BatchedStatement {
  const key = statements.map(({ name }) => name).join();
  const statement = batchCache.get(key) ?? batchedStatementOf(statements);
  batchCache.set(key, statement);
  return statement;
}

function batchedStatementOf(statements: readonly { text: string; size: number }[]): BatchedStatement {
  let before = 0;
  const texts = statements.map(({ text, size }) => {
    const first = before;
    before += size;
    return text.trim().replace(/\$(\d+)/g, (_, number: string) => `$${first + Number(number)}`);
  });
  const calls = texts.filter((text) => /^select\b/i.test(text));
  const rows = texts.filter((text) => !calls.includes(text));
  const withRows = rows.length > 0 ? `with ${rows.map((text, at) => `row_${at} as (${text})`).join(', ')} ` : '';
  const text = `${withRows}select ${calls.map((call) => `(${call})`).join(', ')}`;
  return { kind: 'batched', name: nameOf(text), text, columns: {} };
}

/** Named after the text, so that two statements can never share a name and the same text is prepared once. */
function nameOf(text: string): string {
  return `s_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
}

/** Constants of the code as a list of SQL text: `'pending', 'processing'`, for `in (…)`. Never for what was sent. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
