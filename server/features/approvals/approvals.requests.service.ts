import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import type { AuditActor } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { nameOf } from '#server/features/team/team.notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import {
  PendingApproval,
  storedInput,
  type Approval,
  type ApprovalRequest,
  type Call,
  type FourEyes,
} from '#server/http/guards/four-eyes.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, Forbidden, type Refusal } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { VoidReason } from '#shared/approvals/approvals.contract.ts';
import {
  approvalKinds,
  isFourEyesOn,
  returnsMoney,
  mayDecide,
  mayDecideRequest,
  needsRelease,
  type ApprovalKind,
} from '#shared/kernel/approval.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { audit, auditVoided } from './approvals.audit.service.ts';
import * as queries from './approvals.queries.ts';

/**
 * Stores the actions of all features that wait for a second member; see FourEyes. `assertSecondUser` refuses with
 * second_user_needed.
 */
export function createFourEyes({ now, settings }: Pick<Platform, 'now'> & SettingsPorts): FourEyes {
  const rules = () => settingsOf({ settings }).fourEyes;
  const hasSecondUser: FourEyes['hasSecondUser'] = async (tx, { userId }) => {
    const roles = await queries.rolesOfOthers(tx, userId);
    return roles.some((role) => mayDecide('warned_approval', rightsOf(role).may));
  };
  return {
    get rules() {
      return rules();
    },
    isUsed: async (db) => isFourEyesOn(rules()) || queries.isOneOpen(db),
    pass: async (tx, actor, request, call, isNeeded = true) => {
      const askedRequest = askedOf(request, call);
      if (call.approved) return claim(tx, call.approved.by, askedRequest, call.approved.approval, now());
      if (!isNeeded) return undefined;
      return requestApproval(tx, actor, askedRequest, { now: now(), expireHours: rules().expireHours });
    },
    hasSecondUser,
    assertSecondUser: async (tx, actor, permission) => {
      const roles = permission && (await queries.rolesOfOthers(tx, actor.userId));
      const isThere = roles
        ? roles.some((role) => rightsOf(role).may.includes(permission))
        : await hasSecondUser(tx, actor);
      if (!isThere) throw new Conflict('second_user_needed', 'second_user_needed');
    },
    voidPayouts: (tx, userId) => voidRequestsAbout(tx, { id: userId, email: null }, 'customer_blocked', payoutKinds),
  };
}

/** A request as it is stored and signed: with the call that carries it out. */
type Asked = Pick<Approval, 'kind' | 'subjectId' | 'details' | 'input'> & Pick<ApprovalRequest, 'state'>;

function askedOf(request: ApprovalRequest, { name, params, body }: Call): Asked {
  const { notBy, seen, ...requestFields } = request;
  const storedCall = { call: name, params, body, state: requestFields.state, notBy, seen: seen?.values };
  // The values pass through JSON, so that they equal the row when it is read again.
  return { ...requestFields, input: storedInput.parse(JSON.parse(JSON.stringify(storedCall))) };
}

const payoutKinds: readonly ApprovalKind[] = ['payout', 'warned_approval'];

/** Kinds of which only one can wait for a subject: an order is approved for one reason or the other. */
function kindsLike(kind: ApprovalKind): readonly ApprovalKind[] {
  return payoutKinds.includes(kind) ? payoutKinds : [kind];
}

type Waiting = { now: Date; expireHours: number };

/** Stores a request. An equal one that is still open is returned instead; one with other details is voided. */
async function requestApproval(
  tx: Tx,
  actor: Actor,
  request: Asked,
  { now, expireHours }: Waiting,
): Promise<PendingApproval> {
  const { kind, subjectId, details, input } = request;
  await lockName(tx, `approval ${kindsLike(kind)[0]} ${subjectId}`);
  const undecidedRequests = await queries.listUndecided(tx, kindsLike(kind), subjectId);
  const sameRequest = undecidedRequests.find((row) => row.expiresAt > now && isOf(row, request));
  if (sameRequest) return new PendingApproval(sameRequest.id, false);
  for (const row of undecidedRequests) {
    if (row.expiresAt > now) await voidRequest(tx, actor, row, 'asked_again');
    else if (await queries.endApproval(tx, { id: row.id, state: 'expired', voidReason: null }))
      await audit(tx, 'system', 'approval.expired', row);
  }
  const expiresAt = new Date(now.getTime() + expireHours * hourMs);
  const row = { id: newId('approval'), kind, subjectId, details, input, askedBy: actor.userId, expiresAt };
  await queries.insertApproval(tx, {
    ...row,
    askedAt: now,
    detailsHash: signRow(signedTables.approval, signedFieldsOf(row, request)),
  });
  // The role is read after the request is written: either the end of the membership waits for this transaction, or it
  // came first.
  if (!mayAsk(request, rightsOf(await queries.roleOf(tx, actor.userId)).may)) throw notPermitted(askingNeeds(request));
  await audit(tx, actor, 'approval.requested', row);
  await notifyApprovers(tx, actor, request);
  return new PendingApproval(row.id);
}

