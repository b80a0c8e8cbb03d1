import type { Tx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/statements.ts';

const insertAlarm = writeStatement(
  {},
  `insert into forgery_alarms (fingerprint, subject_type, subject_id) values ($1, $2, $3)
   on conflict do nothing returning fingerprint`,
);

/** Remembers a forgery; false when it is known already. */
export async function insertForgeryAlarm(
  tx: Tx,
  fingerprint: Buffer,
  subject: { type: string; id: string },
): Promise<boolean> {
  return (await tx.run(insertAlarm, [fingerprint, subject.type, subject.id])).length === 1;
}
