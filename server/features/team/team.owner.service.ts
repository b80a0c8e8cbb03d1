import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { deleteFactor, revokeAccess } from '#server/features/auth/auth.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { administrator } from '#server/features/users/users.service.ts';
import { selectOwners } from './team.queries.ts';

/** The cache of this program is empty; running processes are informed by the event of the end. */
const sessions = { dropCached: () => undefined };

/** Removes the second factor of ADMIN_EMAIL, ends its sessions and mails all owners. False where none is on. */
export async function removeOwnerSecondFactor(tx: Tx): Promise<boolean> {
  const owner = await administrator(tx);
  if (!owner || !(await deleteFactor(tx, { userId: owner.id }))) return false;
  await revokeAccess(tx, { sessions }, { userId: owner.id }, 'second_factor_removed');
  await recordAudit(tx, 'system', 'admin.second_factor_removed', { type: 'user', id: owner.id });
  for (const { firstName, ...to } of await selectOwners(tx)) {
    await sendMail(tx, { template: 'second_factor_changed', to, data: { firstName, change: 'removed' } });
  }
  return true;
}
