import type { Tx } from '#server/db/connection.ts';
import { accountById, lockUser, type UserRow } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Forbidden, SignedOut, wrongField } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AuthDeps } from '../auth.ports.ts';
import { hasSecondFactor, takeSecondFactor } from '../second-factor/auth.second-factor.ts';
import { countPasswordAttempt } from '../sessions/auth.attempts.ts';

/** Credentials with which a user reauthenticates. */
export type Proof = { password: string; code?: string | undefined };

/** A user as they were when they proved the password. */
export type ProvenUser = UserRow & { passwordHash: string };

const passwordWrong = () => new SignedOut('password_wrong', 'wrong_credentials');

/**
 * Completes a sign-in after the password: takes the code if a second factor is on. A missing code counts as no attempt,
 * a wrong one does. Refuses with second_factor_required, invalid_code.
 */
export async function assertSecondFactor(
  deps: AuthDeps,
  userId: Id<'user'>,
  code: string | undefined,
  markProven: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!(await hasSecondFactor(deps.db, userId))) return;
  if (code === undefined) {
    await deps.inTx(markProven);
    throw new Forbidden('second_factor_required', 'second_factor_required', { secondFactorRequired: true });
  }
  if (!(await takeSecondFactor(deps, userId, code)))
    throw wrongField('code', 'second_factor_code_wrong', 'invalid_code');
}

/**
 * Verifies a signed-in user's password again, and the code where a second factor is on; counted like a sign-in. Refuses
 * with wrong_credentials, second_factor_required, invalid_code, too_many_requests, unavailable.
 */
export async function reauthenticate(
  deps: AuthDeps,
  { userId, email, sessionId }: Pick<Actor, 'userId' | 'email' | 'sessionId'>,
  { password, code }: Proof,
  ip: string,
): Promise<ProvenUser> {
  const { user, isRight, wasRight } = await deps.auth.passwords.withSlot(async (matches) => {
    const attempt = await countPasswordAttempt(deps, email, { ip, device: sessionId });
    const account = await accountById(deps.db, userId);
    return { ...attempt, user: account?.user, isRight: await matches(password, account?.user.passwordHash) };
  }, true);
  const passwordHash = user?.passwordHash;
  if (!isRight || !user || !passwordHash) throw passwordWrong();
  await assertSecondFactor(deps, userId, code, wasRight);
  await deps.inTx(wasRight);
  return { ...user, passwordHash };
}

/**
 * Locks the row of a user who just reauthenticated. Refuses with signed_out where the credentials changed since then.
 */
export async function lockProven(tx: Tx, provenUser: Pick<UserRow, 'id' | 'email' | 'passwordHash'>): Promise<UserRow> {
  const user = await lockUser(tx, provenUser.id);
  const isUnchanged = user?.passwordHash === provenUser.passwordHash && user.email === provenUser.email;
  if (!isUnchanged || user.status !== 'active') throw passwordWrong();
  return user;
}
