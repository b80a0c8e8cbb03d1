import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { lockUser, type UserRow } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Forbidden, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { AuthPorts } from './auth.ports.ts';
import { mailResetLink } from './codes/auth.reset.service.ts';
import { revokeAccess } from './sessions/auth.access.ts';

type Deps = Platform & AuthPorts;

/** Mails a link to set a new password to the customer's own address. Throws NotFound, Forbidden for a member or a blocked one. */
export async function sendResetLink(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.inTx(async (tx) => {
    const customer = await lockCustomerOf(tx, actor, id);
    if (customer.status === 'blocked') throw new Forbidden('blocked', 'account_blocked');
    await mailResetLink(deps, tx, customer);
    await recordAudit(tx, actor, 'user.reset_link_sent', { type: 'user', id });
  });
}

/** Ends all sessions of a customer, with the links and codes on their way. Throws NotFound, Forbidden for a member. */
export async function signOutUser(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.inTx(async (tx) => {
    await lockCustomerOf(tx, actor, id);
    const sessions = await revokeAccess(deps, tx, { userId: id }, 'signed_out');
    await recordAudit(tx, actor, 'user.signed_out', { type: 'user', id }, { sessions });
  });
}

/** The customer's row, locked for a member. Throws NotFound, Forbidden for a member of the team, and for whoever asks. */
export async function lockCustomerOf(tx: Tx, actor: Actor, id: string): Promise<UserRow> {
  assertNotOwnCase(actor, id);
  const user = await lockUser(tx, id);
  if (!user || user.status === 'deleted') throw new NotFound('user_not_found');
  if (user.role !== 'customer') throw new Forbidden('forbidden', 'member_protected');
  return user;
}
