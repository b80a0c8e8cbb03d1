import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import { deleteFactor, newLinkToken, revokeAccess } from '#server/features/auth/auth.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { accountById, changeUser, lockUser, userByEmail, type UserRow } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, NotFound, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { RequestDetails } from '#shared/kernel/approval-details.ts';
import { decidableKinds, isFourEyesOn } from '#shared/kernel/approval.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import type { MemberView } from '#shared/team/team.contract.ts';
import { isPromotion, rightsOf, type TeamRole } from '#shared/team/team.roles.ts';
import { nameOf, notifyOwners } from './team.notices.service.ts';
import type { TeamPorts } from './team.ports.ts';
import { asTeamRole, presentMember, presentTeam } from './team.present.ts';
import {
  endInvitation,
  endInvitationsOf,
  endMembership,
  insertInvitation,
  lockOpenInvitation,
  selectMembership,
  selectTeam,
  updateInvitationRole,
  updateMemberRole,
  type InvitationRow,
} from './team.queries.ts';

type Deps = Platform & AuthPorts & TeamPorts;

const memberNotFound = () => new NotFound('member_not_found');
const alreadyMember = () => new Conflict('already_member', 'already_member');
const alreadyInvited = () => new Conflict('already_invited', 'already_invited');
const lastOwner = () => new Conflict('last_owner', 'last_owner');
const subjectOf = (id: string) => ({ type: 'user', id }) as const;

export async function currentMember({ db }: Pick<Platform, 'db'>, { userId, teamRole, may }: Actor) {
  const user = (await accountById(db, userId))?.user;
  if (!user) throw memberNotFound();
  return { id: userId, name: `${user.firstName} ${user.lastName}`, role: asTeamRole(teamRole), may: [...may] };
}

/** Members first, then open invitations, then former members. */
export async function listTeam({ db }: Pick<Platform, 'db'>): Promise<MemberView[]> {
  return presentTeam(await selectTeam(db, { id: null }));
}

async function memberById({ db }: Pick<Platform, 'db'>, id: string): Promise<MemberView> {
  const [row] = await selectTeam(db, { id });
  if (!row) throw memberNotFound();
  return presentMember(row);
}

/** A member who is in the team now, held until the transaction ends: a membership that ends waits, or was seen to. */
export async function activeMember(
  tx: Tx,
  id: string,
): Promise<{ name: string; may: readonly Permission[] } | undefined> {
  await lockUser(tx, id);
  const [row] = await selectTeam(tx, { id });
  const member = row && presentMember(row);
  return member?.status === 'active' ? { name: member.name ?? '', may: rightsOf(member.role).may } : undefined;
}

/** Throws Invalid unless `id` is null (unassigned) or a member who may do this. */
export async function requireAssignee(tx: Tx, id: string | null, may?: Permission): Promise<void> {
  const member = id === null ? undefined : await activeMember(tx, id);
  if (id === null || (member && (!may || member.may.includes(may)))) return;
  throw wrongField('userId', member ? 'assignee_no_chat' : 'member_not_found');
}

/**
 * Mails an invitation to an address without an account, or to a former member. May wait for a second member. Throws
 * Conflict('already_member' | 'already_invited' | 'is_customer').
 */
export async function inviteMember(
  deps: Deps,
  actor: Actor,
  { email, role, call }: { email: string; role: TeamRole; call: Call },
): Promise<MemberView | PendingApproval> {
  const invited = await deps.inTx(async (tx) => {
    const open = await lockOpenInvitation(tx, { email });
    if (open && open.expiresAt > deps.now()) throw alreadyInvited();
    return invite(deps, tx, actor, { email, role, open, call });
  });
  return typeof invited === 'string' ? memberById(deps, invited) : invited;
}

/**
 * Mails a new link, and the one before ends; may wait for a second member. Throws NotFound, Conflict('already_member') for
 * one who has joined.
 */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  id: string,
  call: Call,
): Promise<MemberView | PendingApproval> {
  const invited = await deps.inTx(async (tx) => {
    const open = await lockOpenInvitation(tx, { memberId: id });
    if (!open) throw (await isActiveMember(tx, id)) ? alreadyMember() : memberNotFound();
    return invite(deps, tx, actor, { email: open.email, role: open.role, open, call });
  });
  return typeof invited === 'string' ? memberById(deps, invited) : invited;
}

type Invited = { email: string; role: TeamRole; open: InvitationRow | undefined; call: Call };

/** Returns the id that the invited member has, or will have. */
async function invite(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { email, role, open, call }: Invited,
): Promise<string | PendingApproval> {
  const account = await userByEmail(tx, email);
  if (account) await requireFormerMember(tx, account);
  // The log of approvals outlives the address, so it names a keyed hash.
  const subjectId = deps.auth.keys.hashLink('invitation', email).toString('hex');
  const asked = { subjectId, facts: { invited: email, role } };
  const pending = await passSecondMember(deps, tx, actor, { ...asked, from: null, to: role, call });
  if (pending) return pending;
  if (open) await endInvitation(tx, { id: open.id });
  const memberId = account?.id ?? open?.memberId ?? randomUUID();
  const token = newLinkToken();
  const hash = deps.auth.keys.hashLink('invitation', token);
  const invitedBy = actor.userId;
  if (!(await insertInvitation(tx, { memberId, email, role, hash, invitedBy }))) throw alreadyInvited();
  const inviter = (await accountById(tx, invitedBy))?.user;
  await sendMail(tx, {
    template: 'team_invitation',
    to: { userId: null, email, language: inviter?.language ?? 'en' },
    data: { role, path: `/invitation/${token}`, hours: 24 },
  });
  await recordAudit(tx, actor, 'team.invited', subjectOf(memberId), { role, ...(open && { again: true }) });
  await notifyOwners(tx, { kind: 'invited', member: email, role, by: invitedBy });
  return memberId;
}

