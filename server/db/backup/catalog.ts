import { sql } from 'drizzle-orm';
import { escapeIdentifier, type Client } from 'pg';
import { asksOn } from '../connection.ts';
import { rows, type Blanks, type Reads } from '../query.ts';

export type TableInCatalog = {
  /** With its schema, and quoted for SQL. */
  name: string;
  /** The names are quoted for SQL; generated columns, which are read-only, are missing. */
  columns: string[];
};

type In = { schemas: readonly string[] };
const texts = (value: string[]): string[] => value;
const columnsOfTable = sql`array(select a.attname::text from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum)`;

const allTables = rows((db: Reads, { schemas: schemaNames }: Blanks<In>) =>
  db
    .select({
      oid: sql`c.oid::text`.mapWith(String),
      schema: sql`n.nspname`.mapWith(String),
      name: sql`c.relname`.mapWith(String),
      columns: columnsOfTable.mapWith(texts),
    })
    .from(sql`pg_class c`)
    .innerJoin(sql`pg_namespace n`, sql`n.oid = c.relnamespace`)
    .where(
      sql`c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any(${schemaNames})
        and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')`,
    )
    .orderBy(sql`n.nspname`, sql`c.relname`),
);
type TableRow = Awaited<ReturnType<typeof allTables>>[number];

const allReferences = rows((db: Reads) =>
  db
    .select({ from: sql`conrelid::oid::text`.mapWith(String), to: sql`confrelid::oid::text`.mapWith(String) })
    .from(sql`pg_constraint`)
    .where(sql`contype = 'f' and conrelid <> confrelid`),
);
const usedSequences = rows((db: Reads, { schemas: schemaNames }: Blanks<In>) =>
  db
    .select({
      schema: sql`schemaname`.mapWith(String),
      name: sql`sequencename`.mapWith(String),
      last: sql`last_value::text`.mapWith(String),
    })
    .from(sql`pg_sequences`)
    .where(sql`schemaname = any(${schemaNames}) and last_value is not null`),
);

/** Our own tables and the job library's: a mail that waits to be sent belongs to a backup too. */
const schemas = ['public', 'graphile_worker'];

/** Every table worth keeping, those that others refer to first, so that rows can be loaded in this order. */
export async function tablesInOrder(client: Client): Promise<TableInCatalog[]> {
  const tables = await allTables(asksOn(client), { schemas });
  const references = await allReferences(asksOn(client));
  return sortByReference(tables, references).map(({ schema, name, columns }) => ({
    name: `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
    columns: columns.map((column) => escapeIdentifier(column)),
  }));
}

export type SequenceInCatalog = { name: string; lastValue: string };

/** The value of each sequence; one that was never used is left out. */
export async function sequences(client: Client): Promise<SequenceInCatalog[]> {
  const sequenceRows = await usedSequences(asksOn(client), { schemas });
  return sequenceRows.map(({ schema, name, last }) => ({
    name: `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
    lastValue: last,
  }));
}

function sortByReference(tables: TableRow[], references: { from: string; to: string }[]): TableRow[] {
  const sortedTables: TableRow[] = [];
  const waitingTables = new Set(tables);
  while (waitingTables.size > 0) {
    const unsortedIds = new Set([...waitingTables].map(({ oid }) => oid));
    const freeTables = [...waitingTables].filter(
      ({ oid }) => !references.some(({ from, to }) => from === oid && unsortedIds.has(to)),
    );
    if (freeTables.length === 0)
      throw new Error('Tables refer to each other in a circle: a backup could not be loaded again.');
    for (const table of freeTables) {
      sortedTables.push(table);
      waitingTables.delete(table);
    }
  }
  return sortedTables;
}
