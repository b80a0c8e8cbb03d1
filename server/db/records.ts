import type { Id } from '#shared/kernel/ids.ts';
import type { Db } from './connection.ts';
import { first, type Query, type Reads } from './query.ts';

export type UserId = { userId: Id<'user'> };

/** Declares a query whose one row has as `records` a part of a user's data export. */
export function recordsOf(
  query: Query<Reads, { records: unknown }[], UserId>,
): (db: Pick<Db, 'ask'>, user: { id: Id<'user'> }) => Promise<unknown> {
  const find = first(query);
  return async (db, { id }) => (await find(db, { userId: id }))?.records;
}
