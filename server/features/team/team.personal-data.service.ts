import type { Db, Tx } from '#server/db/connection.ts';
import type { ErasureStep } from '#server/features/users/users.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { deleteInvitations, selectMembership } from './team.queries.ts';

/** Removes a former member's invitations. The membership stays: it holds ids, a role and two dates. */
export const eraseTeamPersonalData: ErasureStep = (tx: Tx, { id, email }) =>
  deleteInvitations(tx, { memberId: id, email });

/** Returns a member's role, and since when; undefined for a customer. */
export async function exportTeamPersonalData(db: Db, { id }: { id: Id<'user'> }): Promise<unknown> {
  const membership = await selectMembership(db, id);
  return membership && { role: membership.role, joinedAt: membership.joinedAt, endsAt: membership.endsAt };
}
