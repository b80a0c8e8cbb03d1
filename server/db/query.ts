import { createHash } from 'node:crypto';
import { DrizzleQueryError, getTableColumns, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import { NodePgDatabase, type NodePgClient } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { remembered } from '../lib/remembered.ts';
import { MappingSession } from './row-mapper.ts';

/** The Drizzle instance of one connection, or of the pool. */
export type Drizzle = NodePgDatabase;
/** The part of Drizzle that reads need. */
export type Reads = Pick<Drizzle, 'select' | 'selectDistinct' | 'selectDistinctOn' | '$count' | '$with' | 'with' | '_'>;

/** The places of values in a query, by their names: `sql.placeholder(name)`. */
export type Blanks<Values> = { readonly [Name in keyof Values]: Placeholder<string, Values[Name]> };

/** Blanks as the values of an update, `set(placeholderValues({ email }))`: Drizzle takes them, but its types do not. */
export function placeholderValues<Values>(blanks: Blanks<Values>): { [Name in keyof Values]: SQL<Values[Name]> } {
  // Drizzle takes a placeholder where it takes SQL; its types do not say so.
  return blanks as unknown as { [Name in keyof Values]: SQL<Values[Name]> };
}

type StoredColumns<From extends PgTable, LeftOut extends string> = Omit<From['$inferSelect'], LeftOut>;

/**
 * The values of an insert of whole rows: a blank for each column of the table, except those left to PostgreSQL. A new
 * column needs a blank or a place in `leftOut`, or no code that writes rows compiles.
 */
export function rowOf<From extends PgTable, LeftOut extends keyof From['$inferSelect'] & string>(
  table: From,
  blanks: Blanks<StoredColumns<From, LeftOut>>,
  ...leftOut: readonly LeftOut[]
): From['$inferInsert'] {
  // `includes` takes the type of the list alone, not any text.
  const names = Object.keys(getTableColumns(table)).filter((name) => !(leftOut as readonly string[]).includes(name));
  return Object.fromEntries(names.map((name) => [name, Reflect.get(blanks, name)]));
}

/** True where a column is one of a list, which is sent as one array. */
export function isOneOf<Value>(column: SQLWrapper, list: Placeholder<string, readonly Value[]>): SQL {
  return sql`${column} = any(${list})`;
}

type PreparedQuery<Answer> = { execute: (values?: Record<string, unknown>) => Promise<Answer> };
type Buildable<Answer> = SQLWrapper & {
  toSQL: () => { sql: string };
  prepare: (name: string) => PreparedQuery<Answer>;
};

/**
 * A query as a function of the database and its blanks, declared once at module level. One that asks for `Reads` is
 * sent through a `Db` or a `Tx`; one that asks for `Drizzle` writes or locks, and goes through a `Tx` alone.
 */
export type Query<On, Answer, Values = object> = (db: On, blanks: Blanks<Values>) => Buildable<Answer>;

/** A query has no blanks, or is sent with a value for each. */
type ValuesArgument<Values> = keyof Values extends never ? [values?: object] : [values: Values];

/** The target of queries whose answer is not read: a transaction, or a batch of them. */
export type Sends<On> = {
  /** Sends a declared query, and reads nothing of its answer. */
  send: <Values extends object>(query: Query<On, unknown, Values>, ...values: ValuesArgument<Values>) => Promise<void>;
};

/** A message to every process, on a channel of PostgreSQL. */
export type Announcement = { channel: string; message: string };

/** A transaction, or a batch of one: where writes are sent. */
export type TransactionSender = Sends<Drizzle> & {
  /**
   * Notifies every process after the commit, outside of the transaction: PostgreSQL commits notifying transactions one
   * at a time. The notification is lost if this process is killed in between.
   */
  announce: (announcement: Announcement) => void;
};

/** Prepares and sends queries: on the pool by any free connection, in a transaction by its own. */
export type QuerySender<On> = Sends<On> & {
  /** Sends a declared query; `values` fill its blanks. Numerics come back as strings. Throws what `pg` throws. */
  ask: <Answer, Values extends object>(
    query: Query<On, Answer, Values>,
    ...values: ValuesArgument<Values>
  ) => Promise<Answer>;
};

/**
 * Constants of a declared query are part of its text, and blanks alone are parameters: PostgreSQL plans it once, and
 * sees which partial index fits.
 */
class ConstantsDialect extends PgDialect {
  override sqlToQuery(...[text, ...rest]: Parameters<PgDialect['sqlToQuery']>): ReturnType<PgDialect['sqlToQuery']> {
    return super.sqlToQuery(text.inlineParams(), ...rest);
  }
}
const dialect = new ConstantsDialect();

/** Prepares each declared query once for this client, and sends it through it from then on. */
export function asksOf(client: NodePgClient): QuerySender<Drizzle> {
  const preparedQueries = new Map<unknown, PreparedQuery<unknown>>();
  const declaring = new NodePgDatabase(dialect, new MappingSession(client, dialect, undefined), undefined);
  // A prepared query is remembered by the query whose answer it gives, and sent with values for its blanks.
  const ask = async <Answer, Values extends object>(
    query: Query<Drizzle, Answer, Values>,
    ...[values]: ValuesArgument<Values>
  ): Promise<Answer> => {
    // The map holds queries of every answer, this one under the query that made it.
    const preparedQuery = remembered(preparedQueries, query, () => {
      const builtQuery = query(declaring, blanksOf<Values>());
      return builtQuery.prepare(nameOf(builtQuery.toSQL().sql));
    }) as PreparedQuery<Answer>;
    // Drizzle takes values by name; an interface has no index signature.
    return preparedQuery.execute(values as Record<string, unknown> | undefined).catch(rethrowCause);
  };
  return { ask, send: async (query, ...values) => void (await ask(query, ...values)) };
}

/** Drizzle's own error quotes all values, which must not get into a log. */
function rethrowCause(error: unknown): never {
  throw error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
}

/** A proxy: each name gives the blank of that name, with `prefix` before it. */
function blanksOf<Values>(prefix = ''): Blanks<Values> {
  // The proxy answers to every name, and so to those of `Values`.
  return new Proxy({}, { get: (_, name) => sql.placeholder(`${prefix}${String(name)}`) }) as Blanks<Values>;
}

/** A row of the answer of a query: `RowOf<typeof roomById>`. */
export type RowOf<Q extends (...given: never[]) => { execute: (values?: never) => Promise<readonly unknown[]> }> =
  Awaited<ReturnType<ReturnType<Q>['execute']>>[number];

/** Sends a declared query with its values. */
export type Sending<On, Values, Answer> = (
  db: Pick<QuerySender<On>, 'ask'>,
  ...values: ValuesArgument<Values>
) => Promise<Answer>;

/**
 * Declares what sends a query, `find = rows((db: Reads, { id }: Blanks<{ id: string }>) => …)`, and answers all its
 * rows.
 */
export function rows<On, Row, Values extends object>(query: Query<On, Row[], Values>): Sending<On, Values, Row[]> {
  return (db, ...values) => db.ask(query, ...values);
}

/** Declares what sends a query and answers the first row, undefined where there is none. */
export function first<On, Row, Values extends object>(
  query: Query<On, Row[], Values>,
): Sending<On, Values, Row | undefined> {
  return async (db, ...values) => (await db.ask(query, ...values))[0];
}

/** Declares a query that always has one row: an aggregate, or a write that returns its row. Throws without one. */
export function one<On, Row, Values extends object>(query: Query<On, Row[], Values>): Sending<On, Values, Row> {
  return async (db, ...values) => firstRow(await db.ask(query, ...values));
}

/** Declares what sends a query and answers whether there is a row. */
export function exists<On, Values extends object>(query: Query<On, unknown[], Values>): Sending<On, Values, boolean> {
  return async (db, ...values) => (await db.ask(query, ...values)).length > 0;
}

/** Declares what sends a query and reads nothing of the answer: a write, by itself or in a batch. */
export function sent<On, Values extends object>(
  query: Query<On, unknown, Values>,
): (tx: Sends<On>, ...values: ValuesArgument<Values>) => Promise<void> {
  return (tx, ...values) => tx.send(query, ...values);
}

/** The row that a write returns, or an aggregate. Throws where there is none. */
export function firstRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A query that always answers a row answered none.');
  return row;
}

