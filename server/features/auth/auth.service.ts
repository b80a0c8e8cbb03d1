import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  accountById,
  changeUser,
  userByEmail,
  type Account,
  type ErasureStep,
  type UserRow,
} from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Forbidden, Invalid, SignedOut } from '#server/lib/refusal.ts';
import { normalizeEmail } from '#shared/kernel/email-address.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { deleteSignIns } from './auth.erasure.queries.ts';
import type { AuthDeps } from './auth.ports.ts';
import { presentIssued } from './auth.present.ts';
import { selectNewestAttempt } from './codes/auth.codes.queries.ts';
import { lockProven, assertSecondFactor } from './codes/auth.proof.ts';
import { codeForPending } from './codes/auth.registration.service.ts';
import { countPasswordAttempt } from './sessions/auth.attempts.ts';
import { knownDevice, type AuthKeys, type Caller } from './sessions/auth.keys.ts';
import { extendSessionRow, selectSessionEnd } from './sessions/auth.sessions.queries.ts';
import {
  accountBlocked,
  openSession,
  revokeSessions,
  signedInAccount,
  type SignedInAccount,
} from './sessions/auth.sessions.ts';

export { issueCode, newDigits, newLinkToken, verifyCode } from './codes/auth.codes.ts';
export { mailInvitation } from './codes/auth.reset.service.ts';
export { spendCode } from './codes/auth.codes.queries.ts';
export type { Caller } from './sessions/auth.keys.ts';
export { presentSignedIn } from './auth.present.ts';
export { deleteFactor } from './second-factor/auth.second-factor.queries.ts';
export {
  openSession,
  revokeAccess,
  revokeSessions,
  signedInAccount,
  type SignedInAccount,
} from './sessions/auth.sessions.ts';

const wrongCredentials = () => new SignedOut('credentials_wrong', 'wrong_credentials');

/**
 * Signs in with address and password. Unknown, wrong and deleted get one answer in the same time. Refuses with
 * wrong_credentials, verification_required, second_factor_required, blocked, invalid_code, too_many_requests,
 * unavailable.
 */
export async function signIn(
  deps: AuthDeps,
  input: { email: string; password: string; code?: string | undefined },
  caller: Caller,
): Promise<SignedInAccount> {
  const { db, auth } = deps;
  const address = normalizeEmail(input.email);
  const device = knownDevice(deps, address, caller.devices);
  const { user, isRight, attemptId, wasRight } = await auth.passwords.withSlot(async (matches) => {
    const attempt = await countPasswordAttempt(deps, address, { ip: caller.ip, device });
    const owner = await userByEmail(db, address);
    const newestAttempt = await selectNewestAttempt(db, { subject: auth.keys.subjectOf(address) });
    const isOwner = await matches(input.password, owner?.passwordHash);
    // Compares a password for every address, used or free: otherwise the time of a sign-in after a registration would
    // reveal which it is.
    const isAttempt = !isOwner && (await matches(input.password, newestAttempt?.passwordHash));
    return { ...attempt, user: owner, isRight: isOwner, attemptId: isAttempt ? newestAttempt?.id : undefined };
  }, device !== undefined);
  if (!isRight || !user) {
    if (user && user.role !== 'customer') await recordFailedAdmin(deps, user.id, caller);
    throw attemptId ? await verificationRequired(deps, { id: attemptId, email: address }) : wrongCredentials();
  }
  if (user.status === 'blocked') throw accountBlocked();
  await proveFactor(deps, user, { code: input.code, wasRight, caller });
  const passwordHash = user.passwordHash && (await auth.passwords.renewed(input.password, user.passwordHash));

  const openedSession = await deps.inTx(async (tx) => {
    await lockProven(tx, user);
    await wasRight(tx);
    if (passwordHash) await changeUser(tx, user.id, { passwordHash });
    const session = await openSession(tx, deps, user, { ...caller, by: 'password' });
    if (user.role !== 'customer') {
      const actor = { userId: user.id, role: user.role, requestId: caller.requestId };
      await recordAudit(tx, actor, 'auth.signed_in', { type: 'session', id: session.sessionId }, { ip: caller.ip });
    }
    return session;
  });
  const signedInUser = await signedInAccount(deps, openedSession);
  if (!signedInUser) throw wrongCredentials();
  return signedInUser;
}

async function proveFactor(
  deps: AuthDeps,
  { id, role }: UserRow,
  { code, wasRight, caller }: { code: string | undefined; wasRight: (tx: Tx) => Promise<void>; caller: Caller },
): Promise<void> {
  try {
    await assertSecondFactor(deps, id, code, wasRight);
  } catch (error) {
    if (role !== 'customer' && error instanceof Invalid) await recordFailedAdmin(deps, id, caller);
    throw error;
  }
}

async function recordFailedAdmin(deps: AuthDeps, userId: Id<'user'>, { ip, requestId }: Caller): Promise<void> {
  const subject = { type: 'user', id: userId } as const;
  await deps.inTx((tx) => recordAudit(tx, { visitor: true, requestId }, 'auth.sign_in_failed', subject, { ip }));
}

/** The id names the attempt whose password was just proven, so that confirming it uses that password. */
async function verificationRequired(
  deps: AuthDeps,
  { id, email }: { id: Id<'user'>; email: string },
): Promise<Forbidden> {
  const code = await deps.inTx((tx) => codeForPending(tx, deps, deps.auth.keys.subjectOf(email)));
  return new Forbidden('verification_required', 'email_unverified', {
    requiresVerification: true,
    email,
    userId: id,
    ...presentIssued(code),
  });
}

/** Ends the session of the token, on every process. */
export async function signOut(deps: AuthDeps, actor: Actor): Promise<void> {
  await deps.inTx(async (tx) => {
    await revokeSessions(tx, deps, { sessionIds: [actor.sessionId] }, 'signed_out');
    if (actor.role !== 'customer') {
      await recordAudit(tx, actor, 'auth.signed_out', { type: 'session', id: actor.sessionId });
    }
  });
}

/**
 * Stays signed in: a customer for seven more days (thirty in all), an administrator until the eight hours are over.
 * Refuses with signed_out where the session has ended.
 */
export async function extendSession(
  deps: AuthDeps,
  { userId, sessionId, role }: Actor,
): Promise<{ token: string; expiresAt: Date }> {
  const extendRow = extendSessionRow[role === 'customer' ? 'customer' : 'member'];
  const extendedSession = await deps.inTx((tx) => extendRow(tx, { id: sessionId }));
  if (!extendedSession) throw new SignedOut('session_ended');
  const { expiresAt } = extendedSession;
  return { token: deps.auth.tokens.sessionToken({ userId, sessionId }, expiresAt), expiresAt };
}

type CurrentUser = { account: Account; endsAt: Date; now: Date };

/** The signed-in user, and when the session expires without activity. Refuses with signed_out once it has ended. */
export async function currentUser({ db }: AuthDeps, { userId, sessionId, role }: Actor): Promise<CurrentUser> {
  const [account, end] = await Promise.all([accountById(db, userId), selectSessionEnd(db, sessionId, role)]);
  if (!account || !end) throw new SignedOut('session_ended');
  return { account, ...end };
}

/** Removes a deleted user's devices, codes, second factor and registration. Their sessions were revoked before. */
export function eraseAuthPersonalData(keys: Pick<AuthKeys, 'subjectOf'>): ErasureStep {
  return (tx, { id, email }) => deleteSignIns(tx, id, email === null ? undefined : keys.subjectOf(email));
}
