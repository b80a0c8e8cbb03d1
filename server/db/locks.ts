import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { sent, textQuery, type QuerySender, type Drizzle } from './query.ts';

const lock = sent(
  textQuery<object, { name: string }>(({ name }) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
);

/** Waits for any other holder of this name, in any process, and holds it until the transaction ends. */
export const lockName = (tx: Pick<QuerySender<Drizzle>, 'send'>, name: string): Promise<void> => lock(tx, { name });

const setLockTimeout = sent(
  textQuery<object, { wait: string }>(({ wait }) => sql`select set_config('lock_timeout', ${wait}, true)`),
);

/**
 * Ends a statement of this transaction that waits longer than this for a lock, in milliseconds: its caller gets 503.
 */
export const limitLockWait = (tx: Pick<QuerySender<Drizzle>, 'send'>, ms: number): Promise<void> =>
  setLockTimeout(tx, { wait: `${ms}ms` });

/**
 * A shared lock on a name, as a field of a query: it waits for a holder of lockName and blocks the next one until the
 * transaction ends. The next query sees what the holder committed; the snapshot of this one is older.
 */
export const sharedLock = (name: SQLWrapper): SQL<string> =>
  sql`pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))::text`.mapWith(String);

/** The lock of lockName as a field of a query; the snapshot of this one is older as well. */
export const exclusiveLock = (name: SQLWrapper): SQL<string> =>
  sql`coalesce(pg_advisory_xact_lock(hashtextextended(${name}, 0))::text, '')`.mapWith(String);
