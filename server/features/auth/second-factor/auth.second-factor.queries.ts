import { and, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { oneTimeCodes, recoveryCodes, secondFactors } from '../auth.tables.ts';

export type FactorRow = typeof secondFactors.$inferSelect;

export async function selectFactor(db: Db, userId: string): Promise<FactorRow | undefined> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return factor;
}

/** Stores a secret that waits for its first code; replaces an unconfirmed one. False when a factor is on. */
export async function insertPendingFactor(tx: Tx, userId: string, secret: Buffer): Promise<boolean> {
  const written = await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return written.length === 1;
}

/** Switches on the secret that was read; false when it is on already or another one waits now. */
export async function confirmFactor(tx: Tx, { userId, secret }: FactorRow, step: number): Promise<boolean> {
  const confirmed = await tx
    .update(secondFactors)
    .set({ confirmedAt: sql`now()`, lastStep: step })
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt), eq(secondFactors.secret, secret)))
    .returning({ userId: secondFactors.userId });
  return confirmed.length === 1;
}

/** Marks the step as used: the same digits, or older ones, never work again. */
export async function advanceFactor(tx: Tx, userId: string, step: number): Promise<boolean> {
  const advanced = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return advanced.length === 1;
}

/** Removes an unconfirmed secret. */
export async function deleteWaitingFactor(tx: Tx, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
}

/** Removes the factor and its recovery codes; false when there was none. */
export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const deleted = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ userId: secondFactors.userId });
  return deleted.length === 1;
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

/** Uses up the recovery code of one of these hashes; false when there is none or it was used. */
export async function useRecoveryCode(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.hash, [...hashes]), isNull(recoveryCodes.usedAt)),
    )
    .returning({ hash: recoveryCodes.hash });
  return used.length === 1;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

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
