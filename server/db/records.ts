import type { Db } from './connection.ts';
import { column } from './rows.ts';
import { readStatement } from './statements.ts';

/** What a statement selects as `records` about the user $1, for the data export. */
export function recordsOf(sql: string): (db: Pick<Db, 'run'>, user: { id: string }) => Promise<unknown> {
  const read = readStatement({ records: column.json }).value<[userId: string]>()`${sql}`;
  return (db, { id }) => read(db, id);
}
