import type { Tx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/hot.ts';

const forgets = [
  'delete from sessions where user_id = $1',
  'delete from one_time_codes where user_id = $1',
  'delete from recovery_codes where user_id = $1',
  'delete from second_factors where user_id = $1',
].map((text) => writeStatement<object>(text));
const forgetsByAddress = [
  'delete from one_time_codes where subject = $1',
  'delete from registrations where subject = $1',
].map((text) => writeStatement<object>(text));

/** Removes all that is known of a person's devices, codes and registration; `subject` is the hash of their address. */
export async function forgetSignIns(tx: Tx, userId: string, subject: Buffer): Promise<void> {
  for (const forget of forgets) await tx.run(forget, [userId]);
  for (const forget of forgetsByAddress) await tx.run(forget, [subject]);
}
