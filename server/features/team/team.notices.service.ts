import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { selectOwners } from './team.queries.ts';

type Notice =
  | { kind: 'invited' | 'joined' | 'promoted'; member: string; role: TeamRole; by: string | null }
  | { kind: 'erasure'; userId: Id<'user'>; eraseAt: Date; by: string }
  /** The account that money is paid from, or the layout of its files. */
  | { kind: 'account' | 'layout'; name: string; by: string };

/**
 * Mails all owners about an action that one stolen session or one dishonest member could begin; `by` is the id of the
 * member who did it, null for none.
 */
export async function notifyOwners(tx: Tx, notice: Notice): Promise<void> {
  const { by } = notice;
  const actorName = by === null ? '' : await nameOf(tx, by);
  const data = { ...emptyData, ...detailsOf(notice) };
  for (const { firstName: _firstName, ...to } of await selectOwners(tx)) {
    await sendMail(tx, { template: 'owner_notice', to, data: { kind: notice.kind, by: actorName, ...data } });
  }
}

const emptyData = { member: '', role: null, time: '', name: '' };

/** The values of a notice's mail, and the path of its button. */
function detailsOf(notice: Notice) {
  if (notice.kind === 'erasure')
    return { time: notice.eraseAt.toISOString(), path: `/admin/users?user=${notice.userId}` };
  if ('name' in notice) return { name: notice.name, path: '/admin/payouts?tab=accounts' };
  return { member: notice.member, role: notice.role, path: '/admin/team' };
}

/** Returns a member's name as colleagues know it; empty for one who has left. */
export async function nameOf(tx: Tx, id: Id<'user'>): Promise<string> {
  const user = (await accountById(tx, id))?.user;
  return user ? `${user.firstName} ${user.lastName}` : '';
}
