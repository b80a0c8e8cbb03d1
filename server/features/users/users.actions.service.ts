import { isUniqueViolation } from '#server/db/errors.ts';
import { act, type ActionRow, type DeclaredAction } from '#server/features/audit/audit.actions.service.ts';
import { textAbout } from '#server/features/audit/audit.service.ts';
import { requirePermission } from '#server/http/guards/guard.ts';
import { Conflict, Forbidden, wrongField } from '#server/lib/refusal.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { findCountry } from '#shared/reference/countries.ts';
import * as contract from '#shared/users/users.admin.contract.ts';
import type { AdminUserDetails, UserEdit } from '#shared/users/users.admin.contract.ts';
import { assertNotMember, lockExistingUser, userForAdmin, type ExistingUser } from './users.admin.service.ts';
import { emailTaken, isJoinable } from './users.brought.ts';
import { assertNoPresentMember } from './users.erasure.service.ts';
import { normalizeMobile } from './users.phone.ts';
import type { UsersPorts } from './users.ports.ts';
import { changeUser, userByEmail } from './users.service.ts';

type Deps = Pick<Platform, 'inTx' | 'now' | 'fourEyes'> & UsersPorts;

/** A user who was not deleted. */
export const userRow: ActionRow<Deps, ExistingUser, AdminUserDetails> = {
  lock: (tx, { id }) => lockExistingUser(tx, id),
  missing: 'user_not_found',
  ownersOf: ({ id }) => [id],
  present: ({ id }, { tx, deps }) => userForAdmin({ ...deps, db: tx }, id),
};

/** Changes names or phone number; the log records which, not the values. */
const edit = act(contract.editUser, userRow, {
  check: async ({ tx, actor, row, body: { email } }) => {
    if (row.role !== 'customer') requirePermission(actor, 'team.write');
    if (email === undefined || email === row.email) return;
    if (!isJoinable(row)) throw new Conflict('already_active', 'email_of_active_customer');
    const owner = await userByEmail(tx, email);
    if (owner) throw emailTaken(owner);
  },
  apply: async ({ tx, row, body }) => {
    const changes = changesOf(row, body);
    const fields = Object.keys(changes);
    if (fields.length === 0) return { row, entries: [] };
    // A link that was mailed to the address before opens nothing any more.
    const changed = changes.email === undefined ? changes : { ...changes, invitedAt: null };
    await changeUser(tx, row.id, changed).catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email') ? emailTaken({ role: 'customer' }) : error;
    });
    return { row, details: { fields } };
  },
});

function changesOf(user: ExistingUser, { email, firstName, middleName, lastName, mobileNumber }: UserEdit) {
  const home = user.country === null ? undefined : findCountry(user.country);
  const number = mobileNumber && home ? normalizeMobile(mobileNumber, home) : mobileNumber;
  const asked = { email, firstName, middleName: middleName === '' ? null : middleName, lastName, mobileNumber: number };
  const changed = Object.entries(asked).filter(
    ([field, value]) => value !== undefined && value !== user[field as keyof typeof asked],
  );
  return Object.fromEntries(changed) as Partial<ExistingUser>;
}

/** Blocks a customer: sessions end, payouts that wait are void. */
const block = act(contract.blockUser, userRow, {
  check: ({ row }) => assertNotMember(row),
  apply: async ({ tx, deps, row, body: { reason } }) => {
    await changeUser(tx, row.id, { status: 'blocked', blockedReason: reason });
    await deps.personalData.revokeAccess(tx, row.id, 'blocked');
    await deps.fourEyes.voidPayouts(tx, row.id);
    return { row, details: { reason: textAbout(row.id, reason) } };
  },
});

/** Unblocks a user; one who is active stays so. */
const unblock = act(contract.unblockUser, userRow, {
  check: ({ row }) => {
    if (row.role === 'staff') throw new Forbidden('forbidden', 'member_protected');
    if (row.eraseAt) throw new Conflict('conflict', 'erasure_scheduled');
  },
  second: {
    isNeeded: ({ deps, row }) => deps.fourEyes.rules.liftBlock && row.status === 'blocked',
    facts: ({ row: { id, status, blockedReason } }) => ({ userId: id, status, blockedReason }),
  },
  apply: async ({ tx, row }) => {
    if (row.status !== 'blocked') return { row, entries: [] };
    await changeUser(tx, row.id, { status: 'active', blockedReason: null });
    return { row, details: {} };
  },
});

/**
 * Has a user erased whose address was typed. The user is blocked now and erased a day later, so that an owner can take back
 * what a stolen session began.
 */
const erase = act(contract.deleteUser, userRow, {
  check: async ({ tx, deps, row, body }) => {
    if (!contract.deletionOf(row).safeParse(body).success) throw wrongField('email', 'user_email_wrong');
    assertNoPresentMember(row);
    if (row.eraseAt) throw new Conflict('conflict', 'erasure_scheduled');
    await deps.personalData.assertErasable(tx, row.id);
  },
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.eraseUser,
    facts: ({ row: { id, status } }) => ({ userId: id, status }),
  },
  apply: async ({ tx, deps, actor, row: { id }, now }) => {
    const eraseAt = new Date(now.getTime() + dayMs);
    await changeUser(tx, id, { status: 'blocked', eraseAt });
    await deps.personalData.revokeAccess(tx, id, 'blocked');
    await deps.notifyOwners(tx, { kind: 'erasure', userId: id, eraseAt, by: actor.userId });
    return { answer: undefined, details: { eraseAt } };
  },
});

/** Takes back a scheduled erasure; an earlier block stays. */
const takeBack = act(contract.takeBackErasure, userRow, {
  check: ({ row }) => {
    if (!row.eraseAt) throw new Conflict('conflict', 'erasure_not_scheduled');
  },
  apply: async ({ tx, row }) => {
    const wasActive = row.role === 'customer' && row.blockedReason === null;
    await changeUser(tx, row.id, { status: wasActive ? 'active' : 'blocked', eraseAt: null });
    return { row, details: {} };
  },
});

/** Each action of the team on a user. */
export const userActions: readonly DeclaredAction<Deps>[] = [edit, block, unblock, erase, takeBack];
