import { and, eq, isNotNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { oneTimeCodes, recoveryCodes, registrations, secondFactors, sessions, signInAttempts } from './auth.tables.ts';

/** Deletes the devices, codes and registration of a user; `subject` is the hash of their address. */
export async function deleteSignIns(tx: Tx, userId: Id<'user'>, subject: Buffer | undefined): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  if (!subject) return;
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.subject, subject));
  await tx.delete(registrations).where(eq(registrations.subject, subject));
}

const monthAgo = sql`now() - interval '30 days'`;

/** Removes expired rows; no user is ever removed here. */
export async function deleteExpired(tx: Tx): Promise<void> {
  // Wrong attempts are counted over a day, so codes of two days are kept; a removal that is not done yet stays, and so
  // does the link of an invitation until it ends.
  const isDone = or(
    notInArray(oneTimeCodes.purpose, ['factor_removal', 'customer_invitation']),
    isNotNull(oneTimeCodes.endedAt),
    and(eq(oneTimeCodes.purpose, 'customer_invitation'), lt(oneTimeCodes.expiresAt, sql`now()`)),
  );
  await tx.delete(oneTimeCodes).where(and(isDone, lt(oneTimeCodes.createdAt, sql`now() - interval '2 days'`)));
  await tx.delete(registrations).where(lt(registrations.createdAt, monthAgo));
  await tx.delete(signInAttempts).where(lt(signInAttempts.resetsAt, sql`now()`));
  // No screen shows a session that has ended.
  await tx.delete(sessions).where(or(lt(sessions.expiresAt, monthAgo), lt(sessions.revokedAt, monthAgo)));
}
