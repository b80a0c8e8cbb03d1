import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { lockExistingUser } from '#server/features/users/users.admin.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { Platform } from '#server/platform.ts';
import { findDueRequest, markExpiryMailed, selectDueRequests, selectEndingRequests } from './kyc.expiry.queries.ts';
import { endRequest } from './kyc.queries.ts';
import { notifyStatusChange } from './kyc.service.ts';

type Deps = Pick<Platform, 'db' | 'inTx' | 'now'>;

/** Records approvals that ended and notifies of those that end within thirty days; limits do not wait for it. */
export async function expireDocuments(deps: Deps): Promise<void> {
  for (const { userId } of await selectDueRequests(deps.db)) {
    await deps.inTx(async (tx) => {
      await lockExistingUser(tx, userId);
      await expireRequest(tx, userId, deps.now());
    });
  }
  for (const { id, userId } of await selectEndingRequests(deps.db)) {
    await deps.inTx((tx) => announceExpiry(tx, id, userId));
  }
}

/** Ends the user's approval if its document has expired; the caller holds the user's lock. */
export async function expireRequest(tx: Tx, userId: string, now: Date): Promise<void> {
  const id = await findDueRequest(tx, userId);
  if (id === undefined) return;
  if (!(await endRequest(tx, id, { status: 'expired', endedAt: now, endedReason: null }))) return;
  await recordAudit(tx, 'system', 'kyc.expired', { type: 'kyc_request', id }, { userId });
  await notifyStatusChange(tx, { id, userId, status: 'expired' });
}

async function announceExpiry(tx: Tx, id: string, userId: string): Promise<void> {
  const expiresOn = await markExpiryMailed(tx, id);
  const user = (await accountById(tx, userId))?.user;
  if (expiresOn === undefined || !user || user.email === null) return;
  const { firstName, email, language } = user;
  await sendMail(tx, { template: 'kyc_expiring', to: { userId, email, language }, data: { firstName, expiresOn } });
}
