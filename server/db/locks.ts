import type { Tx } from './connection.ts';
import { writeStatement } from './statements.ts';

const lock = writeStatement({}, 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Waits for everybody else who locks this name, in any process, and holds it until the transaction ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.run(lock, [name]);
}
