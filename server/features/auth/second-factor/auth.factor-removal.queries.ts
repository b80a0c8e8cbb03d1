import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { oneTimeCodes } from '../auth.tables.ts';

/** The link by which the owner stops it is the removal itself: it ends when the second factor goes. */
const scheduled = and(eq(oneTimeCodes.purpose, 'factor_removal'), isNull(oneTimeCodes.endedAt));
const isDue = lte(oneTimeCodes.expiresAt, sql`now()`);

/** When the second factor of a user is removed; undefined where none is scheduled. */
export async function selectRemoval(db: Db, userId: string): Promise<Date | undefined> {
  const [removal] = await db
    .select({ at: oneTimeCodes.expiresAt })
    .from(oneTimeCodes)
    .where(and(scheduled, eq(oneTimeCodes.userId, userId)));
  return removal?.at;
}

/** The users whose second factor is to be removed now. */
export async function listDueRemovals(db: Db): Promise<string[]> {
  const due = await db.select({ userId: oneTimeCodes.userId }).from(oneTimeCodes).where(and(scheduled, isDue));
  return due.flatMap(({ userId }) => userId ?? []);
}

/** Ends a removal that waits, or with `due` one whose time has come; false where there is none. */
export async function endRemoval(tx: Tx, userId: string, when: 'waiting' | 'due' = 'waiting'): Promise<boolean> {
  const ended = await tx
    .update(oneTimeCodes)
    .set({ endedAt: sql`now()` })
    .where(
      and(scheduled, eq(oneTimeCodes.userId, userId), when === 'due' ? isDue : gt(oneTimeCodes.expiresAt, sql`now()`)),
    )
    .returning({ id: oneTimeCodes.id });
  return ended.length > 0;
}