/**
 * A statement of text, for what Drizzle cannot say; docs/decisions/0113 names each with its reason. `Row` is a row of
 * its answer as the driver gives it.
 */
export function textQuery<Row extends object, Values extends object = object>(
  text: (blanks: Blanks<Values>) => SQL,
): Query<Pick<Drizzle, '_'>, Row[], Values> {
  return (db, blanks) => textOn<Row>(db, text(blanks));
}

function textOn<Row extends object>({ _: { session } }: Pick<Drizzle, '_'>, text: SQL): Buildable<Row[]> {
  const query = dialect.sqlToQuery(text);
  return {
    getSQL: () => text,
    toSQL: () => query,
    prepare: (name) => {
      const preparedQuery = session.prepareQuery<{ execute: { rows: Row[] }; all: never; values: never }>(
        query,
        undefined,
        name,
        false,
      );
      return { execute: async (values) => (await preparedQuery.execute(values)).rows };
    },
  };
}

type BatchedQuery = Query<Drizzle, unknown>;

/** Sends the writes of `work` as one statement; none sees another's rows, and one refusal refuses all. */
export async function inBatch(tx: TransactionSender, work: (batch: TransactionSender) => Promise<void>): Promise<void> {
  const queries: BatchedQuery[] = [];
  const values: Record<string, unknown> = {};
  await work({
    announce: tx.announce,
    send: async (query, ...[blankValues]) => {
      for (const [name, value] of Object.entries(blankValues ?? {})) values[`${queries.length}_${name}`] = value;
      // Values of all queries are sent under names of their own.
      queries.push(query as BatchedQuery);
    },
  });
  if (queries.length > 0) await tx.send(joinQueries(queries), values);
}

const numbers = new WeakMap<BatchedQuery, number>();
let queryCount = 0;
const joinedQueries = new Map<string, Query<Drizzle, unknown>>();

/** The number of joined queries is that of the batches in the code, so all are remembered. */
function joinQueries(queries: readonly BatchedQuery[]): Query<Drizzle, unknown> {
  const key = queries.map((query) => remembered(numbers, query, () => ++queryCount)).join();
  return remembered(joinedQueries, key, () => (db: Drizzle) => textOn(db, joinedText(db, queries)));
}

/** Rows are written by common table expressions; a query of a function is called by the last select. */
function joinedText(db: Drizzle, queries: readonly BatchedQuery[]): SQL {
  const builtQueries = queries.map((query, index) => query(db, blanksOf(`${index}_`)));
  const calls = builtQueries.filter((query) => /^select\b/i.test(query.toSQL().sql));
  const rows = builtQueries.filter((query) => !calls.includes(query));
  const parts = rows.map((query, index) => sql`${sql.identifier(`row_${index}`)} as ${query}`);
  const withRows = parts.length > 0 ? sql`with ${sql.join(parts, sql`, `)} ` : sql``;
  return sql`${withRows}select ${sql.join(
    calls.map((call) => sql`${call}`),
    sql`, `,
  )}`;
}

/** The hash of a query's text, so that two queries never share a name and PostgreSQL plans each once per connection. */
function nameOf(text: string): string {
  return `q_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
}
