import { and, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import {
  exists,
  placeholderValues,
  first,
  isOneOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
} from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { oneTimeCodes, recoveryCodes, secondFactors } from '../auth.tables.ts';

type OfUser = { userId: Id<'user'> };
const theUser = { userId: secondFactors.userId };

export type FactorRow = typeof secondFactors.$inferSelect;

/** Returns the second factor of a user; undefined without one. */
export async function selectFactor(db: Db, userId: Id<'user'>): Promise<FactorRow | undefined> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return factor;
}

/** Stores a secret that waits for its first code; replaces an unconfirmed one. False when a factor is on. */
export const insertPendingFactor = exists((db: Drizzle, { userId, secret }: Blanks<OfUser & { secret: Buffer }>) =>
  db
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: sql`excluded.secret`, createdAt: now },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning(theUser),
);

/** Switches on the secret that was read; false when it is on already or another one waits now. */
export const confirmFactor = exists(
  (db: Drizzle, { userId, secret, step }: Blanks<OfUser & { secret: Buffer; step: number }>) =>
    db
      .update(secondFactors)
      .set({ ...placeholderValues({ lastStep: step }), confirmedAt: now })
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt), eq(secondFactors.secret, secret)))
      .returning(theUser),
);

/** Marks the step as used: the same digits, or older ones, never work again. */
export const advanceFactor = exists((db: Drizzle, { userId, step }: Blanks<OfUser & { step: number }>) =>
  db
    .update(secondFactors)
    .set(placeholderValues({ lastStep: step }))
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning(theUser),
);

/** Removes an unconfirmed secret. */
export const deleteWaitingFactor = sent((db: Drizzle, { userId }: Blanks<OfUser>) =>
  db.delete(secondFactors).where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt))),
);

/** Removes the factor and its recovery codes; false when there was none. */
export const deleteFactor = exists((db: Drizzle, { userId }: Blanks<OfUser>) =>
  db
    .with(db.$with('codes').as(db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).returning()))
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning(theUser),
);

/** Replaces the recovery codes of a user by these hashes. */
export async function replaceRecoveryCodes(tx: Tx, userId: Id<'user'>, hashes: readonly Buffer[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

/** Uses up the recovery code with one of these hashes; false if there is none, or it was used. */
export const useRecoveryCode = exists(
  (db: Drizzle, { userId, hashes }: Blanks<OfUser & { hashes: readonly Buffer[] }>) =>
    db
      .update(recoveryCodes)
      .set({ usedAt: now })
      .where(and(eq(recoveryCodes.userId, userId), isOneOf(recoveryCodes.hash, hashes), isNull(recoveryCodes.usedAt)))
      .returning({ hash: recoveryCodes.hash }),
);

/** Counts the unused recovery codes of a user. */
export async function countRecoveryCodes(db: Db, userId: Id<'user'>): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** The link by which the owner stops a removal belongs to the removal, and ends when the second factor is removed. */
const isScheduled = and(eq(oneTimeCodes.purpose, 'factor_removal'), isNull(oneTimeCodes.endedAt));

/** When the second factor of a user is removed; undefined where none is scheduled. */
export const selectRemoval = first((db: Reads, { userId }: Blanks<OfUser>) =>
  db
    .select({ at: oneTimeCodes.expiresAt })
    .from(oneTimeCodes)
    .where(and(isScheduled, eq(oneTimeCodes.userId, userId))),
);

/** The users whose second factor is to be removed now. */
export const listDueRemovals = rows((db: Reads) => {
  const { userId, expiresAt } = oneTimeCodes;
  return db
    .select({ userId: sql`${userId}`.mapWith(userId) })
    .from(oneTimeCodes)
    .where(and(isScheduled, lte(expiresAt, now), isNotNull(userId)));
});

const endingRemoval = (isTime: typeof gt) =>
  exists((db: Drizzle, { userId }: Blanks<OfUser>) =>
    db
      .update(oneTimeCodes)
      .set({ endedAt: now })
      .where(and(isScheduled, eq(oneTimeCodes.userId, userId), isTime(oneTimeCodes.expiresAt, now)))
      .returning({ id: oneTimeCodes.id }),
  );
/** Ends a removal that is scheduled; false where there is none. */
export const endRemoval = endingRemoval(gt);
/** Ends a removal that is due; false where there is none. */
export const endDueRemoval = endingRemoval(lte);
