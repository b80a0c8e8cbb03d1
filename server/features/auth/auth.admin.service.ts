import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  administrator,
  changeUser,
  createUser,
  userByEmail,
  type UserRow,
} from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Invalid, SignedOut } from '#server/lib/refusal.ts';
import { normalizeEmail } from '#shared/kernel/email-address.ts';
import type { AuthDeps } from './auth.ports.ts';
import { lockProven, reauthenticate, type Proof } from './codes/auth.proof.ts';
import { makeSure } from './sessions/auth.sessions.queries.ts';
import { revokeAccess } from './sessions/auth.sessions.ts';

/**
 * Creates or updates the administrator of ADMIN_EMAIL and ADMIN_PASSWORD at every start. A new value ends their
 * sessions; an unchanged one keeps a password that was chosen on screen. Throws for the address of a customer.
 */
export async function setAdministrator(deps: AuthDeps): Promise<void> {
  const { password } = deps.env.admin;
  const email = normalizeEmail(deps.env.admin.email);
  const currentAdmin = await administrator(deps.db);
  const isKnownPassword = currentAdmin?.settingsPasswordHash ?? currentAdmin?.passwordHash;
  const isSamePassword = currentAdmin !== undefined && (await deps.auth.passwords.matches(password, isKnownPassword));
  if (isSamePassword && currentAdmin.email === email && currentAdmin.status === 'active') return;
  const newHash = isSamePassword ? undefined : await deps.auth.passwords.hash(password);
  await deps.inTx(async (tx) => {
    await lockName(tx, 'the administrator of the settings');
    const admin = await administrator(tx);
    // Another process that starts at the same time has updated it.
    if (admin?.updatedAt.getTime() !== currentAdmin?.updatedAt.getTime()) return;
    const account = await userByEmail(tx, email);
    if (account && account.id !== admin?.id) {
      throw new Error(
        "ADMIN_EMAIL is the address of a customer's or a member's account; the administrator needs one of their own.",
      );
    }
    const credentials = { email, ...(newHash && { passwordHash: newHash, settingsPasswordHash: newHash }) };
    if (admin) await updateAdministrator(tx, deps, admin, credentials);
    else await createAdministrator(tx, deps, credentials);
  });
}

type Credentials = { email: string; passwordHash?: string; settingsPasswordHash?: string };

async function createAdministrator(tx: Tx, deps: AuthDeps, credentials: Credentials): Promise<void> {
  const name = { firstName: 'Desk', lastName: 'Administrator' };
  const admin = await createUser(tx, { ...credentials, ...name, role: 'admin', emailVerifiedAt: deps.now() });
  if (admin) await recordAudit(tx, 'system', 'admin.created', { type: 'user', id: admin.id });
}

async function updateAdministrator(tx: Tx, deps: AuthDeps, admin: UserRow, credentials: Credentials): Promise<void> {
  await changeUser(tx, admin.id, { ...credentials, status: 'active', blockedReason: null });
  await revokeAccess(tx, deps, { userId: admin.id }, 'password_changed');
  const changedFields = { email: admin.email !== credentials.email, password: credentials.passwordHash !== undefined };
  await recordAudit(tx, 'system', 'admin.changed_by_settings', { type: 'user', id: admin.id }, changedFields);
}

export type StepUp = { stepUpToken: string; expiresAt: Date };

/**
 * Marks a session as sure after the administrator has proven the password (and the code) again; counted like a sign-in.
 * Refuses with the errors of `reauthenticate`, and signed_out if the session ended meanwhile.
 */
export async function stepUp(deps: AuthDeps, actor: Actor, proof: Proof, ip: string): Promise<StepUp> {
  const subject = { type: 'session', id: actor.sessionId } as const;
  const provenUser = await reauthenticate(deps, actor, proof, ip).catch(async (error: unknown) => {
    const isGuess = error instanceof SignedOut || error instanceof Invalid;
    if (isGuess) await deps.inTx((tx) => recordAudit(tx, actor, 'auth.step_up_failed', subject));
    throw error;
  });
  await deps.inTx(async (tx) => {
    await lockProven(tx, provenUser);
    if (!(await makeSure(tx, { id: actor.sessionId }))) throw new SignedOut('session_ended');
    await recordAudit(tx, actor, 'auth.stepped_up', subject);
  });
  return deps.auth.tokens.stepUpToken(actor, provenUser.passwordHash, deps.now());
}
