import { recordAudit } from '#server/features/audit/audit.service.ts';
import { requireAssignee } from '#server/features/team/team.service.ts';
import { lockExistingUser, userForAdmin } from '#server/features/users/users.admin.service.ts';
import type { UsersPorts } from '#server/features/users/users.ports.ts';
import { accountById, changeUser, type ErasureStep } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { AdminUserDetails } from '#shared/users/users.admin.contract.ts';
import { deleteNotesAbout } from './notes.queries.ts';

export { releaseUsersOf } from './notes.queries.ts';

type Deps = Pick<Platform, 'db' | 'inTx'> & UsersPorts;

/** Assigns a user to a member, or unassigns them. Throws NotFound, Invalid for someone outside the team. */
export async function assignUser(
  deps: Deps,
  actor: Actor,
  id: string,
  assigneeId: string | null,
): Promise<AdminUserDetails> {
  await deps.inTx(async (tx) => {
    // The member first, as whoever ends a membership does.
    await requireAssignee(tx, assigneeId);
    await lockExistingUser(tx, id);
    const before = (await accountById(tx, id))?.user.assigneeId ?? null;
    if (before === assigneeId) return;
    await changeUser(tx, id, { assigneeId });
    await recordAudit(tx, actor, 'user.assigned', { type: 'user', id }, { from: before, to: assigneeId });
  });
  return userForAdmin(deps, id);
}

/** Replaces the tags of a user, which the contract has normalized. Throws NotFound. */
export async function tagUser(
  deps: Deps,
  actor: Actor,
  id: string,
  tags: readonly string[],
): Promise<AdminUserDetails> {
  await deps.inTx(async (tx) => {
    await lockExistingUser(tx, id);
    const before = (await accountById(tx, id))?.user.tags ?? [];
    if (before.join() === tags.join()) return;
    await changeUser(tx, id, { tags: [...tags] });
    // How many, not which: the log outlives the user's personal data.
    await recordAudit(tx, actor, 'user.tagged', { type: 'user', id }, { from: before.length, to: tags.length });
  });
  return userForAdmin(deps, id);
}

/** Deletes the notes on a user who is erased, with tags and assignment; tags of orders stay as the orders do. */
export const eraseNotesPersonalData: ErasureStep = async (tx, { id }) => {
  await deleteNotesAbout(tx, { userId: id });
  await changeUser(tx, id, { assigneeId: null, tags: [] });
};
