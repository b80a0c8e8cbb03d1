import type { Db } from './connection.ts';
import type { Query, Reads } from './query.ts';
import { column } from './rows.ts';
import { readStatement } from './statements.ts';

export type OfUser = { userId: string };

/** Declares the query whose one row has as `records` what the data export says of a user. */
export function recordsOf(
  query: Query<Reads, { records: unknown }[], OfUser> | string,
): (db: Pick<Db, 'ask' | 'run'>, user: { id: string }) => Promise<unknown> {
  if (typeof query === 'string') {
    const read = readStatement({ records: column.json }).value<[userId: string]>()`${query}`;
    return (db, { id }) => read(db, id);
  }
  return async (db, { id }) => (await db.ask(query, { userId: id }))[0]?.records;
}
