import { writeStatement } from '#server/db/statements.ts';

/** Remembers a forgery; false when it is known already. */
export const insertForgeryAlarm = writeStatement({}).exists<[fingerprint: Buffer, type: string, id: string]>()`
  insert into forgery_alarms (fingerprint, subject_type, subject_id) values ($1, $2, $3) on conflict do nothing
  returning fingerprint`;
