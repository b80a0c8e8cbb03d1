import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import { deleteFactor, newLinkToken, revokeAccess } from '#server/features/auth/auth.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { accountById, changeUser, lockUser, userByEmail, type UserRow } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { Conflict, Invalid, NotFound } from '#server/http/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import type { MemberView } from '#shared/team/team.contract.ts';
import { rightsOf, type TeamRole } from '#shared/team/team.roles.ts';
import type { TeamPorts } from './team.ports.ts';
import { asTeamRole, presentMember } from './team.present.ts';
import {
  endInvitation,
  endMembership,
  insertInvitation,
  lockOpenInvitation,
  selectMembership,
  selectTeam,
  updateInvitationRole,
  updateMemberRole,
} from './team.queries.ts';

type Deps = Platform & AuthPorts & TeamPorts;

const memberNotFound = () => new NotFound('member_not_found');
const alreadyMember = () => new Conflict('already_member', 'already_member');
const alreadyInvited = () => new Conflict('already_invited', 'already_invited');
const lastOwner = () => new Conflict('last_owner', 'last_owner');
const subjectOf = (id: string) => ({ type: 'user', id }) as const;

/** The signed-in member, with name and role. */
export async function currentMember({ db }: Pick<Platform, 'db'>, { userId, teamRole, may }: Actor) {
  const user = (await accountById(db, userId))?.user;
  if (!user) throw memberNotFound();
  return { id: userId, name: `${user.firstName} ${user.lastName}`, role: asTeamRole(teamRole), may: [...may] };
}

/** Members first, then open invitations, then former members. */
export async function listTeam({ db }: Pick<Platform, 'db'>): Promise<MemberView[]> {
  return (await selectTeam(db)).map(presentMember);
}

async function memberById({ db }: Pick<Platform, 'db'>, id: string): Promise<MemberView> {
  const [row] = await selectTeam(db, id);
  if (!row) throw memberNotFound();
  return presentMember(row);
}

/** A member who is in the team now, held until the transaction ends: a membership that ends waits, or was seen to. */
export async function activeMember(
  tx: Tx,
  id: string,
): Promise<{ name: string; may: readonly Permission[] } | undefined> {
  await lockUser(tx, id);
  const [row] = await selectTeam(tx, id);
  return row?.status === 'active' ? { name: row.name ?? '', may: rightsOf(row.role).may } : undefined;
}

/** Throws Invalid unless `id` is null (unassigned) or a member who may do this. */
export async function requireAssignee(tx: Tx, id: string | null, may?: Permission): Promise<void> {
  const member = id === null ? undefined : await activeMember(tx, id);
  if (id === null || (member && (!may || member.may.includes(may)))) return;
  const because = member ? 'assignee_no_chat' : 'member_not_found';
  throw new Invalid('invalid_input', because, { fields: { userId: because } });
}

/**
 * Mails an invitation to an address without an account, or to a former member. Throws Conflict('already_member' |
 * 'already_invited' | 'is_customer').
 */
export async function inviteMember(
  deps: Deps,
  actor: Actor,
  { email, role }: { email: string; role: TeamRole },
): Promise<MemberView> {
  const memberId = await deps.inTx(async (tx) => {
    const account = await userByEmail(tx, email);
    if (account) await requireFormerMember(tx, account);
    const open = await lockOpenInvitation(tx, { email });
    if (open && open.expiresAt > deps.now()) throw alreadyInvited();
    if (open) await endInvitation(tx, open.id);
    const id = account?.id ?? open?.memberId ?? randomUUID();
    await mailInvitation(deps, tx, actor, { memberId: id, email, role });
    await recordAudit(tx, actor, 'team.invited', subjectOf(id), { role });
    return id;
  });
  return memberById(deps, memberId);
}

async function requireFormerMember(tx: Tx, { id, role }: UserRow): Promise<void> {
  if (role === 'customer') throw new Conflict('is_customer', 'is_customer');
  const membership = await selectMembership(tx, id);
  if (role === 'admin' || membership?.endsAt === null) throw alreadyMember();
}

type Invited = { memberId: string; email: string; role: TeamRole };

async function mailInvitation({ auth }: Deps, tx: Tx, { userId }: Actor, invited: Invited): Promise<void> {
  const token = newLinkToken();
  const hash = auth.keys.hashLink('invitation', token);
  if (!(await insertInvitation(tx, { ...invited, hash, invitedBy: userId }))) throw alreadyInvited();
  const inviter = (await accountById(tx, userId))?.user;
  await sendMail(tx, {
    template: 'team_invitation',
    to: { userId: null, email: invited.email, language: inviter?.language ?? 'en' },
    data: { role: invited.role, path: `/invitation/${token}`, hours: 24 },
  });
}

/** Mails a new link; the one before ends. Throws NotFound, Conflict('already_member') for one who has joined. */
export async function resendInvitation(deps: Deps, actor: Actor, id: string): Promise<MemberView> {
  await deps.inTx(async (tx) => {
    const open = await lockOpenInvitation(tx, { memberId: id });
    if (!open) throw (await isActiveMember(tx, id)) ? alreadyMember() : memberNotFound();
    await endInvitation(tx, open.id);
    const { memberId, email, role } = open;
    await mailInvitation(deps, tx, actor, { memberId, email, role });
    await recordAudit(tx, actor, 'team.invited', subjectOf(id), { role, again: true });
  });
  return memberById(deps, id);
}

async function isActiveMember(tx: Tx, id: string): Promise<boolean> {
  const user = await lockUser(tx, id);
  return user?.role === 'admin' || (await selectMembership(tx, id))?.endsAt === null;
}

/**
 * Gives a member or an open invitation another role. A member's sessions end with the old role. Throws NotFound,
 * Conflict('last_owner') for the owner named by ADMIN_EMAIL.
 */
export async function changeRole(deps: Deps, actor: Actor, id: string, role: TeamRole): Promise<MemberView> {
  await deps.inTx(async (tx) => {
    const open = await lockOpenInvitation(tx, { memberId: id });
    const before = open ? open.role : (await lockMember(tx, id, role)).role;
    if (before === role) return;
    if (open) await updateInvitationRole(tx, open.id, role);
    else {
      await updateMemberRole(tx, id, role);
      await deps.releaseWorkOf(tx, id, rightsOf(role).may);
      await revokeAccess(deps, tx, { userId: id }, 'role_changed');
    }
    await recordAudit(tx, actor, 'team.role_changed', subjectOf(id), { from: before, to: role });
  });
  return memberById(deps, id);
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

/**
 * Ends a membership, with everything that opens the account, or withdraws an invitation. Throws NotFound,
 * Conflict('last_owner') for the owner named by ADMIN_EMAIL.
 */
export async function endMember(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.inTx(async (tx) => {
    const open = await lockOpenInvitation(tx, { memberId: id });
    if (open) await endInvitation(tx, open.id);
    else await leave(deps, tx, id);
    const details = open ? { role: open.role, wasInvited: true } : {};
    await recordAudit(tx, actor, 'team.ended', subjectOf(id), details);
  });
}

/** Who comes back sets up a second factor of their own again. */
async function leave(deps: Deps, tx: Tx, id: string): Promise<void> {
  await lockMember(tx, id, null);
  await endMembership(tx, id);
  await deps.releaseWorkOf(tx, id, []);
  await changeUser(tx, id, { status: 'blocked', blockedReason: null });
  await deleteFactor(tx, id);
  await revokeAccess(deps, tx, { userId: id }, 'role_changed');
}
