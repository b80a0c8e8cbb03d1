import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { changeUser, lockUser, userByEmail, type UserRow } from '#server/features/users/users.service.ts';
import { Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { AuthPorts } from '../auth.ports.ts';
import { hasSecondFactor } from '../second-factor/auth.second-factor.ts';
import { resetPasswordAttempts } from '../sessions/auth.attempts.ts';
import { newDeviceToken, type Caller } from '../sessions/auth.keys.ts';
import { revokeAccess } from '../sessions/auth.sessions.ts';
import { selectLinkOwner, useLink } from './auth.codes.queries.ts';
import { issueCode, linkMinutes, newLinkToken, noMatch } from './auth.codes.ts';

type Deps = Platform & AuthPorts;

const purpose = 'reset_password';
const linkExpired = () => new Unprocessable('link_expired', 'reset_link_expired');

/**
 * Mails a link to set a new password, without revealing whether the address is known. A mailbox must not give access to
 * the deposit addresses: the owner named by ADMIN_EMAIL gets none before the second factor is on, which is still asked for
 * afterwards; another member has nothing to do without one.
 */
export async function requestPasswordReset(deps: Deps, email: string): Promise<void> {
  const owner = await userByEmail(deps.db, email);
  await deps.inTx(async (tx) => {
    const user = owner && (await lockUser(tx, owner.id));
    const isReachable = user?.email === email && user.status === 'active';
    if (isReachable && (user.role !== 'admin' || (await hasSecondFactor(tx, user.id))))
      await mailResetLink(deps, tx, user);
    else await issueCode(tx, { subject: deps.auth.keys.subjectOf(email), purpose }, noMatch(linkMinutes));
  });
}

/** Replaces the link before it; sends nothing when the last one is too young. The user's row must be locked. */
export async function mailResetLink(deps: Deps, tx: Tx, { id, email, firstName, language }: UserRow): Promise<void> {
  if (email === null) return;
  const { keys } = deps.auth;
  const token = newLinkToken();
  const secret = { hash: keys.hashLink(purpose, token), minutes: linkMinutes, userId: id, target: email };
  const { fresh } = await issueCode(tx, { subject: keys.subjectOf(email), purpose }, secret);
  if (!fresh) return;
  await sendMail(tx, {
    template: 'password_reset',
    isUrgent: true,
    to: { userId: id, email, language },
    data: { firstName, path: `/reset-password?token=${token}`, minutes: linkMinutes },
  });
}

/** Sets the new password once, ends every session, returns a device token. Throws Unprocessable('link_expired'). */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<string> {
  const link = { purpose, hash: deps.auth.keys.hashLink(purpose, token) } as const;
  // Looked at first: a made-up token must not cost a hash.
  const owner = await selectLinkOwner(deps.db, link);
  if (!owner) throw linkExpired();
  const passwordHash = await deps.auth.passwords.hash(password);
  const address = await deps.inTx(async (tx) => {
    const user = await lockUser(tx, owner.id);
    if (!user || !(await useLink(tx, link))) return undefined;
    await changePassword(deps, tx, user, passwordHash);
    if (user.email) await resetPasswordAttempts(deps, tx, user.email, caller.ip);
    return user.email ?? undefined;
  });
  if (address === undefined) throw linkExpired();
  return newDeviceToken(deps, address);
}

/** Stores the new hash, revokes access (but for `exceptSession`), mails the owner and returns how many sessions ended. */
export async function changePassword(
  deps: Deps,
  tx: Tx,
  { id, email, firstName, language }: UserRow,
  passwordHash: string,
  exceptSession?: string,
): Promise<number> {
  await changeUser(tx, id, { passwordHash });
  const whose = { userId: id, ...(exceptSession && { except: exceptSession }) };
  const ended = await revokeAccess(deps, tx, whose, 'password_changed');
  if (email !== null) {
    await sendMail(tx, { template: 'password_changed', to: { userId: id, email, language }, data: { firstName } });
  }
  return ended;
}