type Change = Omit<ApprovalRequest, 'kind'> & {
  from: TeamRole | null;
  to: TeamRole;
  call: Call;
};

/**
 * While a rule of four eyes is on, no owner adds a member who could approve for them. Where no other member could approve,
 * the owner acts alone: the invited member waits a day before they approve, and the owners get a mail.
 */
async function passSecondMember(
  { fourEyes }: Deps,
  tx: Tx,
  actor: Actor,
  { from, to, call, ...request }: Change,
): Promise<PendingApproval | undefined> {
  const isAsked = isPromotion(from, to) && isFourEyesOn(fourEyes.rules) && (await fourEyes.hasSecondUser(tx, actor));
  return fourEyes.pass(tx, actor, { kind: 'team', ...request }, call, isAsked);
}

async function requireFormerMember(tx: Tx, { id, role }: UserRow): Promise<void> {
  if (role === 'customer') throw new Conflict('is_customer', 'is_customer');
  const membership = await selectMembership(tx, id);
  if (role === 'admin' || membership?.endsAt === null) throw alreadyMember();
}

async function isActiveMember(tx: Tx, id: string): Promise<boolean> {
  const user = await lockUser(tx, id);
  return user?.role === 'admin' || (await selectMembership(tx, id))?.endsAt === null;
}

/**
 * Gives a member or an open invitation another role; may wait for a second member. A member's sessions end with the old role.
 * Throws NotFound, Forbidden('own_case'), Conflict('last_owner') for the owner named by ADMIN_EMAIL.
 */
export async function changeRole(
  deps: Deps,
  actor: Actor,
  id: string,
  { role, call }: { role: TeamRole; call: Call },
): Promise<MemberView | PendingApproval> {
  assertNotOwnCase(actor, id);
  const pending = await deps.inTx(async (tx) => {
    const open = await lockOpenInvitation(tx, { memberId: id });
    const before = open ? open.role : (await lockMember(tx, id, role)).role;
    if (before === role && !call.approved) return undefined;
    const who: RequestDetails = open ? { invited: open.email } : { userId: id };
    const asked = { subjectId: id, facts: { ...who, role, roleBefore: before } };
    const waits = await passSecondMember(deps, tx, actor, { ...asked, from: before, to: role, call });
    if (waits) return waits;
    if (open) await updateInvitationRole(tx, { id: open.id, role });
    else await changeMember(deps, tx, id, { before, role });
    await recordAudit(tx, actor, 'team.role_changed', subjectOf(id), { from: before, to: role });
    if (isPromotion(before, role)) {
      const member = open ? open.email : await nameOf(tx, id);
      await notifyOwners(tx, { kind: 'promoted', member, role, by: actor.userId });
    }
    return undefined;
  });
  return pending ?? memberById(deps, id);
}

async function changeMember(
  deps: Deps,
  tx: Tx,
  id: string,
  { before, role }: { before: TeamRole; role: TeamRole },
): Promise<void> {
  const { may } = rightsOf(role);
  const decided = decidableKinds(rightsOf(before).may);
  const isNewApprover = decidableKinds(may).some((kind) => !decided.includes(kind));
  await updateMemberRole(tx, id, { role, isNewApprover });
  if (!may.includes('team.write')) await withdrawInvitationsOf(tx, id);
  await deps.releaseWorkOf(tx, id, may);
  await revokeAccess(deps, tx, { userId: id }, 'role_changed');
}

/** Who may no longer invite leaves no link behind by which to come back. */
async function withdrawInvitationsOf(tx: Tx, invitedBy: string): Promise<void> {
  for (const { memberId, role } of await endInvitationsOf(tx, { invitedBy })) {
    await recordAudit(tx, 'system', 'team.ended', subjectOf(memberId), { role, wasInvited: true });
  }
}

/** The membership, with the user's row locked. Throws NotFound, Conflict where it would take the owner's role away. */
async function lockMember(tx: Tx, id: string, role: TeamRole | null): Promise<{ role: TeamRole }> {
  const user = await lockUser(tx, id);
  if (user?.role === 'admin') {
    if (role === 'owner') return { role };
    throw lastOwner();
  }
  const membership = await selectMembership(tx, id);
  if (membership?.endsAt !== null || user?.status === 'deleted') throw memberNotFound();
  return membership;
}

/** Ends a membership, or withdraws an invitation. Throws NotFound, Conflict('last_owner') for ADMIN_EMAIL. */
export async function endMember(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.inTx(async (tx) => {
    const open = await lockOpenInvitation(tx, { memberId: id });
    if (open) await endInvitation(tx, { id: open.id });
    else await leave(deps, tx, id);
    const details = open ? { role: open.role, wasInvited: true } : {};
    await recordAudit(tx, actor, 'team.ended', subjectOf(id), details);
  });
}

/** Who comes back sets up a second factor of their own again. */
async function leave(deps: Deps, tx: Tx, id: string): Promise<void> {
  await lockMember(tx, id, null);
  await endMembership(tx, { userId: id });
  await withdrawInvitationsOf(tx, id);
  await deps.releaseWorkOf(tx, id, []);
  await changeUser(tx, id, { status: 'blocked', blockedReason: null });
  await deleteFactor(tx, { userId: id });
  await revokeAccess(deps, tx, { userId: id }, 'role_changed');
}
