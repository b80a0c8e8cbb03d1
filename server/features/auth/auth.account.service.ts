import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { eraseUser, exportPersonalData } from '#server/features/users/users.erasure.service.ts';
import { changeUser, lockUser, userByEmail, type UserRow } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Forbidden, Invalid, NotFound, wrongField } from '#server/lib/refusal.ts';
import { codeMinutes } from '#shared/auth/auth.codes.ts';
import { minTeamPasswordLength } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AuthDeps } from './auth.ports.ts';
import { dropRegistrations, spendCode } from './codes/auth.codes.queries.ts';
import { issueCode, mailDigits, unmatchableSecret, verifyCode, type IssuedCode } from './codes/auth.codes.ts';
import { lockProven, reauthenticate, type Proof } from './codes/auth.proof.ts';
import { changePassword } from './codes/auth.reset.service.ts';
import { selectOpenSessions, type OpenSession } from './sessions/auth.sessions.queries.ts';
import { revokeAccess, revokeSessions } from './sessions/auth.sessions.ts';

const purpose = 'change_email';

/**
 * Sets a new password; returns how many other sessions ended. Refuses with the errors of `proveAgain`, and
 * invalid_input for one that is too short.
 */
export async function choosePassword(
  deps: AuthDeps,
  actor: Actor,
  { newPassword, ...proof }: Proof & { newPassword: string },
  ip: string,
): Promise<number> {
  if (actor.role !== 'customer' && newPassword.length < minTeamPasswordLength)
    throw wrongField('newPassword', 'password_too_short_for_team');
  const provenUser = await reauthenticate(deps, actor, proof, ip);
  const passwordHash = await deps.auth.passwords.hash(newPassword);
  return deps.inTx(async (tx) => {
    const user = await lockProven(tx, provenUser);
    await recordAudit(tx, actor, 'auth.password_changed', { type: 'user', id: actor.userId });
    return changePassword(tx, deps, user, passwordHash, actor.sessionId);
  });
}

/**
 * Mails a code to a new address, but none to an address in use. Refuses with the errors of `proveAgain`, and forbidden
 * for the administrator.
 */
export async function requestEmailChange(
  deps: AuthDeps,
  actor: Actor,
  { email, ...proof }: Proof & { email: string },
  ip: string,
): Promise<IssuedCode> {
  if (actor.role === 'admin') throw new Forbidden('forbidden', 'admin_email_fixed');
  const provenUser = await reauthenticate(deps, actor, proof, ip);
  const kind = { subject: deps.auth.keys.subjectOfChange(actor.userId, email), purpose } as const;
  return deps.inTx(async (tx) => {
    const user = await lockProven(tx, provenUser);
    if (await userByEmail(tx, email)) return issueCode(tx, kind, unmatchableSecret(codeMinutes));
    const to = { userId: user.id, email, language: user.language };
    return mailDigits(tx, deps, kind, to, { userId: user.id, target: email });
  });
}

/** Applies the confirmed address and ends other sessions. Refuses with invalid_code on failure. */
export async function confirmEmailChange(
  deps: AuthDeps,
  actor: Actor,
  { email, otp }: { email: string; otp: string },
): Promise<void> {
  const { keys } = deps.auth;
  const code = await verifyCode(deps, { subject: keys.subjectOfChange(actor.userId, email), purpose }, otp);
  const isDone = await deps.inTx(async (tx) => {
    const user = await lockUser(tx, actor.userId);
    if (!user || code?.userId !== user.id || code.target !== email) return false;
    if (!(await spendCode(tx, { id: code.id }))) return false;
    // Registrations with this address that wait for their code can no longer succeed.
    await dropRegistrations(tx, { subject: keys.subjectOf(email) });
    if (await userByEmail(tx, email)) return false;
    await moveTo(tx, deps, actor, user, email);
    return true;
  });
  if (!isDone) throw new Invalid('invalid_code', 'one_time_code_wrong');
}

/** Mails the user's former address that it was replaced; sends nothing if there was none. */
export async function mailAddressChanged(tx: Tx, { id: userId, email, firstName, language }: UserRow): Promise<void> {
  if (email === null) return;
  await sendMail(tx, { template: 'email_changed', to: { userId, email, language }, data: { firstName } });
}

async function moveTo(tx: Tx, deps: AuthDeps, actor: Actor, user: UserRow, email: string): Promise<void> {
  const { id: userId } = user;
  await changeUser(tx, userId, { email, emailVerifiedAt: deps.now() });
  await revokeAccess(tx, deps, { userId, except: actor.sessionId }, 'email_changed');
  await recordAudit(tx, actor, 'auth.email_changed', { type: 'user', id: userId });
  await mailAddressChanged(tx, user);
}

/** The user's live sessions, this one first, then last seen first. */
export async function listSessions({ db }: AuthDeps, actor: Actor): Promise<OpenSession[]> {
  const openSessions = await selectOpenSessions(db, actor.userId, actor.role);
  const isHere = ({ id }: OpenSession) => id === actor.sessionId;
  return [...openSessions.filter(isHere), ...openSessions.filter((session) => !isHere(session))];
}

/** Signs out one device of the user, in every process. Refuses with not_found for any other id. */
export async function endSession(deps: AuthDeps, actor: Actor, id: Id<'session'>): Promise<void> {
  const openSessions = await selectOpenSessions(deps.db, actor.userId, actor.role);
  if (!openSessions.some((session) => session.id === id)) throw new NotFound('session_not_found');
  await deps.inTx(async (tx) => {
    await revokeSessions(tx, deps, { sessionIds: [id] }, 'signed_out_elsewhere');
    await recordAudit(tx, actor, 'auth.session_ended', { type: 'session', id });
  });
}

/** Signs out the user's other devices, and this one with `all`; returns how many. */
export async function endSessions(deps: AuthDeps, actor: Actor, all: boolean): Promise<number> {
  const { userId, sessionId } = actor;
  return deps.inTx(async (tx) => {
    const otherSessions = all ? { userId } : { userId, except: sessionId };
    const endedCount = await revokeSessions(tx, deps, otherSessions, 'signed_out_elsewhere');
    await recordAudit(tx, actor, 'auth.sessions_ended', { type: 'user', id: userId }, { ended: endedCount });
    return endedCount;
  });
}

/**
 * Returns all stored data of the user, who has to prove their identity, since no screen shows numbers in full. Refuses
 * with the errors of `reauthenticate`.
 */
export async function exportOwnData(
  deps: AuthDeps,
  actor: Actor,
  proof: Proof,
  ip: string,
): Promise<Record<string, unknown>> {
  await reauthenticate(deps, actor, proof, ip);
  return exportPersonalData(deps, actor);
}

/**
 * Deletes the user's account. Refuses with the errors of `reauthenticate`, in_use while an order is open, and
 * forbidden.
 */
export async function closeAccount(deps: AuthDeps, actor: Actor, proof: Proof, ip: string): Promise<void> {
  const provenUser = await reauthenticate(deps, actor, proof, ip);
  await deps.inTx(async (tx) => {
    await lockProven(tx, provenUser);
    await eraseUser(tx, deps, actor, actor.userId);
  });
}
