import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { sent, textQuery } from './query.ts';

const key = (name: SQLWrapper) => sql`hashtextextended(${name}, 0)`;

/** Waits for any other holder of this name, in any process, and holds it until the transaction ends. */
export const lockName = sent(
  textQuery<object, { name: string }>(({ name }) => sql`select pg_advisory_xact_lock(${key(name)})`),
);

/** The same lock as a field of a query that locks a row; the snapshot of that query is older than the lock. */
export const nameLock = (name: SQLWrapper): SQL<string> =>
  sql`coalesce(pg_advisory_xact_lock(${key(name)})::text, '')`.mapWith(String);

/**
 * A shared lock on a name as a field of a query: waits for a holder of lockName and blocks others until the transaction
 * ends, but shared locks do not block each other. The next query sees what the holder committed.
 */
export const sharedNameLock = (name: SQLWrapper): SQL<string> =>
  sql`pg_advisory_xact_lock_shared(${key(name)})::text`.mapWith(String);
