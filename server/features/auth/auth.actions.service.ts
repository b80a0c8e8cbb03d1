import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { textAbout } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { isJoinable, lockUser, type UserRow } from '#server/features/users/users.service.ts';
import { Conflict, Forbidden, TooMany, Unprocessable } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import * as contract from '#shared/auth/auth.care.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { hourMinutes } from '#shared/reference/units-of-time.ts';
import { notScheduled } from './auth.care.service.ts';
import type { AuthDeps } from './auth.ports.ts';
import { replaceCode } from './codes/auth.codes.queries.ts';
import { newLinkToken, type IssuedCode } from './codes/auth.codes.ts';
import { mailInvitation, mailResetLink } from './codes/auth.reset.service.ts';
import { endRemoval, selectRemoval } from './second-factor/auth.second-factor.queries.ts';
import { hasSecondFactor } from './second-factor/auth.second-factor.ts';
import { revokeAccess } from './sessions/auth.sessions.ts';

const customerRow: ActionRow<AuthDeps, UserRow, void, { id: Id<'user'> }> = {
  lock: async (tx, { id }) => {
    const user = await lockUser(tx, id);
    return user?.status === 'deleted' ? undefined : user;
  },
  missing: 'user_not_found',
  ownersOf: ({ id }) => [id],
};

function assertCustomer({ role }: UserRow): void {
  if (role !== 'customer') throw new Forbidden('forbidden', 'member_protected');
}

const userBlocked = () => new Forbidden('blocked', 'account_blocked');

/** Mails a link to set a new password to the customer's own address. */
const sendResetLink = act(contract.sendResetLink, customerRow, {
  check: ({ row }) => {
    assertCustomer(row);
    if (row.status === 'blocked') throw userBlocked();
  },
  apply: async ({ tx, deps, row }) => {
    await mailResetLink(tx, deps, row);
    return { row, details: {} };
  },
});

/** Mails a brought customer a link to set a password; a later one ends it. */
const invite = act(contract.inviteUser, customerRow, {
  check: ({ row }) => {
    assertCustomer(row);
    if (row.status === 'blocked') throw userBlocked();
    if (!isJoinable(row)) throw new Conflict('already_active', 'customer_already_active');
    if (row.email === null) throw new Unprocessable('no_email', 'customer_without_email');
  },
  apply: async ({ tx, deps, row, now }) => {
    const issuedCode = await mailInvitation(tx, deps, row);
    if (!issuedCode?.fresh) throw new TooMany(waitSecondsOf(issuedCode, now), 'invited_too_early');
    return { answer: toWireRow({ expiresAt: issuedCode.expiresAt }), details: {} };
  },
});

const waitSecondsOf = (issuedCode: IssuedCode | undefined, now: Date) =>
  ((issuedCode?.resendAt.getTime() ?? 0) - now.getTime()) / 1000;

/** Ends all sessions of a customer, with the links and codes on their way. */
const signOut = act(contract.signOutUser, customerRow, {
  check: ({ row }) => assertCustomer(row),
  apply: async ({ tx, deps, row }) => {
    const sessions = await revokeAccess(tx, deps, { userId: row.id }, 'signed_out');
    return { row, details: { sessions } };
  },
});

/** The time in which the owner of the account can stop it. */
const waitHours = 24;

/**
 * Schedules the removal of a customer's second factor in a day, after an identity check that `reason` describes; a
 * mailed link stops it.
 */
const removeSecondFactor = act(contract.removeSecondFactor, customerRow, {
  check: async ({ tx, row }) => {
    assertCustomer(row);
    if (row.status === 'blocked' || row.email === null) throw userBlocked();
    if (!(await hasSecondFactor(tx, row.id))) throw new Conflict('conflict', 'second_factor_off');
    if (await selectRemoval(tx, { userId: row.id })) throw new Conflict('conflict', 'factor_removal_scheduled');
  },
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.liftBlock,
    details: ({ row, body: { reason } }) => ({ userId: row.id, secondFactor: true, reason }),
  },
  apply: async ({ tx, deps, row, body: { reason } }) => {
    const { id, email, language, firstName } = row;
    if (email === null) throw userBlocked();
    const { keys } = deps.auth;
    const token = newLinkToken();
    const { expiresAt } = await replaceCode(tx, {
      purpose: 'factor_removal',
      subject: keys.subjectOfChange(id, id),
      hash: keys.hashLink('factor_removal', token),
      minutes: waitHours * hourMinutes,
      userId: id,
      target: email,
    });
    await sendMail(tx, {
      template: 'second_factor_removal',
      isUrgent: true,
      to: { userId: id, email, language },
      data: { firstName, path: `/keep-second-factor?token=${token}`, hours: waitHours },
    });
    return { row, details: { removeAt: expiresAt, reason: textAbout(id, reason) } };
  },
});

/** A member takes the removal back. */
const takeBackRemoval = act(contract.takeBackRemoval, customerRow, {
  check: ({ row }) => assertCustomer(row),
  apply: async ({ tx, row }) => {
    if (!(await endRemoval(tx, { userId: row.id }))) throw notScheduled();
    return { row, details: {} };
  },
});

/** The help that the team gives customers who cannot sign in. */
export const careActions: ActionsOf<AuthDeps, 'users.write'> = [
  sendResetLink,
  invite,
  signOut,
  removeSecondFactor,
  takeBackRemoval,
];
