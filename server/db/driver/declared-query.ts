import { fillPlaceholders } from 'drizzle-orm';
import { NodePgSession, type NodePgClient } from 'drizzle-orm/node-postgres';
import {
  PgPreparedQuery,
  type PgDialect,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core';
import { types, type Connection, type FieldDef, type Submittable } from 'pg';
import { rowMapper, type Decode, type Found } from './row-mapper.ts';
import { wireValueOf } from './wire-values.ts';

type Row = Record<string, unknown>;
type Values = (string | null)[];
type Callback = (error: unknown, rows: readonly Row[]) => void;
type Statement = { sql: string; params: unknown[] };

/** These stay text, as Drizzle's columns read them: moments, days, spans of time, and arrays of them and of numerics. */
const textTypes = new Set([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231]);
const asItIs: unknown = types.getTypeParser(types.builtins.TEXT, 'text');

/** How the driver reads a type of PostgreSQL; undefined where the text is the value. */
function parserOf({ dataTypeID }: Pick<FieldDef, 'dataTypeID'>): Decode | undefined {
  const parse = types.getTypeParser(dataTypeID, 'text') as Decode;
  return textTypes.has(dataTypeID) || parse === asItIs ? undefined : parse;
}

/**
 * A query whose rows are read, as a client sends it. PostgreSQL describes the columns of the answer the first time on each
 * connection and not with every answer, and each value is decoded once, into the row where it belongs: of a list of ten
 * orders that is a fifth of the process's time (docs/decisions/0113).
 */
export class DeclaredQuery<Answer extends PreparedQueryConfig> extends PgPreparedQuery<Answer> {
  readonly name: string | undefined;
  /** Set by Drizzle once the query is prepared. */
  joinsNotNullableMap: Found;
  readonly #client: NodePgClient;
  readonly #statement: Statement;
  readonly #fields: SelectedFieldsOrdered;
  readonly #describedOn = new WeakSet<Connection>();
  #types = '';
  #rowOf: ((values: Values) => Row) | undefined;

  constructor(
    client: NodePgClient,
    statement: Statement,
    { name, fields }: { name: string | undefined; fields: SelectedFieldsOrdered },
  ) {
    super(statement, undefined, undefined);
    this.#client = client;
    this.#statement = statement;
    this.#fields = fields;
    this.name = name;
  }

  override async execute(values: Record<string, unknown> = {}): Promise<Answer['execute']> {
    const { sql: text, params } = this.#statement;
    const execution = new Execution(this, text, fillPlaceholders(params, values).map(wireValueOf));
    const client = this.#client as unknown as { query: (sent: Execution, values: undefined, done: Callback) => void };
    try {
      return await new Promise((resolve, reject) => {
        client.query(execution, undefined, (error, rows) => (error ? reject(error) : resolve(rows)));
      });
    } catch (error) {
      // The stack of the driver begins at its socket, not where the query was sent.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  isDescribedOn(connection: Connection): boolean {
    return this.#describedOn.has(connection);
  }

  describe(connection: Connection, columns: readonly FieldDef[]): void {
    const described = columns.map(({ dataTypeID }) => dataTypeID).join();
    if (!this.#rowOf || described !== this.#types) {
      this.#types = described;
      this.#rowOf = rowMapper(this.#fields, this.joinsNotNullableMap, columns.map(parserOf));
    }
    this.#describedOn.add(connection);
  }

  rowOf(values: Values): Row {
    if (!this.#rowOf) throw new Error('A row came before its columns.');
    return this.#rowOf(values);
  }
}

/** One sending of such a query; the driver calls its methods with what PostgreSQL answers. */
export class Execution implements Submittable {
  /** Undefined where the connection keeps no prepared statement: a pooler may give each transaction another one. */
  name: string | undefined;
  /** Set by the driver. */
  callback: Callback | undefined;
  readonly text: string;
  readonly values: (string | Buffer | null)[];
  readonly #query: DeclaredQuery<PreparedQueryConfig>;
  readonly #rows: Row[] = [];
  #connection: Connection | undefined;
  #error: unknown;

  constructor(query: DeclaredQuery<PreparedQueryConfig>, text: string, values: (string | Buffer | null)[]) {
    this.#query = query;
    this.values = values;
    this.text = text;
    this.name = query.name;
  }

  submit(connection: Connection): void {
    const { name = '', text } = this;
    this.#connection = connection;
    connection.stream.cork();
    if (!this.#isParsedOn(connection)) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: this.values }, true);
    if (name === '' || !this.#query.isDescribedOn(connection)) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
  }

  /** The driver writes down what PostgreSQL has parsed. */
  #isParsedOn(connection: Connection): boolean {
    const { parsedStatements } = connection as Connection & { parsedStatements: Record<string, string> };
    return this.name !== undefined && parsedStatements[this.name] !== undefined;
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    if (this.#connection) this.#query.describe(this.#connection, fields);
  }

  handleDataRow({ fields }: { fields: Values }): void {
    if (this.#error !== undefined) return;
    try {
      this.#rows.push(this.#query.rowOf(fields));
    } catch (error) {
      this.#error = error;
    }
  }

  handleCommandComplete(): void {
    // The rows are all there is to know.
  }

  handleError(error: unknown): void {
    this.callback?.(this.#error ?? error, []);
  }

  handleReadyForQuery(): void {
    this.callback?.(this.#error, this.#rows);
  }
}

type Tables = Record<string, never>;

/** A session whose queries read their rows so; a statement of text has no fields, and is read by the driver. */
export class MappingSession extends NodePgSession<Tables, Tables> {
  readonly #client: NodePgClient;

  constructor(client: NodePgClient, dialect: PgDialect) {
    super(client, dialect, undefined);
    this.#client = client;
  }

  override prepareQuery<Answer extends PreparedQueryConfig>(
    ...[query, fields, name, isArrays, mapper, ...more]: Parameters<NodePgSession<Tables, Tables>['prepareQuery']>
  ): PgPreparedQuery<Answer> {
    if (!fields || mapper) return super.prepareQuery<Answer>(query, fields, name, isArrays, mapper, ...more);
    return new DeclaredQuery<Answer>(this.#client, query, { name, fields });
  }
}
