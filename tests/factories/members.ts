import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Composition } from '#server/compose.ts';
import { openSession } from '#server/features/auth/auth.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';

export type TestMember = { id: string; email: string; token: string };

/** Opens a session of a user, like a sign-in; it is not sure unless opened `by` the password. */
export async function aSession(
  deps: Pick<Composition, 'auth' | 'inTx'>,
  user: { id: string; role: 'customer' | 'staff' | 'admin' },
  factor: 'password' | 'mail' = 'mail',
): Promise<{ token: string; sessionId: string }> {
  const caller = { ip: '127.0.0.1', userAgent: 'test', requestId: randomUUID(), by: factor };
  return deps.inTx((tx) => openSession(tx, deps, user, caller));
}

/** The header of a session in which the password was just entered again; none for a session that is over. */
export async function steppedUp(
  deps: Pick<Composition, 'auth' | 'db' | 'now' | 'sessions'>,
  token: string,
): Promise<Record<string, string>> {
  const session = await deps.sessions.authenticate(token).catch(() => null);
  const account = session && (await accountById(deps.db, session.userId));
  if (!session || !account?.user.passwordHash) return {};
  const { stepUpToken } = deps.auth.tokens.stepUpToken(session, account.user.passwordHash, deps.now());
  return { 'X-Step-Up': stepUpToken };
}

/**
 * A member of the team who is signed in. The second factor is on (with an unknown secret) unless `isSettingUp`:
 * tests that need its codes use an invitation.
 */
export async function aMember(
  pool: Pool,
  deps: Pick<Composition, 'auth' | 'inTx'>,
  role: TeamRole,
  { isSettingUp = false, password = 'a password of the team' } = {},
): Promise<TestMember> {
  const email = `${role}.${randomUUID()}@example.com`;
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (email, email_verified_at, first_name, last_name, role, password_hash)
     values ($1, now(), 'Mo', $2, 'staff', $3) returning id`,
    [email, role, await deps.auth.passwords.hash(password)],
  );
  const id = rows[0]?.id ?? '';
  // Long enough in the team to approve.
  await pool.query(`insert into team_members (user_id, role, approves_from) values ($1, $2, now())`, [id, role]);
  if (!isSettingUp) {
    await pool.query(`insert into second_factors (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [id]);
  }
  const { token } = await aSession(deps, { id, role: 'staff' });
  return { id, email, token };
}
