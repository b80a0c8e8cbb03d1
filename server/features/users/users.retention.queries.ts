import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';

/** What one run of the job deals with; the next run takes the rest. */
const maxAtOnce = 500;

/** Sets until when the evidence of a deleted user is retained, by the database's clock. */
export const retainEvidence = writeStatement({}).send<[id: string, years: number]>()`
  update users set retained_until = now() + make_interval(years => $2::int) where id = $1`;

const dueAt = (moment: 'retained_until' | 'erase_at') => ({
  list: readStatement({ id: column.uuid }).values()`
    select id from users where ${moment} <= now() order by ${moment} limit ${maxAtOnce}`,
  /** Locks the user if it is their time; false when another process has dealt with them, or it was taken back. */
  lock: writeStatement({ id: column.uuid }).exists<[id: string]>()`
    select id from users where id = $1 and ${moment} <= now() for update`,
});
/** Deleted users whose retention period is over, and users whose day of grace is. */
export const due = { retention: dueAt('retained_until'), erasure: dueAt('erase_at') };

export const clearRetention = writeStatement({}).send<[id: string]>()`
  update users set retained_until = null where id = $1`;