/**
 * Notifies the members who may decide a request that it waits: without names and amounts, which only the signed-in
 * screen shows.
 */
async function notifyApprovers(tx: Tx, { userId }: Pick<Actor, 'userId'>, request: Asked) {
  const { kind, details, input } = request;
  const data = { by: await nameOf(tx, userId), path: '/admin/approvals', kind, isReleased: needsRelease(request) };
  const customerId = typeof details.userId === 'string' ? details.userId : null;
  // Owners have a mail of their own about money that came back, also where they cannot decide it.
  const colleagues = returnsMoney(kind, details) ? await queries.colleaguesOf(tx, { userId }) : [];
  const unmailed = colleagues.filter(({ role }) => role === 'owner').map((owner) => owner.userId);
  await notifyTeam(tx, {
    template: 'approval_wanted',
    data,
    by: userId,
    about: customerId,
    except: input.notBy,
    unmailed,
  });
}

/**
 * Marks a request as approved for the one transaction that carries its action out. Refuses with facts_changed if its
 * details have changed since the request, and with already_decided.
 */
async function claim(tx: Tx, actor: Actor, request: Asked, approval: Approval, now: Date): Promise<undefined> {
  if (!isOf(approval, request)) throw requestChanged();
  if (await queries.claimApproval(tx, { id: approval.id, state: 'approved', decidedBy: actor.userId })) {
    await audit(tx, actor, 'approval.approved', approval);
    return undefined;
  }
  const row = await queries.selectApproval(tx, { id: approval.id });
  throw (row && refusalOf(row, actor, now)) ?? alreadyDecided();
}

type Signed = Pick<Approval, 'id' | 'askedBy' | 'expiresAt'>;

function signedFieldsOf({ id, askedBy, expiresAt }: Signed, request: Asked) {
  const { kind, subjectId, details, input, state: subjectState = '' } = request;
  return { id, kind, subjectId, details, input, subjectState, askedBy, expiresAt };
}

/** True if a stored request has this subject and these details, and the product itself wrote it. */
function isOf(row: Signed & Pick<Approval, 'details' | 'detailsHash'>, request: Asked): boolean {
  if (canonicalJson(row.details) !== canonicalJson(request.details)) return false;
  return isSignedRow(signedTables.approval, { ...signedFieldsOf(row, request), signature: row.detailsHash });
}

/**
 * True for a stored call as the product wrote it. One that was changed in the database may do something else, for which
 * no second member is asked, so it is not carried out at all.
 */
export function isAsAsked(row: Approval): boolean {
  const { kind, subjectId, details, input } = row;
  const { state } = input;
  return isOf(row, { kind, subjectId, details, input, ...(state !== undefined && { state }) });
}

/** True for a member who did an earlier step of a request, such as releasing a returned payout. */
export function isInvolved({ input }: Pick<Approval, 'input'>, { userId }: Pick<Actor, 'userId'>): boolean {
  return input.notBy?.includes(userId) === true;
}

type Decidable = Pick<queries.ApprovalRow, 'askedBy' | 'details' | 'input' | 'state' | 'expiresAt'>;

/** Why this member cannot decide this request; undefined where they can. */
export function refusalOf(
  { askedBy, details, input, state, expiresAt }: Decidable,
  { userId }: Pick<Actor, 'userId'>,
  now: Date,
): Refusal | undefined {
  if (askedBy === userId) return new Conflict('own_request', 'approval_own');
  if (isInvolved({ input }, { userId })) return new Conflict('own_request', 'approval_involved');
  if (details.userId === userId) return new Forbidden('own_case', 'own_case');
  return endedRefusal({ state, expiresAt }, now);
}

