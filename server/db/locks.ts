import type { Tx } from './connection.ts';
import { writeStatement } from './statements.ts';

const lock = writeStatement({}, 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

/**
 * The part of a statement that waits for whoever holds the name by lockName and keeps them waiting until the transaction
 * ends, but not those who ask for the same. `name` is an SQL expression. The next statement sees what they committed; this
 * one's view of the data is from before.
 */
export const sharedLock = (name: string) => `pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))::text`;

/** Waits for everybody else who locks this name, in any process, and holds it until the transaction ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.run(lock, [name]);
}
