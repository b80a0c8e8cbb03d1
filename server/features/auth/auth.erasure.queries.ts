import type { Tx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/statements.ts';

const deletions = [
  'delete from sessions where user_id = $1',
  'delete from one_time_codes where user_id = $1',
  'delete from recovery_codes where user_id = $1',
  'delete from second_factors where user_id = $1',
].map((text) => writeStatement({}, text));
const deletionsByAddress = [
  'delete from one_time_codes where subject = $1',
  'delete from registrations where subject = $1',
].map((text) => writeStatement({}, text));

/** Removes all that is known of a person's devices, codes and registration; `subject` is the hash of their address. */
export async function deleteSignIns(tx: Tx, userId: string, subject: Buffer): Promise<void> {
  for (const deletion of deletions) await tx.run(deletion, [userId]);
  for (const deletion of deletionsByAddress) await tx.run(deletion, [subject]);
}
