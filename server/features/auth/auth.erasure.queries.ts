import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { oneTimeCodes, recoveryCodes, registrations, secondFactors, sessions } from './auth.tables.ts';

/** Removes all that is known of a user's devices, codes and registration; `subject` is the hash of their address. */
export async function deleteSignIns(tx: Tx, userId: string, subject: Buffer): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.subject, subject));
  await tx.delete(registrations).where(eq(registrations.subject, subject));
}
