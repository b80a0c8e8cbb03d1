import type { Db, Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { deleteFiles } from '#server/features/files/files.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { lockExistingUser } from '#server/features/users/users.admin.service.ts';
import { accountById, setKycStatus, type Evidence } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { KycStatusView } from '#shared/kyc/kyc.contract.ts';
import { decryptNumber } from './kyc.numbers.ts';
import { presentStatus } from './kyc.present.ts';
import {
  deletePending,
  endRequest,
  eraseRequests,
  findDueRequest,
  findKycStatus,
  findLatestRequest,
  hasDecidedRequest,
  markExpiryMailed,
  selectDueRequests,
  selectEndingRequests,
  selectRequestsForExport,
  type KycState,
} from './kyc.queries.ts';

export { findKycStatus } from './kyc.queries.ts';

/** A user's identity verification status; 'none' before the first request. */
export async function kycStatusOf(db: Pick<Db, 'ask'>, userId: Id<'user'>): Promise<KycState> {
  return (await findKycStatus(db, userId)) ?? 'none';
}

/** Returns the user's own view of the identity check: dates, notes and, after a rejection, the claims. */
export async function readStatus(
  { db, env }: { db: Pick<Db, 'ask'>; env: Pick<Platform['env'], 'encryptionKey'> },
  actor: Pick<Actor, 'userId'>,
): Promise<KycStatusView> {
  return presentStatus(await findLatestRequest(db, actor.userId), env.encryptionKey);
}

/** A status change that was just written: the user's row, the mail and the event belong to it. */
type StatusChange = { id: Id<'kycRequest'>; userId: Id<'user'> } & (
  | { status: 'pending' | 'approved' | 'expired' }
  | { status: 'rejected' | 'revoked'; notes: string }
);

/** Notifies the user and the team of a change, in its transaction; a deleted user gets no mail. */
export async function notifyStatusChange(tx: Tx, change: StatusChange): Promise<void> {
  const { id, userId, status } = change;
  await setKycStatus(tx, userId, status);
  await publish(tx, { kind: 'kyc_changed', id, userId, status });
  const user = (await accountById(tx, userId))?.user;
  if (!user || user.email === null) return;
  const { firstName, email, language } = user;
  const to = { userId, email, language };
  if (change.status === 'rejected' || change.status === 'revoked')
    return sendMail(tx, { template: `kyc_${change.status}`, to, data: { firstName, notes: change.notes } });
  const template = change.status === 'pending' ? 'kyc_received' : (`kyc_${change.status}` as const);
  await sendMail(tx, { template, to, data: { firstName } });
}

/** Removes the undecided request of a user who is being deleted. */
export async function eraseKycPersonalData(tx: Tx, { id }: { id: Id<'user'> }): Promise<void> {
  await deleteFiles(tx, await deletePending(tx, id));
}

/** The identity that a decision was made about; it is deleted after the retention period. */
export const identityEvidence: Evidence = {
  exists: (db, userId) => hasDecidedRequest(db, { userId }),
  erase: eraseRequests,
};

/** A user's identity requests with the number in plain text, for the data export. */
export function createKycPersonalDataExport(encryptionKey: string) {
  return async (db: Db, { id }: { id: Id<'user'> }): Promise<unknown> => {
    const requests = await selectRequestsForExport(db, { userId: id });
    return requests.map(({ documentNumber, ...claims }) => ({
      ...claims,
      documentNumber: documentNumber && decryptNumber(documentNumber, { encryptionKey, userId: id }),
    }));
  };
}

/** Records approvals that have ended, and notifies of those that end within thirty days; limits do not wait for it. */
export async function expireDocuments(deps: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
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
export async function expireRequest(tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  const dueRequest = await findDueRequest(tx, { userId });
  if (!dueRequest) return;
  const { id } = dueRequest;
  await endRequest(tx, id, { status: 'expired', endedAt: now, endedReason: null });
  await recordAudit(tx, 'system', 'kyc.expired', { type: 'kyc_request', id }, { userId });
  await notifyStatusChange(tx, { id, userId, status: 'expired' });
}

async function announceExpiry(tx: Tx, id: Id<'kycRequest'>, userId: Id<'user'>): Promise<void> {
  const markedRequest = await markExpiryMailed(tx, { id });
  const user = (await accountById(tx, userId))?.user;
  if (!markedRequest || !user || user.email === null) return;
  const { firstName, email, language } = user;
  const { expiresOn } = markedRequest;
  await sendMail(tx, { template: 'kyc_expiring', to: { userId, email, language }, data: { firstName, expiresOn } });
}
