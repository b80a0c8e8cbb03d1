import { and, eq, lte, sql } from 'drizzle-orm';
import { now } from '#server/db/fragments.ts';
import { exists, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { users } from './users.tables.ts';

type ById = Blanks<{ id: Id<'user'> }>;

/** Limit of one run of the job; the next run takes the rest. */
const maxAtOnce = 500;

/** Sets until when the evidence of a deleted user is retained, by the database's clock. */
export const retainEvidence = sent((db: Drizzle, { id, years }: Blanks<{ id: Id<'user'>; years: number }>) =>
  db
    .update(users)
    .set({ retainedUntil: sql`now() + make_interval(years => ${years}::int)` })
    .where(eq(users.id, id)),
);

const dueAt = (moment: typeof users.retainedUntil | typeof users.eraseAt) => ({
  list: rows((db: Reads) =>
    db.select({ id: users.id }).from(users).where(lte(moment, now)).orderBy(moment).limit(maxAtOnce),
  ),
  /** Locks the user if it is their time; false when another process has dealt with them, or it was taken back. */
  lock: exists((db: Drizzle, { id }: ById) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), lte(moment, now)))
      .for('update'),
  ),
});
/** Users that were deleted and whose retention period is over, and users whose day of grace is. */
export const dueUsers = { retention: dueAt(users.retainedUntil), erasure: dueAt(users.eraseAt) };

export const clearRetention = sent((db: Drizzle, { id }: ById) =>
  db.update(users).set({ retainedUntil: null }).where(eq(users.id, id)),
);
