import { getTableColumns, sql, type Column, type SQL, type Table } from 'drizzle-orm';
import type { Blanks } from './query.ts';

/** One list for each column: the values of many rows, in their order. */
type Lists<Name extends string> = { [Each in Name]: unknown[] };

/** How many rows of a table are written by one query, whose text is the same however many there are. */
export type Many<Row, Name extends keyof Row & string> = {
  /** For an insert: `values(many.values(lists))`; columns that are not named take their defaults. */
  values: (lists: Blanks<Lists<Name>>) => { [Each in Name]: SQL };
  /** What fills the blanks. */
  listsOf: (rows: readonly Pick<Row, Name>[]) => Lists<Name>;
};

/** Blanks for such rows: `(db: Drizzle, lists: ListsOf<typeof many>) => …`. */
export type ListsOf<M extends { listsOf: (rows: never) => unknown }> = Blanks<ReturnType<M['listsOf']>>;

/** Declares the columns that many rows of a table are written with; none of them is an array. */
export function manyOf<From extends Table, Name extends keyof From['$inferInsert'] & string>(
  table: From,
  ...names: readonly Name[]
): Many<From['$inferInsert'], Name> {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  const each = <Value>(make: (name: Name, column: Column) => Value) =>
    Object.fromEntries(names.flatMap((name) => (columns[name] ? [[name, make(name, columns[name])]] : []))) as {
      [Each in Name]: Value;
    };
  return {
    // PostgreSQL reads the lists of a single row of values side by side.
    values: (lists) => each((name, column) => sql`unnest(${lists[name]}::${sql.raw(column.getSQLType())}[])`),
    listsOf: (rows) => each((name, column) => rows.map(({ [name]: value }) => stored(column, value))),
  };
}

function stored(column: Column, value: unknown): unknown {
  return value === null || value === undefined ? null : column.mapToDriverValue(value);
}
