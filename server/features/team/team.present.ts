import { toWireRow } from '#server/lib/wire.ts';
import type { MemberView } from '#shared/team/team.contract.ts';
import { teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import type { JudgedInvitation, TeamRow } from './team.queries.ts';

/** Presents the team by name: the owner of the settings and the members, then invitations, then former members. */
export function presentTeam(team: readonly TeamRow[]): MemberView[] {
  const placeOf = ({ status, isFixed }: MemberView) => (isFixed ? -1 : ['active', 'invited', 'ended'].indexOf(status));
  return team.map(presentMember).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A line of the team; a former member who is invited again is invited. Colleagues' addresses are never masked. */
export function presentMember(row: TeamRow): MemberView {
  const { invitedId, invitedEmail, invitedAs, expiresAt } = row;
  if (invitedId !== null)
    return {
      ...toWireRow({ id: invitedId, name: null, lastSeenAt: null, secondFactorSince: null, expiresAt }),
      email: invitedEmail ?? '',
      role: asTeamRole(invitedAs),
      status: 'invited',
      isFixed: false,
    };
  const { id, name, email, userRole, role, endsAt, lastSeenAt, secondFactorSince } = row;
  return {
    ...toWireRow({ id: id ?? '', name, lastSeenAt, secondFactorSince, expiresAt: null }),
    email: email ?? '',
    role: asTeamRole(userRole === 'admin' ? 'owner' : role),
    status: userRole === 'staff' && endsAt !== null ? 'ended' : 'active',
    isFixed: userRole === 'admin',
  };
}

/** The state of an invitation: its link is open, was used, or is over. */
export function stateOf({
  usedAt,
  endedAt,
  isOver,
}: Pick<JudgedInvitation, 'usedAt' | 'endedAt' | 'isOver'>): 'open' | 'used' | 'expired' {
  if (usedAt !== null) return 'used';
  return endedAt !== null || isOver ? 'expired' : 'open';
}

/** The role as the table lists it. Throws where the database holds another value: a constraint forbids it. */
export function asTeamRole(role: string | null): TeamRole {
  const teamRole = teamRoles.find((item) => item === role);
  if (!teamRole) throw new Error(`${role} is no role of the team`);
  return teamRole;
}
