import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { selectOwners } from './team.queries.ts';

type Notice =
  | { kind: 'invited' | 'joined' | 'promoted'; member: string; role: TeamRole; by: string | null }
  | { kind: 'erasure'; userId: string; eraseAt: Date; by: string };

/** Mails all owners what one stolen session or one dishonest member could begin; `by` is the id of who did. */
export async function notifyOwners(tx: Tx, { by, ...notice }: Notice): Promise<void> {
  const who = by === null ? '' : await nameOf(tx, by);
  const data =
    notice.kind === 'erasure'
      ? { member: '', role: null, time: notice.eraseAt.toISOString(), path: `/admin/users?user=${notice.userId}` }
      : { member: notice.member, role: notice.role, time: '', path: '/admin/team' };
  for (const { firstName: _firstName, ...to } of await selectOwners(tx)) {
    await sendMail(tx, { template: 'owner_notice', to, data: { kind: notice.kind, by: who, ...data } });
  }
}

/** A member's name, as colleagues know them; empty for one who is not there any more. */
export async function nameOf(tx: Tx, id: string): Promise<string> {
  const user = (await accountById(tx, id))?.user;
  return user ? `${user.firstName} ${user.lastName}` : '';
}
