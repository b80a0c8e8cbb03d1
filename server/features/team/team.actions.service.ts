import type { Tx } from '#server/db/connection.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { deleteFactor, newLinkToken, revokeAccess } from '#server/features/auth/auth.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { accountById, changeUser, lockUser, userByEmail, type UserRow } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { decidableKinds, isFourEyesOn } from '#shared/kernel/approval.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/team/team.contract.ts';
import type { MemberView } from '#shared/team/team.contract.ts';
import { isPromotion, rightsOf, type TeamRole } from '#shared/team/team.roles.ts';
import { nameOf, notifyOwners } from './team.notices.service.ts';
import type { TeamDeps } from './team.ports.ts';
import * as queries from './team.queries.ts';
import { memberById } from './team.service.ts';

type InvitedMember = { email: string; role: TeamRole; open: queries.InvitationRow | undefined };
type Colleague = { id: Id<'user'>; role: TeamRole; open: queries.InvitationRow | undefined; isFixed: boolean };
type InvitingContext = { tx: Tx; deps: TeamDeps; actor: Actor };
type Inviting = InvitingContext & { row: InvitedMember };

const alreadyMember = () => new Conflict('already_member', 'already_member');
const alreadyInvited = () => new Conflict('already_invited', 'already_invited');
const lastOwner = () => new Conflict('last_owner', 'last_owner');

/** A member, or whom an open invitation is for. */
const colleagueRow: ActionRow<TeamDeps, Colleague, MemberView, { id: Id<'user'> }> = {
  lock: (tx, { id }) => lockColleague(tx, id),
  missing: 'member_not_found',
  ownersOf: ({ id }) => [id],
  present: ({ id }, { tx }) => memberById(tx, id),
};

async function lockColleague(tx: Tx, id: Id<'user'>): Promise<Colleague | undefined> {
  const openInvitation = await queries.lockOpenInvitation(tx, { memberId: id });
  if (openInvitation) return { id, role: openInvitation.role, open: openInvitation, isFixed: false };
  const user = await lockUser(tx, id);
  if (user?.role === 'admin') return { id, role: 'owner', open: openInvitation, isFixed: true };
  const membership = await queries.selectMembership(tx, id);
  if (membership?.endsAt !== null || user?.status === 'deleted') return undefined;
  return { id, role: membership.role, open: openInvitation, isFixed: false };
}

/** The person to invite, by the address that was sent. */
const addressRow: ActionRow<TeamDeps, InvitedMember, MemberView, undefined, Pick<InvitedMember, 'email' | 'role'>> = {
  lock: async (tx, _, _deps, { email, role }) => ({
    email,
    role,
    open: await queries.lockOpenInvitation(tx, { email }),
  }),
  missing: 'member_not_found',
};

/** An open invitation, whose link may be over. */
const invitationRow: ActionRow<TeamDeps, InvitedMember, MemberView, { id: Id<'user'> }> = {
  lock: async (tx, { id }) => {
    const colleague = await lockColleague(tx, id);
    if (colleague && !colleague.open) throw alreadyMember();
    return colleague?.open && { ...colleague.open, open: colleague.open };
  },
  missing: 'member_not_found',
};

/**
 * Refuses an owner alone to add a member who could approve for them while a rule of dual approval is on. Without
 * another member who could approve, the owner acts alone: the invited member waits a day before approving, and the
 * owners get a mail.
 */
const needsSecond = async ({ tx, deps: { fourEyes }, actor }: InvitingContext, from: TeamRole | null, to: TeamRole) =>
  isPromotion(from, to) && isFourEyesOn(fourEyes.rules) && fourEyes.hasSecondUser(tx, actor);

/** An invitation, sent for the first time or again; `check` finds the account of a former member. */
const invitationSteps = {
  check: ({ tx, row }: Inviting) => formerMember(tx, row.email),
  second: {
    isNeeded: (invitation: Inviting) => needsSecond(invitation, null, invitation.row.role),
    details: ({ row: { email, role } }: Inviting) => ({ invited: email, role }),
    // The log of approvals outlives the address, so it names a keyed hash.
    more: ({ deps, row }: Inviting) => ({
      subjectId: deps.auth.keys.hashLink('invitation', row.email).toString('hex'),
    }),
  },
  apply: async (context: Inviting & { checked: UserRow | undefined }) => {
    const { tx, row, actor, checked: account } = context;
    const { email, role, open } = row;
    if (open) await queries.endInvitation(tx, { id: open.id });
    const memberId = account?.id ?? open?.memberId ?? newId('user');
    await mailInvitation(context, memberId);
    await notifyOwners(tx, { kind: 'invited', member: email, role, by: actor.userId });
    const details = { role, ...(open && { again: true }) };
    return { answer: await memberById(tx, memberId), details, subjectId: memberId };
  },
};

