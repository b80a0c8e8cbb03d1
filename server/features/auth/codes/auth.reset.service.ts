import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { changeUser, isJoinable, lockUser, userByEmail, type UserRow } from '#server/features/users/users.service.ts';
import { clockText } from '#server/lib/clock-text.ts';
import { Unprocessable, wrongField } from '#server/lib/refusal.ts';
import type * as contract from '#shared/auth/auth.contract.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import { dayMinutes } from '#shared/reference/units-of-time.ts';
import { invitationDays } from '#shared/users/users.brought.ts';
import type { AuthDeps } from '../auth.ports.ts';
import { hasSecondFactor } from '../second-factor/auth.second-factor.ts';
import { resetPasswordAttempts } from '../sessions/auth.attempts.ts';
import { newDeviceToken, type Caller } from '../sessions/auth.keys.ts';
import { revokeAccess } from '../sessions/auth.sessions.ts';
import { dropRegistrations, selectLinkOwner, useLink } from './auth.codes.queries.ts';
import { issueCode, linkMinutes, newLinkToken, unmatchableSecret, type IssuedCode } from './auth.codes.ts';

const purpose = 'reset_password';
const linkExpired = () => new Unprocessable('link_expired', 'reset_link_expired');

/**
 * Mails a link to set a new password; the answer is the same for an unknown address. The owner of ADMIN_EMAIL gets none
 * before their second factor is on: a mailbox alone must not give access to deposit addresses.
 */
export async function requestPasswordReset(deps: AuthDeps, email: string): Promise<void> {
  const owner = await userByEmail(deps.db, email);
  await deps.inTx(async (tx) => {
    const user = owner && (await lockUser(tx, owner.id));
    const isReachable = user?.email === email && user.status === 'active';
    if (isReachable && (user.role !== 'admin' || (await hasSecondFactor(tx, user.id))))
      await mailResetLink(tx, deps, user);
    else await issueCode(tx, { subject: deps.auth.keys.subjectOf(email), purpose }, unmatchableSecret(linkMinutes));
  });
}

/**
 * Replaces the link before it; sends nothing when the last one is too young. A brought customer without a password is
 * invited by it. The user's row must be locked.
 */
export async function mailResetLink(tx: Tx, deps: AuthDeps, user: UserRow): Promise<void> {
  await mailLink(tx, deps, user, { purpose, minutes: linkMinutes });
}

type LinkKind = { purpose: 'reset_password' | 'customer_invitation'; minutes: number };

/** Mails the link of a kind; undefined to a user without an address. The user's row must be locked. */
async function mailLink(
  tx: Tx,
  deps: AuthDeps,
  user: UserRow,
  { purpose: kind, minutes }: LinkKind,
): Promise<IssuedCode | undefined> {
  const { id, email, firstName, language, country } = user;
  if (email === null) return undefined;
  const { keys } = deps.auth;
  const token = newLinkToken();
  const secret = { hash: keys.hashLink(kind, token), minutes, userId: id, target: email };
  const issuedCode = await issueCode(tx, { subject: keys.subjectOf(email), purpose: kind }, secret);
  if (!issuedCode.fresh) return issuedCode;
  const to = { userId: id, email, language };
  const path = `/reset-password?token=${token}`;
  if (!isJoinable(user)) {
    await sendMail(tx, { template: 'password_reset', isUrgent: true, to, data: { firstName, path, minutes } });
    return issuedCode;
  }
  const data = { firstName, path: `${path}&invited=1`, until: clockText(issuedCode.expiresAt, { language, country }) };
  await sendMail(tx, { template: 'customer_invitation', to, data });
  return issuedCode;
}

/**
 * Mails a brought customer, whose row is locked, a link to set a password within seven days; undefined without an
 * address. Where the last one is too young, nothing is mailed.
 */
export async function mailInvitation(tx: Tx, deps: AuthDeps, user: UserRow): Promise<IssuedCode | undefined> {
  const kind = { purpose: 'customer_invitation', minutes: invitationDays * dayMinutes } as const;
  const issuedCode = await mailLink(tx, deps, user, kind);
  if (issuedCode?.fresh) await changeUser(tx, user.id, { invitedAt: issuedCode.now });
  return issuedCode;
}

/**
 * Sets the new password once, ends every session and returns a device token. A customer whom the team entered proves
 * the address and accepts the terms with it. Refuses with link_expired, or invalid_input beside `ageConfirmed`, which
 * keeps the link.
 */
export async function resetPassword(
  deps: AuthDeps,
  { token, password, ageConfirmed }: BodyOf<typeof contract.resetPassword>,
  caller: Caller,
): Promise<string> {
  // Finds the link before hashing: a made-up token must not cost a hash.
  const linkWithOwner = await openedLink(deps, token);
  if (!linkWithOwner) throw linkExpired();
  const { owner, link } = linkWithOwner;
  const passwordHash = await deps.auth.passwords.hash(password);
  const address = await deps.inTx(async (tx) => {
    const user = await lockUser(tx, owner.id);
    if (!user || !(await useLink(tx, link))) return undefined;
    if (isJoinable(user) && ageConfirmed === false) throw wrongField('ageConfirmed', 'age_unconfirmed');
    await changePassword(tx, deps, user, passwordHash);
    if (isJoinable(user)) {
      const now = deps.now();
      await changeUser(tx, user.id, { emailVerifiedAt: now, termsAt: now });
      if (user.email) await dropRegistrations(tx, { subject: deps.auth.keys.subjectOf(user.email) });
    }
    if (user.email) await resetPasswordAttempts(tx, deps, user.email, caller.ip);
    return user.email ?? undefined;
  });
  if (address === undefined) throw linkExpired();
  return newDeviceToken(deps, address);
}

/** The link of this token, as a reset or as an invitation, with the user whose account it opens. */
async function openedLink({ db, auth }: AuthDeps, token: string) {
  for (const kind of ['reset_password', 'customer_invitation'] as const) {
    const link = { purpose: kind, hash: auth.keys.hashLink(kind, token) };
    const owner = await selectLinkOwner(db, link);
    if (owner) return { owner, link };
  }
  return undefined;
}

/**
 * Stores the new hash, revokes access (except `exceptSession`), mails the owner and returns how many sessions ended.
 */
export async function changePassword(
  tx: Tx,
  deps: AuthDeps,
  { id, email, firstName, language }: UserRow,
  passwordHash: string,
  exceptSession?: string,
): Promise<number> {
  await changeUser(tx, id, { passwordHash });
  const userSessions = { userId: id, ...(exceptSession && { except: exceptSession }) };
  const endedCount = await revokeAccess(tx, deps, userSessions, 'password_changed');
  if (email !== null) {
    await sendMail(tx, { template: 'password_changed', to: { userId: id, email, language }, data: { firstName } });
  }
  return endedCount;
}
