import { createHash } from 'node:crypto';
import type { RowOf, RowShape } from './rows.ts';

type StatementKind = 'read' | 'write';

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

/** What a statement can be sent through: `Db` takes reads, `Tx` takes all. */
export type Runner<Kind extends StatementKind> = {
  /** Sends a named statement; `values` fill $1, $2, …; numerics come back as strings. */
  run: <Row>(statement: Statement<Kind, Row>, values?: readonly unknown[]) => Promise<Row[]>;
};

/** Every statement declared so far: a test prepares each and compares its columns with the declared ones. */
export const declaredStatements: Statement<StatementKind, unknown>[] = [];

const writes = /\b(insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|truncate|nextval)\b/i;

/** SQL in its place: readStatement(columns)`select …`. */
type Sql<Declared> = (parts: TemplateStringsArray, ...values: readonly (string | number)[]) => Declared;

/**
 * Declares a statement, or the function that sends it with `Values` as $1, $2, …:
 * readStatement({ id: column.uuid }).value<[email: string]>()`select id from users where email = $1`.
 */
type Declaration<Kind extends StatementKind, Row> = Sql<Statement<Kind, Row>> & {
  rows: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, Row[]>>;
  first: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, Row | undefined>>;
  /** The one column of the first row, undefined without one. */
  value: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, Row[keyof Row] | undefined>>;
  /** The row there always is. */
  one: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, Row>>;
  /** The one column of the row there always is. */
  only: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, Row[keyof Row]>>;
  /** The one column of every row. */
  values: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, Row[keyof Row][]>>;
  /** Whether there is a row. */
  exists: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, boolean>>;
  /** How many rows there are. */
  count: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, number>>;
  /** The same with each row as `view` makes it. */
  as: <View>(view: (row: Row) => View) => Pick<Declaration<Kind, View>, 'rows' | 'first' | 'one'>;
  /** Nothing is read of the answer. */
  send: <Values extends unknown[] = []>() => Sql<Send<Kind, Values, void>>;
};
type Send<Kind extends StatementKind, Values extends unknown[], Answer> = (
  db: Runner<Kind>,
  ...values: Values
) => Promise<Answer>;

function declaration<Kind extends StatementKind, Row>(
  kind: Kind,
  columns: RowShape,
  checked = (text: string) => text,
): Declaration<Kind, Row> {
  const declared: Sql<Statement<Kind, Row>> = (parts, ...values) =>
    declare(kind, columns, checked(parts.reduce((text, part, at) => `${text}${values[at - 1]}${part}`)));
  const sent =
    <Answer>(answerOf: (rows: Row[]) => Answer) =>
    (): Sql<Send<Kind, unknown[], Answer>> =>
    (parts, ...values) => {
      const statement = declared(parts, ...values);
      return async (db, ...given) => answerOf(await db.run(statement, given));
    };
  const [name] = Object.keys(columns) as (keyof Row)[];
  const valueOf = (row: Row) => row[name as keyof Row];
  const answers = <View>(view: (row: Row) => View) => ({
    rows: sent((rows) => rows.map(view)),
    first: sent(([row]) => row && view(row)),
    one: sent((rows) => view(written(rows))),
  });
  return Object.assign(declared, {
    ...answers((row) => row),
    as: answers,
    value: sent(([row]) => row && valueOf(row)),
    only: sent((rows) => valueOf(written(rows))),
    values: sent((rows) => rows.map(valueOf)),
    exists: sent((rows) => rows.length > 0),
    count: sent((rows) => rows.length),
    send: sent(() => undefined),
  });
}

/** The row that a write returns, or an aggregate. */
export function written<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A statement that always answers a row answered none.');
  return row;
}

/** Declares a read at module level with all columns of its answer. Throws if the text writes: that needs a Tx. */
export function readStatement<Shape extends RowShape>(columns: Shape): Declaration<'read', RowOf<Shape>>;
export function readStatement<Shape extends RowShape>(columns: Shape, text: string): ReadStatement<RowOf<Shape>>;
export function readStatement(columns: RowShape, text?: string): unknown {
  if (text === undefined) return declaration('read', columns, onlyReading);
  return declare('read', columns, onlyReading(text));
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
export function writeStatement<Shape extends RowShape>(columns: Shape): Declaration<'write', RowOf<Shape>>;
export function writeStatement<Shape extends RowShape>(columns: Shape, text: string): WriteStatement<RowOf<Shape>>;
export function writeStatement(columns: RowShape, text?: string): unknown {
  return text === undefined ? declaration('write', columns) : declare('write', columns, text);
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

/** Named after the text, so that two statements can never share a name and the same text is prepared once. */
function nameOf(text: string): string {
  return `s_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
}

/** Constants of the code as a list of SQL text: `'pending', 'processing'`, for `in (…)`. Never for what was sent. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

/** The lock of lockName as part of a statement; the snapshot of this one is older. */
export const exclusiveLock = (name: string) =>
  `coalesce(pg_advisory_xact_lock(hashtextextended(${name}, 0))::text, '')`;
