import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, filtered } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { recoveryCodes, secondFactors } from '../auth.tables.ts';

export type FactorRow = typeof secondFactors.$inferSelect;

export async function selectFactor(db: Db, userId: string): Promise<FactorRow | undefined> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return factor;
}

/** Stores a secret that waits for its first code; replaces an unconfirmed one. False when a factor is on. */
export const insertPendingFactor = writeStatement({}).exists<[userId: string, secret: Buffer]>()`
  insert into second_factors as f (user_id, secret) values ($1, $2)
  on conflict (user_id) do update set secret = excluded.secret, created_at = now() where f.confirmed_at is null
  returning user_id`;

/** Switches on the secret that was read; false when it is on already or another one waits now. */
export const confirmFactor = writeStatement({}).exists<[userId: string, secret: Buffer, step: number]>()`
  update second_factors set confirmed_at = now(), last_step = $3
  where user_id = $1 and confirmed_at is null and secret = $2 returning user_id`;

/** Marks the step as used: the same digits, or older ones, never work again. */
export const advanceFactor = writeStatement({}).exists<[userId: string, step: number]>()`
  update second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning user_id`;

/** Removes an unconfirmed secret. */
export const deleteWaitingFactor = writeStatement({}).send<[userId: string]>()`
  delete from second_factors where user_id = $1 and confirmed_at is null`;

/** Removes the factor and its recovery codes; false when there was none. */
export const deleteFactor = writeStatement({}).exists<[userId: string]>()`
  with codes as (delete from recovery_codes where user_id = $1)
  delete from second_factors where user_id = $1 returning user_id`;

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

/** Uses up the recovery code of one of these hashes; false when there is none or it was used. */
export const useRecoveryCode = writeStatement({}).exists<[userId: string, hashes: readonly Buffer[]]>()`
  update recovery_codes set used_at = now()
  where user_id = $1 and hash = any($2::bytea[]) and used_at is null returning hash`;

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** The link by which the owner stops it is the removal itself: it ends when the second factor goes. */
const scheduled = `purpose = 'factor_removal' and ended_at is null`;

/** When the second factor of a user is removed; undefined where none is scheduled. */
export const selectRemoval = readStatement({ at: column.moment }).value<[userId: string]>()`
  select expires_at as at from one_time_codes where ${scheduled} and user_id = $1`;

/** The users whose second factor is to be removed now. */
export const listDueRemovals = readStatement({ userId: filtered(column.uuid) }).values()`
  select user_id as "userId" from one_time_codes where ${scheduled} and expires_at <= now() and user_id is not null`;

const endingRemoval = (ends: string) =>
  writeStatement({}).exists<[userId: string]>()`
    update one_time_codes set ended_at = now() where ${scheduled} and user_id = $1 and expires_at ${ends} now()
    returning id`;
/** Ends a removal that waits; false where there is none. */
export const endRemoval = endingRemoval('>');
/** Ends a removal whose time has come; false where there is none. */
export const endDueRemoval = endingRemoval('<=');
