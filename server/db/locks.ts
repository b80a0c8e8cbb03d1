import { writeStatement } from './statements.ts';

/**
 * A shared lock on a name, as part of a statement: waits for a holder of lockName and blocks others until the transaction
 * ends, but shared locks do not block each other. `name` is an SQL expression. The next statement sees what the holder
 * committed; the snapshot of this one is older.
 */
export const sharedLock = (name: string) => `pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))::text`;

/** The lock of lockName as part of a statement; the snapshot of this one is older as well. */
export const exclusiveLock = (name: string) =>
  `coalesce(pg_advisory_xact_lock(hashtextextended(${name}, 0))::text, '')`;

/** Waits for any other holder of this name, in any process, and holds it until the transaction ends. */
export const lockName = writeStatement({}).send<[name: string]>()`
  select pg_advisory_xact_lock(hashtextextended($1, 0))`;
