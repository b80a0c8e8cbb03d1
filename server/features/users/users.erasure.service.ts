import type { Tx } from '#server/db/connection.ts';
import { recordAudit, type AuditActor } from '#server/features/audit/audit.service.ts';
import { deleteFilesOf, deleteFullSizesOf } from '#server/features/files/files.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { assertNotMember, lockExistingUser, type ExistingUser } from './users.admin.service.ts';
import { presentBrought } from './users.brought.ts';
import type { UsersDeps, UsersPorts } from './users.ports.ts';
import { clearRetention, dueUsers, retainEvidence } from './users.retention.queries.ts';
import { accountById, changeUser, presentUser, type PersonalDataRegistry } from './users.service.ts';

/**
 * Deletes a user in `tx`: sessions end, features erase their personal data, the bytes of files go after the commit.
 * Orders and, for the years of the settings, evidence remain. Refuses with not_found, forbidden for a member, and
 * refusals of a step (in_use).
 */
export async function eraseUser(tx: Tx, deps: UsersDeps, actor: Actor, id: Id<'user'>): Promise<void> {
  const user = await lockExistingUser(tx, id);
  assertNoPresentMember(user);
  await erase(tx, deps, actor, user);
}

async function erase(tx: Tx, deps: UsersDeps, actor: AuditActor, { id, email }: ExistingUser): Promise<void> {
  const { personalData } = deps;
  await personalData.revokeAccess(tx, id, 'deleted');
  for (const step of personalData.erasureSteps) await step(tx, { id, email });
  await changeUser(tx, id, erasedValues);
  await deleteFilesOf(tx, id, ['avatar']);
  await deleteFullSizesOf(tx, id);
  const { retentionYears } = settingsOf(deps).limits;
  const isRetained = retentionYears > 0 && (await hasEvidence(tx, personalData, id));
  if (isRetained) await retainEvidence(tx, { id, years: retentionYears });
  else await eraseEvidence(tx, personalData, id);
  await recordAudit(tx, actor, 'user.deleted', { type: 'user', id }, isRetained ? { retentionYears } : {});
}

/** Refuses with forbidden for a present member of the team; a former one may be erased. */
export function assertNoPresentMember(user: ExistingUser): void {
  if (user.role === 'admin' || user.status !== 'blocked') assertNotMember(user);
}

async function hasEvidence(tx: Tx, { evidence }: PersonalDataRegistry, id: Id<'user'>): Promise<boolean> {
  for (const { exists } of evidence) if (await exists(tx, id)) return true;
  return false;
}

async function eraseEvidence(tx: Tx, { evidence }: PersonalDataRegistry, id: Id<'user'>): Promise<void> {
  for (const { erase } of evidence) await erase(tx, id);
  await deleteFilesOf(tx, id, ['kyc', 'payment_proof', 'payout_screenshot']);
}

/** Erases the evidence of users whose retention period is over, by the database's clock; one transaction each. */
export async function eraseRetainedEvidence(deps: Pick<Platform, 'db' | 'inTx'> & UsersPorts): Promise<void> {
  const { db, inTx, personalData } = deps;
  for (const { id } of await dueUsers.retention.list(db)) {
    await inTx(async (tx) => {
      if (!(await dueUsers.retention.lock(tx, { id }))) return;
      await eraseEvidence(tx, personalData, id);
      await clearRetention(tx, { id });
      await recordAudit(tx, 'system', 'user.evidence_erased', { type: 'user', id });
    });
  }
}

/** The remainder of a user: a row for orders to reference. */
const erasedValues = {
  status: 'deleted',
  blockedReason: null,
  eraseAt: null,
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
  broughtName: null,
  invitedAt: null,
  termsAt: null,
  kycStatus: 'none',
  profileImageFile: null,
} as const;

/** Erases the users whose day is over, one transaction each; one that is refused waits for the next run. */
export async function eraseScheduled(deps: UsersDeps): Promise<void> {
  for (const { id } of await dueUsers.erasure.list(deps.db)) {
    const erasure = deps.inTx(async (tx) => {
      if (await dueUsers.erasure.lock(tx, { id })) await erase(tx, deps, 'system', await lockExistingUser(tx, id));
    });
    await erasure.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      deps.log.warn({ userId: id, reason: error.because.reason }, 'a scheduled erasure was refused');
    });
  }
}

/** Returns all stored data of the signed-in user, grouped by feature; files are downloaded where they are shown. */
export async function exportPersonalData(
  { db, personalData }: Pick<Platform, 'db'> & UsersPorts,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Record<string, unknown>> {
  const account = await accountById(db, userId);
  const exported: Record<string, unknown> = { profile: account && presentUser(account) };
  if (account?.user.origin === 'brought') exported.invitation = presentBrought(account.user);
  for (const [name, exportData] of Object.entries(personalData.personalDataExports))
    exported[name] = await exportData(db, { id: userId });
  return exported;
}
