import { rightsOf, type TeamRole } from '#shared/team/team.roles.ts';

/** The rights of a session: a customer's. */
export const customerRights = { ...rightsOf(null), teamRole: null, isSettingUp: false };

/** The rights of a session of a member of the team. */
export function memberRights(teamRole: TeamRole) {
  return { ...rightsOf(teamRole), teamRole, isSettingUp: false };
}
