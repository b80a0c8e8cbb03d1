import { writeStatement } from '#server/db/statements.ts';
import type { Tx } from '#server/db/connection.ts';

// Wrong tries are counted over a day, so codes of two days are kept; ended sessions are shown to nobody.
const deletions = [
  `delete from one_time_codes where created_at < now() - interval '2 days'`,
  `delete from registrations where created_at < now() - interval '30 days'`,
  `delete from sign_in_attempts where resets_at < now()`,
  `delete from sessions where expires_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'`,
].map((text) => writeStatement({}, text));

/** Removes what has run out; nobody is ever removed here. */
export async function deleteExpired(tx: Tx): Promise<void> {
  for (const deletion of deletions) await tx.run(deletion);
}
