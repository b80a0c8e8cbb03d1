import type { Tx } from '#server/db/connection.ts';
import { forgeryAlarms } from './alarms.tables.ts';

/** Remembers a forgery; false when it is known already. */
export async function insertForgeryAlarm(
  tx: Tx,
  fingerprint: Buffer,
  subject: { type: string; id: string },
): Promise<boolean> {
  const added = await tx
    .insert(forgeryAlarms)
    .values({ fingerprint, subjectType: subject.type, subjectId: subject.id })
    .onConflictDoNothing()
    .returning({ fingerprint: forgeryAlarms.fingerprint });
  return added.length === 1;
}
