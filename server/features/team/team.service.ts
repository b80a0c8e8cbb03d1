import type { Db, Tx } from '#server/db/connection.ts';
import { accountById, lockUser } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import type { MemberView } from '#shared/team/team.contract.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { asTeamRole, presentMember, presentTeam } from './team.present.ts';
import { selectTeam } from './team.queries.ts';

const memberNotFound = () => new NotFound('member_not_found');

/** Returns the signed-in member with name, role and permissions. Throws if the account is gone. */
export async function currentMember({ db }: Pick<Platform, 'db'>, { userId, teamRole, may }: Actor) {
  const user = (await accountById(db, userId))?.user;
  if (!user) throw memberNotFound();
  return { id: userId, name: `${user.firstName} ${user.lastName}`, role: asTeamRole(teamRole), may: [...may] };
}

/** Lists the members, then open invitations, then former members. */
export async function listTeam({ db }: Pick<Platform, 'db'>): Promise<MemberView[]> {
  return presentTeam(await selectTeam(db, { id: null }));
}

/** Returns a present, former or invited member. Refuses with not_found. */
export async function memberById(db: Db, id: Id<'user'>): Promise<MemberView> {
  const [row] = await selectTeam(db, { id });
  if (!row) throw memberNotFound();
  return presentMember(row);
}

/** Returns a present member, locked until the transaction ends, so that the membership cannot end meanwhile. */
export async function activeMember(
  tx: Tx,
  id: Id<'user'>,
): Promise<{ name: string; may: readonly Permission[] } | undefined> {
  await lockUser(tx, id);
  const [row] = await selectTeam(tx, { id });
  const member = row && presentMember(row);
  return member?.status === 'active' ? { name: member.name ?? '', may: rightsOf(member.role).may } : undefined;
}

/** Refuses with invalid_input unless `id` is null (unassigned) or a member who may do this. */
export async function assertAssignee(tx: Tx, id: Id<'user'> | null, permission?: Permission): Promise<void> {
  const member = id === null ? undefined : await activeMember(tx, id);
  if (id === null || (member && (!permission || member.may.includes(permission)))) return;
  throw wrongField('userId', member ? 'assignee_no_chat' : 'member_not_found');
}
