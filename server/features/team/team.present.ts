import { onWire } from '#server/lib/wire.ts';
import type { MemberView } from '#shared/team/team.contract.ts';
import { teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import type { TeamRow } from './team.queries.ts';

/** A line of the team. Colleagues' addresses are never masked. */
export function presentMember({ email, role, ...row }: TeamRow): MemberView {
  return { ...onWire(row), email: email ?? '', role: asTeamRole(role) };
}

/** The role as the table lists it. Throws where the database holds another value: a constraint forbids it. */
export function asTeamRole(role: string | null): TeamRole {
  const found = teamRoles.find((item) => item === role);
  if (!found) throw new Error(`${role} is no role of the team`);
  return found;
}
