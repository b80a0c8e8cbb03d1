import type { Tx } from '#server/db/connection.ts';
import { recordAudit, type AuditActor } from '#server/features/audit/audit.service.ts';
import { lockUser } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AuthDeps } from './auth.ports.ts';
import { selectLinkOwner } from './codes/auth.codes.queries.ts';
import {
  deleteFactor,
  endDueRemoval,
  endRemoval,
  listDueRemovals,
  selectRemoval,
} from './second-factor/auth.second-factor.queries.ts';
import { hasSecondFactor, notifyOfFactor } from './second-factor/auth.second-factor.ts';
import { revokeAccess } from './sessions/auth.sessions.ts';

/** The refusal (409) to take back a removal that is not scheduled. */
export const notScheduled = () => new Conflict('conflict', 'factor_removal_none');

/** State of a customer's second factor, and when it is removed. */
export async function factorOf(
  { db }: Pick<AuthDeps, 'db'>,
  id: Id<'user'>,
): Promise<{ isOn: boolean; removeAt: Date | null }> {
  const [isOn, removal] = await Promise.all([hasSecondFactor(db, id), selectRemoval(db, { userId: id })]);
  return { isOn, removeAt: removal?.at ?? null };
}

/**
 * Stops the scheduled removal of the second factor for the customer who owns it and is signed in. Refuses with conflict
 * if none is scheduled.
 */
export async function stopOwnRemoval({ inTx }: Pick<AuthDeps, 'inTx'>, actor: Actor): Promise<void> {
  if (!(await inTx((tx) => stop(tx, actor, actor.userId)))) throw notScheduled();
}

/** Stops a removal by the mailed link. Refuses with link_expired. */
export async function stopRemovalByLink({ db, inTx, auth }: AuthDeps, token: string): Promise<void> {
  const purpose = 'factor_removal';
  const owner = await selectLinkOwner(db, { purpose, hash: auth.keys.hashLink(purpose, token) });
  const isStopped = owner !== undefined && (await inTx((tx) => stop(tx, { visitor: true }, owner.id)));
  if (!isStopped) throw new Unprocessable('link_expired', 'factor_link_expired');
}

async function stop(tx: Tx, actor: AuditActor, id: Id<'user'>): Promise<boolean> {
  await lockUser(tx, id);
  if (!(await endRemoval(tx, { userId: id }))) return false;
  await recordAudit(tx, actor, 'user.factor_removal_stopped', { type: 'user', id });
  return true;
}

/**
 * Removes the second factors whose day is over, one transaction each; not that of a customer who was blocked meanwhile.
 */
export async function removeDue(deps: AuthDeps): Promise<void> {
  for (const { userId: id } of await listDueRemovals(deps.db)) {
    await deps.inTx(async (tx) => {
      const user = await lockUser(tx, id);
      if (
        !(await endDueRemoval(tx, { userId: id })) ||
        user?.status !== 'active' ||
        !(await deleteFactor(tx, { userId: id }))
      )
        return;
      await revokeAccess(tx, deps, { userId: id }, 'second_factor_removed');
      await recordAudit(tx, 'system', 'user.factor_removed', { type: 'user', id });
      await notifyOfFactor(tx, user, 'off');
    });
  }
}
