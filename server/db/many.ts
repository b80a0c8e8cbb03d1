import { getTableColumns, getTableName, is, sql, SQL, type Column, type Table } from 'drizzle-orm';
import type { Blanks } from './query.ts';

/** Lists of values, one for each column, as PostgreSQL reads arrays. */
type Lists<Name extends string> = { [Each in Name]: string };

/** Writes many rows of a table by one query, whose text does not depend on their number. */
export type ManyRows<Row, Name extends keyof Row & string> = {
  /** For an insert: `select(many.rowsOf(lists))`; columns that are not named take their defaults. */
  rowsOf: (lists: Blanks<Lists<Name>>) => SQL;
  /** Fills the blanks. */
  listsOf: (rows: readonly Pick<Row, Name>[]) => Lists<Name>;
};

/** Blanks for such rows: `(db: Drizzle, lists: ListsOf<typeof many>) => …`. */
export type ListsOf<M extends { listsOf: (rows: never) => unknown }> = Blanks<ReturnType<M['listsOf']>>;

/** Declares the columns that many rows of a table are written with; none of them is an array. */
export function manyOf<From extends Table, Name extends keyof From['$inferInsert'] & string>(
  table: From,
  ...names: readonly Name[]
): ManyRows<From['$inferInsert'], Name> {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  const namedColumns = names.flatMap((name) => (columns[name] ? [{ name, column: columns[name] }] : []));
  const columnList = sql.join(
    namedColumns.map(({ column }) => sql.identifier(column.name)),
    sql`, `,
  );
  const selectedColumns = Object.values(columns)
    .filter((column) => column.generated === undefined)
    .map((column) =>
      namedColumns.some((item) => item.column === column) ? sql.identifier(column.name) : defaultOf(table, column),
    );
  // Drizzle names all columns in an insert of a select, the one that PostgreSQL numbers by itself too.
  const isNumbered = Object.values(columns).some(({ generatedIdentity }) => generatedIdentity?.type === 'always');
  const overridingClause = sql.raw(isNumbered ? 'overriding system value ' : '');
  return {
    rowsOf: (lists) => {
      const arrays = namedColumns.map(({ name, column }) => sql`${lists[name]}::${sql.raw(column.getSQLType())}[]`);
      return sql`${overridingClause}select ${sql.join(selectedColumns, sql`, `)} from unnest(${sql.join(arrays, sql`, `)}) as given (${columnList})`;
    },
    // One list for each named column.
    listsOf: (rows) =>
      Object.fromEntries(
        namedColumns.map(({ name, column }) => [
          name,
          arrayOf(rows.map(({ [name]: value }) => storedValue(column, value))),
        ]),
      ) as Lists<Name>,
  };
}

function storedValue(column: Column, value: unknown): unknown {
  return value === null || value === undefined ? null : column.mapToDriverValue(value);
}

/** Text of an array. The driver writes it only once the connection is free, and blocks other queries meanwhile. */
const arrayOf = (values: readonly unknown[]): string => `{${values.map(elementOf).join(',')}}`;

function elementOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') throw new TypeError('A column of many rows has a value that is no text.');
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
}

/** A column that is not named: the next number, its default, or null. */
function defaultOf(table: Table, column: Column): SQL {
  if (column.generatedIdentity) return sql`nextval(pg_get_serial_sequence(${getTableName(table)}, ${column.name}))`;
  if (is(column.default, SQL)) return column.default;
  return sql`${sql.param(column.default ?? null, column.default === undefined ? undefined : column)}::${sql.raw(column.getSQLType())}`;
}
