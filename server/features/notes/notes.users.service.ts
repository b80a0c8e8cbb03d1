import { act, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { assertAssignee } from '#server/features/team/team.service.ts';
import { userRow } from '#server/features/users/users.actions.service.ts';
import { lockExistingUser } from '#server/features/users/users.admin.service.ts';
import type { UsersPorts } from '#server/features/users/users.ports.ts';
import { changeUser, type ErasureStep } from '#server/features/users/users.service.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/notes/notes.contract.ts';
import { deleteNotesAbout } from './notes.queries.ts';

export { releaseUsersOf } from './notes.queries.ts';

/** Assigns a user to a member, or unassigns them. Refuses with invalid_input who is not in the team. */
const assign = act(contract.assignUser, userRow, {
  // Locks the member first, in the order of the end of a membership.
  lock: async (tx, { id }, _deps, { userId }) => {
    await assertAssignee(tx, userId);
    return lockExistingUser(tx, id);
  },
  apply: async ({ tx, row, body: { userId } }) => {
    const from = row.assigneeId;
    if (from === userId) return { row, entries: [] };
    await changeUser(tx, row.id, { assigneeId: userId });
    return { row, details: { from, to: userId } };
  },
});

/** Replaces the tags of a user, which the contract has normalized. */
export const tagUser = act(contract.tagUser, userRow, {
  apply: async ({ tx, row, body: { tags } }) => {
    const tagsBefore = row.tags;
    if (tagsBefore.join() === tags.join()) return { row, entries: [] };
    await changeUser(tx, row.id, { tags });
    // The count of tags, not the tags: the log outlives the user's personal data.
    return { row, details: { from: tagsBefore.length, to: tags.length } };
  },
});

/** Actions on the assignee and the tags of a user. */
export const handlingActions: ActionsOf<Platform & UsersPorts, 'notes.write'> = [assign, tagUser];

/** Deletes the notes on a user who is erased, with tags and assignment; tags of orders stay as the orders do. */
export const eraseNotesPersonalData: ErasureStep = async (tx, { id }) => {
  await deleteNotesAbout(tx, { userId: id });
  await changeUser(tx, id, { assigneeId: null, tags: [] });
};
