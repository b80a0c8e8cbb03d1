import type { Tx } from '#server/db/connection.ts';
import { recordAudit, type AuditActor } from '#server/features/audit/audit.service.ts';
import { deleteFilesOf } from '#server/features/files/files.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict, Refusal, wrongField } from '#server/lib/refusal.ts';
import { dayMs } from '#server/lib/time.ts';
import type { Platform } from '#server/platform.ts';
import { deletionOf, type AdminUserDetails } from '#shared/users/users.admin.contract.ts';
import { assertNotMember, lockExistingUser, lockOtherUser, userForAdmin } from './users.admin.service.ts';
import type { UsersPorts } from './users.ports.ts';
import { clearRetention, due, retainEvidence } from './users.retention.queries.ts';
import { accountById, changeUser, presentUser, type PersonalDataRegistry } from './users.service.ts';

type ErasureDeps = UsersPorts & SettingsPorts;
type ScheduleDeps = Pick<Platform, 'inTx' | 'fourEyes' | 'now'> & ErasureDeps;
type ExistingUser = Awaited<ReturnType<typeof lockExistingUser>>;

/**
 * Deletes a user for good, in `tx`: sessions end, every feature removes its personal data, then the profile is deleted
 * (the bytes of files soon after the commit). Orders remain with their amounts, without the user. The evidence of orders
 * and identity is retained for the years of the settings. Throws NotFound, Forbidden for a member of the team, and any
 * refusal of an erasure step: in_use while an order is open.
 */
export async function eraseUser(tx: Tx, deps: ErasureDeps, actor: Actor, id: string): Promise<void> {
  const user = await lockExistingUser(tx, id);
  assertNoPresentMember(user);
  await erase(tx, deps, actor, user);
}

async function erase(tx: Tx, deps: ErasureDeps, actor: AuditActor, { id, email }: ExistingUser): Promise<void> {
  const { personalData } = deps;
  await personalData.revokeAccess(tx, id, 'deleted');
  for (const step of personalData.erasureSteps) await step(tx, { id, email });
  await changeUser(tx, id, erasedValues);
  await deleteFilesOf(tx, id, ['avatar']);
  const { retentionYears } = settingsOf(deps).limits;
  const isRetained = retentionYears > 0 && (await hasEvidence(tx, personalData, id));
  if (isRetained) await retainEvidence(tx, { id, years: retentionYears });
  else await eraseEvidence(tx, personalData, id);
  await recordAudit(tx, actor, 'user.deleted', { type: 'user', id }, isRetained ? { retentionYears } : {});
}

/** A member who has left the team is blocked, and may go. */
function assertNoPresentMember(user: ExistingUser): void {
  if (user.role === 'admin' || user.status !== 'blocked') assertNotMember(user);
}

async function hasEvidence(tx: Tx, { evidence }: PersonalDataRegistry, id: string): Promise<boolean> {
  for (const { exists } of evidence) if (await exists(tx, id)) return true;
  return false;
}

async function eraseEvidence(tx: Tx, { evidence }: PersonalDataRegistry, id: string): Promise<void> {
  for (const { erase } of evidence) await erase(tx, id);
  await deleteFilesOf(tx, id, ['kyc', 'payment_proof', 'payout_screenshot']);
}

/** Erases the evidence of users whose retention period is over, by the database's clock; one transaction each. */
export async function eraseRetainedEvidence(deps: Pick<Platform, 'db' | 'inTx'> & UsersPorts): Promise<void> {
  const { db, inTx, personalData } = deps;
  for (const { id } of await due.retention.list(db)) {
    await inTx(async (tx) => {
      if (!(await due.retention.lock(tx, { id }))) return;
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
  kycStatus: 'none',
  profileImageFile: null,
} as const;

/**
 * A member has a user erased whose address they typed; may wait for a second member. The user is blocked now and erased a
 * day later, so that an owner can take back what a stolen session began. Throws Invalid for another address, Conflict where
 * it is scheduled already, else as eraseUser.
 */
export async function deleteUserAsAdmin(
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  { typed, call }: { typed: string; call: Call },
): Promise<PendingApproval | undefined> {
  return deps.inTx(async (tx) => {
    const user = await lockOtherUser(tx, actor, id);
    if (!deletionOf(user.email).safeParse({ email: typed }).success) throw wrongField('email', 'user_email_wrong');
    assertNoPresentMember(user);
    if (user.eraseAt) throw new Conflict('conflict', 'erasure_scheduled');
    await deps.personalData.assertErasable(tx, id);
    const request = { kind: 'erase', subjectId: id, facts: { userId: id, status: user.status } } as const;
    const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.eraseUser);
    if (pending) return pending;
    const eraseAt = new Date(deps.now().getTime() + dayMs);
    await changeUser(tx, id, { status: 'blocked', eraseAt });
    await deps.personalData.revokeAccess(tx, id, 'blocked');
    await recordAudit(tx, actor, 'user.erasure_scheduled', { type: 'user', id }, { eraseAt });
    await deps.notifyOwners(tx, { kind: 'erasure', userId: id, eraseAt, by: actor.userId });
    return undefined;
  });
}

/** Takes back a scheduled erasure; an earlier block stays. Throws NotFound, Forbidden('own_case'), Conflict. */
export async function takeBackErasure(
  deps: Pick<Platform, 'db' | 'inTx'> & UsersPorts,
  actor: Actor,
  id: string,
): Promise<AdminUserDetails> {
  await deps.inTx(async (tx) => {
    const { role, blockedReason, eraseAt } = await lockOtherUser(tx, actor, id);
    if (!eraseAt) throw new Conflict('conflict', 'erasure_not_scheduled');
    const wasActive = role === 'customer' && blockedReason === null;
    await changeUser(tx, id, { status: wasActive ? 'active' : 'blocked', eraseAt: null });
    await recordAudit(tx, actor, 'user.erasure_taken_back', { type: 'user', id });
  });
  return userForAdmin(deps, id);
}

/** Erases the users whose day is over, one transaction each; one that is refused waits for the next run. */
export async function eraseScheduled(deps: Pick<Platform, 'db' | 'inTx' | 'log'> & ErasureDeps): Promise<void> {
  for (const { id } of await due.erasure.list(deps.db)) {
    const erased = deps.inTx(async (tx) => {
      if (await due.erasure.lock(tx, { id })) await erase(tx, deps, 'system', await lockExistingUser(tx, id));
    });
    await erased.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      deps.log.warn({ userId: id, reason: error.because.reason }, 'a scheduled erasure was refused');
    });
  }
}

/** All stored data of the signed-in user, by the feature that stores it; files are downloaded where they are shown. */
export async function exportPersonalData(
  { db, personalData }: Pick<Platform, 'db'> & UsersPorts,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Record<string, unknown>> {
  const account = await accountById(db, userId);
  const exported: Record<string, unknown> = { profile: account && presentUser(account) };
  for (const [name, exportData] of Object.entries(personalData.personalDataExports))
    exported[name] = await exportData(db, { id: userId });
  return exported;
}
