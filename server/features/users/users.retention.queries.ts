import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { users } from './users.tables.ts';

/** What one run of the job deals with; the next run takes the rest. */
const maxAtOnce = 500;

/** Sets until when the evidence of a deleted user is retained, by the database's clock. */
export const retainEvidence = writeStatement({}).send<[id: string, years: number]>()`
  update users set retained_until = now() + make_interval(years => $2::int) where id = $1`;

const dueAt = (moment: 'retained_until' | 'erase_at') => ({
  list: readStatement({ id: column.uuid })`
    select id from users where ${moment} <= now() order by ${moment} limit ${maxAtOnce}`,
  lock: writeStatement({ id: column.uuid })`select id from users where id = $1 and ${moment} <= now() for update`,
});
/** Deleted users whose retention period is over, and users whose day of grace is. */
const due = { retention: dueAt('retained_until'), erasure: dueAt('erase_at') };
type Due = keyof typeof due;

export async function selectDue(db: Pick<Db, 'run'>, what: Due): Promise<string[]> {
  return (await db.run(due[what].list, [])).map(({ id }) => id);
}

/** Locks the user if it is their time; false when another process has dealt with them, or it was taken back. */
export async function lockDue(tx: Tx, id: string, what: Due): Promise<boolean> {
  return (await tx.run(due[what].lock, [id])).length > 0;
}

export async function clearRetention(tx: Tx, id: string): Promise<void> {
  await tx.update(users).set({ retainedUntil: null }).where(eq(users.id, id));
}
