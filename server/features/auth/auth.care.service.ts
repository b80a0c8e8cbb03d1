import type { Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout, type AuditActor } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { lockUser, type UserRow } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, Forbidden, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { AuthPorts } from './auth.ports.ts';
import { replaceCode, selectLinkOwner } from './codes/auth.codes.queries.ts';
import { newLinkToken } from './codes/auth.codes.ts';
import { mailResetLink } from './codes/auth.reset.service.ts';
import {
  deleteFactor,
  endDueRemoval,
  endRemoval,
  listDueRemovals,
  selectRemoval,
} from './second-factor/auth.second-factor.queries.ts';
import { hasSecondFactor, notifyOfFactor } from './second-factor/auth.second-factor.ts';
import { revokeAccess } from './sessions/auth.sessions.ts';

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

/** How long the owner of the account has to stop it. */
const waitHours = 24;
const notScheduled = () => new Conflict('conflict', 'factor_removal_none');

/** Whether a customer has a second factor, and when it is removed. */
export async function factorOf(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<{ isOn: boolean; removeAt: Date | null }> {
  const [isOn, removal] = await Promise.all([hasSecondFactor(db, id), selectRemoval(db, { userId: id })]);
  return { isOn, removeAt: removal?.at ?? null };
}

/**
 * Has the second factor of a customer removed in a day, whose identity was checked as `reason` says; may wait for a second
 * member. The customer gets a link to stop it. Throws NotFound, Forbidden for a member or a blocked customer, Conflict where
 * none is on or its removal is scheduled.
 */
export async function scheduleRemoval(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason, call }: { reason: string; call: Call },
): Promise<PendingApproval | undefined> {
  return deps.inTx(async (tx) => {
    const { status, email, language, firstName } = await lockCustomerOf(tx, actor, id);
    if (status === 'blocked' || email === null) throw new Forbidden('blocked', 'account_blocked');
    if (!(await hasSecondFactor(tx, id))) throw new Conflict('conflict', 'second_factor_off');
    if (await selectRemoval(tx, { userId: id })) throw new Conflict('conflict', 'factor_removal_scheduled');
    const facts = { userId: id, secondFactor: true, reason };
    const request = { kind: 'unblock', subjectId: id, facts } as const;
    const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.liftBlock);
    if (pending) return pending;
    const { keys } = deps.auth;
    const token = newLinkToken();
    const { expiresAt } = await replaceCode(tx, {
      purpose: 'factor_removal',
      subject: keys.subjectOfChange(id, id),
      hash: keys.hashLink('factor_removal', token),
      minutes: waitHours * 60,
      userId: id,
      target: email,
    });
    await sendMail(tx, {
      template: 'second_factor_removal',
      isUrgent: true,
      to: { userId: id, email, language },
      data: { firstName, path: `/keep-second-factor?token=${token}`, hours: waitHours },
    });
    const details = { removeAt: expiresAt, reason: textAbout(id, reason) };
    await recordAudit(tx, actor, 'user.factor_removal_scheduled', { type: 'user', id }, details);
    return undefined;
  });
}

/** A member takes the removal back. Throws as scheduleRemoval, Conflict where none is scheduled. */
export async function takeBackRemoval({ inTx }: Pick<Deps, 'inTx'>, actor: Actor, id: string): Promise<void> {
  await inTx(async (tx) => {
    await lockCustomerOf(tx, actor, id);
    if (!(await stop(tx, actor, id))) throw notScheduled();
  });
}

/** The signed-in customer, who has the second factor, stops its removal. Throws Conflict where none is scheduled. */
export async function stopOwnRemoval({ inTx }: Pick<Deps, 'inTx'>, actor: Actor): Promise<void> {
  if (!(await inTx((tx) => stop(tx, actor, actor.userId)))) throw notScheduled();
}

/** Whoever reads the customer's mail stops it by the link. Throws Unprocessable('link_expired'). */
export async function stopRemovalByLink({ db, inTx, auth }: Deps, token: string): Promise<void> {
  const purpose = 'factor_removal';
  const owner = await selectLinkOwner(db, { purpose, hash: auth.keys.hashLink(purpose, token) });
  const isStopped = owner !== undefined && (await inTx((tx) => stop(tx, { visitor: true }, owner.id)));
  if (!isStopped) throw new Unprocessable('link_expired', 'factor_link_expired');
}

async function stop(tx: Tx, actor: AuditActor, id: string): Promise<boolean> {
  await lockUser(tx, id);
  if (!(await endRemoval(tx, { userId: id }))) return false;
  await recordAudit(tx, actor, 'user.factor_removal_stopped', { type: 'user', id });
  return true;
}

/** Removes the second factors whose day is over, one transaction each; not that of a customer who was blocked meanwhile. */
export async function removeDue(deps: Deps): Promise<void> {
  for (const { userId: id } of await listDueRemovals(deps.db)) {
    await deps.inTx(async (tx) => {
      const user = await lockUser(tx, id);
      if (
        !(await endDueRemoval(tx, { userId: id })) ||
        user?.status !== 'active' ||
        !(await deleteFactor(tx, { userId: id }))
      )
        return;
      await revokeAccess(deps, tx, { userId: id }, 'second_factor_removed');
      await recordAudit(tx, 'system', 'user.factor_removed', { type: 'user', id });
      await notifyOfFactor(tx, user, 'off');
    });
  }
}
