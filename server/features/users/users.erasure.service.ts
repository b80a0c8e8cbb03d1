import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { deleteFilesOf } from '#server/features/files/files.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { Invalid } from '#server/http/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { deletionOf } from '#shared/users/users.admin.contract.ts';
import { lockExistingUser, refuseMember } from './users.admin.service.ts';
import type { UsersPorts } from './users.ports.ts';
import { accountById, changeUser, presentUser } from './users.service.ts';

/**
 * Deletes a user for good, in `tx`: sessions end, every feature removes its personal data, then profile and files are
 * deleted (the bytes soon after the commit). Orders remain with their amounts, without the user. Throws NotFound,
 * Forbidden for a member of the team, and any refusal of an erasure step: in_use while an order is open.
 */
export async function eraseUser(tx: Tx, { personalData }: UsersPorts, actor: Actor, id: string): Promise<void> {
  const user = await lockExistingUser(tx, id);
  const { email, role } = user;
  // A member who has left the team is blocked, and may go.
  if (role === 'admin' || user.status !== 'blocked') refuseMember(user);
  await personalData.revokeAccess(tx, id, 'deleted');
  for (const erase of personalData.erasureSteps) await erase(tx, { id, email });
  await changeUser(tx, id, erasedValues);
  await deleteFilesOf(tx, id, ['avatar', 'kyc', 'payment_proof', 'payout_screenshot']);
  await recordAudit(tx, actor, 'user.deleted', { type: 'user', id });
}

/** The remainder of a user: a row for orders to reference. */
const erasedValues = {
  status: 'deleted',
  blockedReason: null,
  email: null,
  emailVerifiedAt: null,
  passwordHash: null,
  firstName: 'Deleted',
  middleName: null,
  lastName: 'customer',
  country: null,
  countryCode: null,
  mobileNumber: null,
  language: 'en',
  kycStatus: 'none',
  profileImageFile: null,
} as const;

/** An admin deletes a user whose address they typed. Throws Invalid for another address, else as eraseUser. */
export async function deleteUserAsAdmin(
  deps: Pick<Platform, 'inTx'> & UsersPorts,
  actor: Actor,
  id: string,
  typed: string,
): Promise<void> {
  await deps.inTx(async (tx) => {
    const { email } = await lockExistingUser(tx, id);
    if (!deletionOf(email).safeParse({ email: typed }).success) {
      const reason = 'user_email_wrong';
      throw new Invalid('invalid_input', reason, { fields: { email: reason } });
    }
    await eraseUser(tx, deps, actor, id);
  });
}

/** All stored data of the signed-in user, by the feature that stores it; files are downloaded where they are shown. */
export async function exportPersonalData(
  { db, personalData }: Pick<Platform, 'db'> & UsersPorts,
  { userId }: Actor,
): Promise<Record<string, unknown>> {
  const account = await accountById(db, userId);
  const exported: Record<string, unknown> = { profile: account && presentUser(account) };
  for (const [name, exportData] of Object.entries(personalData.personalDataExports))
    exported[name] = await exportData(db, { id: userId });
  return exported;
}