async function formerMember(tx: Tx, email: string): Promise<UserRow | undefined> {
  const account = await userByEmail(tx, email);
  if (!account) return undefined;
  if (account.role === 'customer') throw new Conflict('is_customer', 'is_customer');
  const membership = await queries.selectMembership(tx, account.id);
  if (account.role === 'admin' || membership?.endsAt === null) throw alreadyMember();
  return account;
}

async function mailInvitation({ tx, deps: { auth }, actor, row }: Inviting, memberId: Id<'user'>): Promise<void> {
  const { email, role } = row;
  const token = newLinkToken();
  const hash = auth.keys.hashLink('invitation', token);
  const invitedBy = actor.userId;
  if (!(await queries.insertInvitation(tx, { memberId, email, role, hash, invitedBy }))) throw alreadyInvited();
  const inviter = (await accountById(tx, invitedBy))?.user;
  await sendMail(tx, {
    template: 'team_invitation',
    to: { userId: null, email, language: inviter?.language ?? 'en' },
    data: { role, path: `/invitation/${token}`, hours: 24 },
  });
}

/** Mails an invitation to an address without an account, or to a former member. */
const invite = act(contract.inviteMember, addressRow, {
  ...invitationSteps,
  check: (context) => {
    const { open } = context.row;
    if (open && open.expiresAt > context.now) throw alreadyInvited();
    return invitationSteps.check(context);
  },
});

/** Mails a new link, and the one before ends. */
const resend = act(contract.resendInvitation, invitationRow, invitationSteps);

/** Gives a member or an open invitation another role. A member's sessions end with the old role. */
const changeRole = act(contract.changeMemberRole, colleagueRow, {
  check: ({ row, body: { role } }) => {
    if (row.isFixed && role !== 'owner') throw lastOwner();
  },
  second: {
    isNeeded: (context) => needsSecond(context, context.row.role, context.body.role),
    details: ({ row: { id, open, role: roleBefore }, body: { role } }) => ({
      ...(open ? { invited: open.email } : { userId: id }),
      role,
      roleBefore,
    }),
  },
  apply: async ({ tx, deps, actor, row, body: { role } }) => {
    const { id, open, role: roleBefore } = row;
    if (roleBefore === role) return { row, entries: [] };
    if (open) await queries.updateInvitationRole(tx, { id: open.id, role });
    else await changeMember(tx, deps, row, role);
    if (isPromotion(roleBefore, role)) {
      const member = open ? open.email : await nameOf(tx, id);
      await notifyOwners(tx, { kind: 'promoted', member, role, by: actor.userId });
    }
    return { row, details: { from: roleBefore, to: role } };
  },
});

async function changeMember(
  tx: Tx,
  deps: TeamDeps,
  { id, role: roleBefore }: Colleague,
  role: TeamRole,
): Promise<void> {
  const { may } = rightsOf(role);
  const decidableBefore = decidableKinds(rightsOf(roleBefore).may);
  const isNewApprover = decidableKinds(may).some((kind) => !decidableBefore.includes(kind));
  await queries.updateMemberRole(tx, id, { role, isNewApprover });
  if (!may.includes('team.write')) await withdrawInvitationsOf(tx, id);
  await deps.releaseWorkOf(tx, id, may);
  await revokeAccess(tx, deps, { userId: id }, 'role_changed');
}

/** Withdraws the links of a member who may no longer invite, so that none leads back. */
async function withdrawInvitationsOf(tx: Tx, invitedBy: Id<'user'>): Promise<void> {
  for (const { memberId, role } of await queries.endInvitationsOf(tx, { invitedBy })) {
    const details = { role, wasInvited: true };
    await recordAudit(tx, 'system', 'team.ended', { type: 'user', id: memberId }, details);
  }
}

/** Ends a membership, or withdraws an invitation. */
const end = act(contract.endMember, colleagueRow, {
  check: ({ row }) => {
    if (row.isFixed) throw lastOwner();
  },
  apply: async ({ tx, deps, row: { id, role, open } }) => {
    if (open) await queries.endInvitation(tx, { id: open.id });
    else await leave(tx, deps, id);
    return { answer: undefined, details: open ? { role, wasInvited: true } : {} };
  },
});

/** Ends a membership; a member who returns sets up a second factor again. */
async function leave(tx: Tx, deps: TeamDeps, id: Id<'user'>): Promise<void> {
  await queries.endMembership(tx, { userId: id });
  await withdrawInvitationsOf(tx, id);
  await deps.releaseWorkOf(tx, id, []);
  await changeUser(tx, id, { status: 'blocked', blockedReason: null });
  await deleteFactor(tx, { userId: id });
  await revokeAccess(tx, deps, { userId: id }, 'role_changed');
}

/** Each action on the team, except joining it. */
export const teamActions: ActionsOf<TeamDeps, 'team.write'> = [invite, resend, changeRole, end];
