import type { Tx } from '#server/db/connection.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { textAbout } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertPermission, assertStepUp } from '#server/http/guards/guard.ts';
import { Conflict, Forbidden, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { keysOf } from '#shared/kernel/records.ts';
import { findCountry } from '#shared/reference/countries.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import * as contract from '#shared/users/users.admin.contract.ts';
import type { AdminUserDetails, UserEdit } from '#shared/users/users.admin.contract.ts';
import { assertNotMember, lockExistingUser, userForAdmin, type ExistingUser } from './users.admin.service.ts';
import { emailTaken, isJoinable } from './users.brought.ts';
import { assertNoPresentMember } from './users.erasure.service.ts';
import { normalizeMobile } from './users.phone.ts';
import type { UsersDeps, UsersPorts } from './users.ports.ts';
import { accountById, changeUser, userByEmail } from './users.service.ts';

/** A user who was not deleted. */
export const userRow: ActionRow<UsersDeps, ExistingUser, AdminUserDetails, { id: Id<'user'> }> = {
  lock: (tx, { id }) => lockExistingUser(tx, id),
  missing: 'user_not_found',
  ownersOf: ({ id }) => [id],
  present: ({ id }, { tx, deps }) => userForAdmin({ ...deps, db: tx }, id),
};

/**
 * Refuses with step_up_required to replace an address, before anything is locked; the first address of a customer needs
 * no password.
 */
export async function assertSureOfAddress(
  { db, sessions }: Pick<Platform, 'db' | 'sessions'>,
  actor: Actor,
  { id, email, token }: { id: Id<'user'>; email: string | undefined; token: string | undefined },
): Promise<void> {
  if (email === undefined) return;
  const emailBefore = (await accountById(db, id))?.user.email ?? email;
  if (emailBefore !== email) await assertStepUp(sessions, actor, { asked: true, token });
}

/** Changes names, phone number or address; the log records which, not the values. */
export const editUser = act(contract.editUser, userRow, {
  check: async ({ tx, actor, row, body: { email } }) => {
    if (row.role !== 'customer') assertPermission(actor, 'team.write');
    if (email === undefined || !isMoved(row, { email })) return;
    if (!isJoinable(row)) throw new Conflict('already_active', 'email_of_active_customer');
    const owner = await userByEmail(tx, email);
    if (owner) throw emailTaken(owner);
  },
  // The owner of the address can set the password, and then gets the payouts of the account.
  second: {
    isNeeded: async ({ tx, deps, row, body }) =>
      deps.fourEyes.rules.liftBlock && isMoved(row, body) && (await hasMoney(tx, deps, row)),
    details: ({ row: { id, email }, body }) => ({ userId: id, email, newEmail: body.email ?? null }),
  },
  apply: async ({ tx, deps, row, body }) => {
    const changes = changesOf(row, body);
    const fields = Object.keys(changes);
    if (fields.length === 0) return { row, entries: [] };
    // A link that was mailed to the address before opens nothing any more.
    const userChange = changes.email === undefined ? changes : { ...changes, invitedAt: null };
    await changeUser(tx, row.id, userChange).catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email') ? emailTaken({ role: 'customer' }) : error;
    });
    if (changes.email !== undefined) await deps.mailAddressChanged(tx, row);
    return { row, details: { fields } };
  },
});

const isMoved = (user: ExistingUser, { email }: UserEdit) => email !== undefined && email !== user.email;

const hasMoney = async (tx: Tx, { personalData }: UsersPorts, { id }: ExistingUser) =>
  ((await personalData.countOrders(tx, [id])).get(id) ?? 0) > 0 || (await personalData.hasSavedAccount(tx, id));

function changesOf(user: ExistingUser, { email, firstName, middleName, lastName, mobileNumber }: UserEdit) {
  const home = user.country === null ? undefined : findCountry(user.country);
  const number = mobileNumber && home ? normalizeMobile(mobileNumber, home) : mobileNumber;
  const requestedFields = {
    email,
    firstName,
    middleName: middleName === '' ? null : middleName,
    lastName,
    mobileNumber: number,
  };
  const changedFields = keysOf(requestedFields).filter(
    (field) => requestedFields[field] !== undefined && requestedFields[field] !== user[field],
  );
  // The fields that differ from the stored ones.
  return Object.fromEntries(changedFields.map((field) => [field, requestedFields[field]])) as Partial<ExistingUser>;
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
    details: ({ row: { id, status, blockedReason } }) => ({ userId: id, status, blockedReason }),
  },
  apply: async ({ tx, row }) => {
    if (row.status !== 'blocked') return { row, entries: [] };
    await changeUser(tx, row.id, { status: 'active', blockedReason: null });
    return { row, details: {} };
  },
});

/**
 * Has a user erased whose address was typed. The user is blocked now and erased a day later, so that an owner can
 * cancel an erasure by a stolen session.
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
    details: ({ row: { id, status } }) => ({ userId: id, status }),
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
export const takeBackErasure = act(contract.takeBackErasure, userRow, {
  check: ({ row }) => {
    if (!row.eraseAt) throw new Conflict('conflict', 'erasure_not_scheduled');
  },
  apply: async ({ tx, row }) => {
    const wasActive = row.role === 'customer' && row.blockedReason === null;
    await changeUser(tx, row.id, { status: wasActive ? 'active' : 'blocked', eraseAt: null });
    return { row, details: {} };
  },
});

/** Actions on a user, except `editUser`, which asks for the password sometimes, and `takeBackErasure`. */
export const userActions: ActionsOf<UsersDeps, 'users.write'> = [block, unblock, erase];