/** Why a request can no longer be decided or withdrawn; undefined while it is open. */
export function endedRefusal(
  { state, expiresAt }: Pick<queries.ApprovalRow, 'state' | 'expiresAt'>,
  now: Date,
): Refusal | undefined {
  if (state === 'void') return requestChanged();
  if (state === 'expired' || (state === 'open' && expiresAt <= now)) return new Conflict('expired', 'approval_expired');
  return state === 'open' ? undefined : alreadyDecided();
}

/** The refusal of a decision on a request that is no longer open. */
export const alreadyDecided = () => new Conflict('already_decided', 'approval_decided');
/** The refusal of an approval whose request no longer fits the row that it changes. */
export const requestChanged = () => new Conflict('facts_changed', 'approval_changed');

/** Refuses with not_permitted for a member who may decide no request of this kind. */
export function assertMayDecide(request: Pick<ApprovalRequest, 'kind' | 'details'>, { may }: Pick<Actor, 'may'>): void {
  if (mayDecideRequest(request, may)) return;
  throw notPermitted(needsRelease(request) ? 'payouts.release' : 'orders.decide');
}

const notPermitted = (may: Permission) => new Forbidden('not_permitted', reasonWith('not_permitted', { may }));

/** The permission that a member needs to ask for each kind, as the routes of the actions require it. */
const askedWith = {
  payout: 'orders.decide',
  warned_approval: 'orders.decide',
  address: 'wallets.write',
  rate: 'rates.write',
  offer: 'offers.write',
  unblock: 'users.write',
  erase: 'users.write',
  settings: 'settings.write',
  team: 'team.write',
  refund: 'orders.decide',
  books: 'settings.write',
} as const satisfies Record<ApprovalKind, Permission>;

type Asking = Pick<ApprovalRequest, 'kind' | 'details'>;

const askingNeeds = (request: Asking): Permission =>
  needsRelease(request) ? 'payouts.release' : askedWith[request.kind];
const mayAsk = (request: Asking, permissions: readonly Permission[]) => permissions.includes(askingNeeds(request));

/** Voids the requests of a member that their remaining permissions no longer allow. */
export async function voidRequestsOf(tx: Tx, memberId: Id<'user'>, permissions: readonly Permission[]): Promise<void> {
  const reason = permissions.length === 0 ? 'asker_left' : 'asker_role';
  for (const row of await queries.lockOpenOf(tx, { askedBy: memberId }))
    if (!mayAsk(row, permissions)) await voidRequest(tx, 'system', row, reason);
}

/** Cancels the requests of a version that stored no call, and mails the members who asked. */
export async function voidWithoutCall(tx: Tx): Promise<void> {
  for (const row of await queries.lockWithoutCall(tx)) {
    await voidRequest(tx, 'system', row, 'upgraded');
    const asker = await queries.findMember(tx, { userId: row.askedBy });
    if (!asker?.email) continue;
    const { userId, email, language } = asker;
    await sendMail(tx, {
      template: 'approval_cancelled',
      to: { userId, email, language },
      data: { path: '/admin/approvals' },
    });
  }
}

/** Voids the open requests about a user, of these kinds or all, with an audit entry for each. */
export async function voidRequestsAbout(
  tx: Tx,
  user: queries.ConcernedMember,
  reason: VoidReason,
  kinds: readonly ApprovalKind[] = approvalKinds,
): Promise<void> {
  for (const row of await queries.voidAbout(tx, user, kinds, reason)) await auditVoided(tx, 'system', row, reason);
}

/** Voids a request; false where it has ended already. The log names the refusal if one was the reason. */
export async function voidRequest(
  tx: Tx,
  actor: AuditActor,
  row: Pick<queries.ApprovalRow, 'id' | 'kind' | 'subjectId'>,
  reason: VoidReason,
  refusal?: string,
): Promise<boolean> {
  if (!(await queries.endApproval(tx, { id: row.id, state: 'void', voidReason: reason }))) return false;
  await auditVoided(tx, actor, row, refusal ?? reason);
  return true;
}
