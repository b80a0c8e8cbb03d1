import { getTableColumns, type Table, type Column as TableColumn } from 'drizzle-orm';
import type { Column } from './rows.ts';

type Picked<From extends Table, Name extends keyof From['$inferSelect']> = {
  readonly [Each in Name]: Column<From['$inferSelect'][Each]>;
};

/** Columns of a table that statements read under this alias: their part of the select list, and of the row. */
export function columnsOf<From extends Table, Name extends keyof From['$inferSelect'] & string>(
  table: From,
  alias: string,
  ...names: Name[]
): { sql: string; row: Picked<From, Name> } {
  const columns: Readonly<Record<string, TableColumn>> = getTableColumns(table);
  const found = names.flatMap((name) => (columns[name] ? [{ name, is: columns[name] }] : []));
  const row = found.map(({ name, is }) => {
    // Without its precision, as PostgreSQL describes it.
    const type = is.getSQLType().replace(/ ?\(.*\)/, '');
    return [name, { type, isNullable: !is.notNull, values: is.enumValues }] as const;
  });
  const sql = found.map(({ name, is }) => `${alias}.${is.name} as "${name}"`).join(', ');
  return { sql, row: Object.fromEntries(row) as Picked<From, Name> };
}
