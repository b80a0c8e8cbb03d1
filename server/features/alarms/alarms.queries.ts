import type { Tx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/hot.ts';

const remember = writeStatement<object>(
  `insert into forgery_alarms (fingerprint, subject_type, subject_id) values ($1, $2, $3)
   on conflict do nothing returning fingerprint`,
);

/** Remembers a forgery; false when it is known already. */
export async function rememberForgery(
  tx: Tx,
  fingerprint: Buffer,
  subject: { type: string; id: string },
): Promise<boolean> {
  return (await tx.run(remember, [fingerprint, subject.type, subject.id])).length === 1;
}
