import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { users } from './users.tables.ts';

/** What one run of the job deals with; the next run takes the rest. */
const maxAtOnce = 500;

const retain = writeStatement(
  {},
  `update users set retained_until = now() + make_interval(years => $2::int) where id = $1`,
);

/** Sets until when the evidence of a deleted user is retained, by the database's clock. */
export async function retainEvidence(tx: Tx, id: string, years: number): Promise<void> {
  await tx.run(retain, [id, years]);
}

const due = readStatement(
  { id: column.uuid },
  `select id from users where retained_until <= now() order by retained_until limit ${maxAtOnce}`,
);

/** Deleted users whose retention period is over. */
export async function selectRetentionEnded(db: Pick<Db, 'run'>): Promise<string[]> {
  return (await db.run(due, [])).map(({ id }) => id);
}

const lockDue = readStatement(
  { id: column.uuid },
  `select id from users where id = $1 and retained_until <= now() for update`,
);

/** Locks the user if their period is over; false when another process has dealt with them. */
export async function lockRetentionEnded(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(lockDue, [id])).length > 0;
}

export async function clearRetention(tx: Tx, id: string): Promise<void> {
  await tx.update(users).set({ retainedUntil: null }).where(eq(users.id, id));
}
