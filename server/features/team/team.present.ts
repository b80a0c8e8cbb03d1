import type { MemberView } from '#shared/team/team.contract.ts';
import { teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import type { TeamRow } from './team.queries.ts';

/** A line of the team. Colleagues' addresses are never masked. */
export function presentMember(row: TeamRow): MemberView {
  const { id, name, email, status, lastSeenAt, expiresAt, isFixed } = row;
  return {
    id,
    name,
    email: email ?? '',
    role: asTeamRole(row.role),
    status,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    isFixed,
  };
}

/** The role as the table lists it. Throws where the database holds another value: a constraint forbids it. */
export function asTeamRole(role: string | null): TeamRole {
  const found = teamRoles.find((item) => item === role);
  if (!found) throw new Error(`${role} is no role of the team`);
  return found;
}
