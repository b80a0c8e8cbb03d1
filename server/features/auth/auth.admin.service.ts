import type { Tx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/hot.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  administrator,
  changeUser,
  createUser,
  personById,
  userByEmail,
  type UserRow,
} from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { SignedOut } from '#server/http/refusal.ts';
import { keptForm } from '#shared/kernel/fields.ts';
import { revokeSessions } from './auth.sessions.ts';
import { countPasswordTry } from './auth.tries.ts';

const lock = writeStatement<object>(`select pg_advisory_xact_lock(7205324)`);

/**
 * Makes or updates the one administrator from ADMIN_EMAIL and ADMIN_PASSWORD; called at every start. The settings are
 * the truth: a new password or address there ends the administrator's sessions. Throws when the address is a customer's.
 */
export async function ensureAdministrator(deps: Deps): Promise<void> {
  const { password } = deps.env.admin;
  const email = keptForm(deps.env.admin.email);
  const known = await administrator(deps.db);
  const isSamePassword = known !== undefined && (await deps.auth.passwords.matches(password, known.passwordHash));
  if (isSamePassword && known.email === email && known.status === 'active') return;
  const passwordHash = isSamePassword ? known.passwordHash : await deps.auth.passwords.hash(password);
  await deps.inTx(async (tx) => {
    await tx.run(lock);
    const admin = await administrator(tx);
    // Another process that starts beside this one has done it meanwhile.
    if (admin?.updatedAt.getTime() !== known?.updatedAt.getTime()) return;
    const holder = await userByEmail(tx, email);
    if (holder && holder.id !== admin?.id) {
      throw new Error("ADMIN_EMAIL is the address of a customer's account; the administrator needs one of their own.");
    }
    if (admin) await updateAdministrator(deps, tx, admin, { email, passwordHash });
    else await makeAdministrator(deps, tx, { email, passwordHash });
  });
}

type Credentials = { email: string; passwordHash: string | null };

async function makeAdministrator(deps: Deps, tx: Tx, credentials: Credentials): Promise<void> {
  const name = { firstName: 'Desk', lastName: 'Administrator' };
  const admin = await createUser(tx, { ...credentials, ...name, role: 'admin', emailVerifiedAt: deps.now() });
  if (admin) await recordAudit(tx, 'system', 'admin.created', { type: 'user', id: admin.id });
}

async function updateAdministrator(deps: Deps, tx: Tx, admin: UserRow, credentials: Credentials): Promise<void> {
  await changeUser(tx, admin.id, { ...credentials, status: 'active', blockedReason: null });
  await revokeSessions(deps, tx, { userId: admin.id }, 'password_changed');
  const changed = {
    email: admin.email !== credentials.email,
    password: admin.passwordHash !== credentials.passwordHash,
  };
  await recordAudit(tx, 'system', 'admin.changed_by_settings', { type: 'user', id: admin.id }, changed);
}

export type StepUp = { stepUpToken: string; expiresAt: Date };

/**
 * The administrator proves the password again for the few calls that need it. Counted like a sign-in. Throws
 * SignedOut('wrong_credentials'), TooMany, Unavailable.
 */
export async function stepUp(deps: Deps, actor: Actor, password: string, ip: string): Promise<StepUp> {
  const { isRight, wasRight } = await deps.auth.passwords.inTurn(async (matches) => {
    const counted = await countPasswordTry(deps, actor.email, ip);
    const person = await personById(deps.db, actor.userId);
    return { ...counted, isRight: await matches(password, person?.user.passwordHash) };
  });
  const subject = { type: 'session', id: actor.sessionId };
  await deps.inTx(async (tx) => {
    if (isRight) await wasRight(tx);
    await recordAudit(tx, actor, isRight ? 'auth.stepped_up' : 'auth.step_up_failed', subject);
  });
  if (!isRight) throw new SignedOut('This password is not right. Please try again.', 'wrong_credentials');
  return deps.auth.tokens.stepUpToken(actor, deps.now());
}
