import { escapeIdentifier, type Client } from 'pg';
import { runStatement } from '../connection.ts';
import { column, filtered, type RowOf } from '../rows.ts';
import { readStatement } from '../statements.ts';

export type TableInCatalog = {
  /** Quoted, with its schema: ready for use in SQL. */
  name: string;
  /** Quoted; without generated columns, which are read-only. */
  columns: string[];
};

const tableRow = { oid: column.text, schema: column.name, name: column.name, columns: column.texts };
type TableRow = RowOf<typeof tableRow>;

const allTables = readStatement(tableRow)`
  select c.oid::text, n.nspname as schema, c.relname as name,
         array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any($1)
    and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')
  order by n.nspname, c.relname`;
const allReferences = readStatement({ from: column.text, to: column.text })`
  select conrelid::oid::text as from, confrelid::oid::text as to from pg_constraint
  where contype = 'f' and conrelid <> confrelid`;
const usedSequences = readStatement({ schema: filtered(column.name), name: filtered(column.name), last: column.text })`
  select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
  where schemaname = any($1) and last_value is not null`;

/** Our own tables and the job library's: a mail that waits to be sent belongs to a backup too. */
const schemas = ['public', 'graphile_worker'];

/** Every table worth keeping, those that others refer to first, so that rows can be loaded in this order. */
export async function tablesInOrder(client: Client): Promise<TableInCatalog[]> {
  const tables = await runStatement(client, allTables, [schemas]);
  const references = await runStatement(client, allReferences);
  return sortByReference(tables, references).map(({ schema, name, columns }) => ({
    name: `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
    columns: columns.map((column) => escapeIdentifier(column)),
  }));
}

export type SequenceInCatalog = { name: string; lastValue: string };

/** The value of each sequence; one that was never used is left out. */
export async function sequences(client: Client): Promise<SequenceInCatalog[]> {
  const rows = await runStatement(client, usedSequences, [schemas]);
  return rows.map(({ schema, name, last }) => ({
    name: `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
    lastValue: last,
  }));
}

function sortByReference(tables: TableRow[], references: { from: string; to: string }[]): TableRow[] {
  const sorted: TableRow[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const unsorted = new Set([...waiting].map(({ oid }) => oid));
    const free = [...waiting].filter(({ oid }) => !references.some(({ from, to }) => from === oid && unsorted.has(to)));
    if (free.length === 0)
      throw new Error('Tables refer to each other in a circle: a backup could not be loaded again.');
    for (const table of free) {
      sorted.push(table);
      waiting.delete(table);
    }
  }
  return sorted;
}
