import type { KycStatusView } from '#shared/kyc/kyc.contract.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Platform } from '#server/platform.ts';
import { publish } from '#server/events/publish.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { accountById, setKycStatus } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { presentStatus } from './kyc.present.ts';
import { decryptNumber } from './kyc.numbers.ts';
import {
  findKycStatus,
  findLatestRequest,
  eraseRequests,
  selectRequestsForExport,
  type KycState,
} from './kyc.queries.ts';

/** Where a person stands with identity verification; 'none' before the first request. */
export async function kycStatusOf(db: Pick<Db, 'run'>, userId: string): Promise<KycState> {
  return (await findKycStatus(db, userId)) ?? 'none';
}

/** The same as the person sees it, with dates, notes and, after a rejection, what was claimed. */
export async function readStatus(
  { db, env }: { db: Pick<Db, 'run'>; env: Pick<Platform['env'], 'encryptionKey'> },
  actor: Pick<Actor, 'userId'>,
): Promise<KycStatusView> {
  return presentStatus(await findLatestRequest(db, actor.userId), env.encryptionKey);
}

/** A step of a request that was just written: the person's row, the mail and the news belong to it. */
export type StatusChange = { id: string; userId: string } & (
  { status: 'pending' | 'approved' } | { status: 'rejected'; notes: string }
);

/** Tells everybody concerned of a step, in its transaction; a deleted person gets no mail. */
export async function notifyStatusChange(tx: Tx, change: StatusChange): Promise<void> {
  const { id, userId, status } = change;
  await setKycStatus(tx, userId, status);
  await publish(tx, { kind: 'kyc_changed', id, userId, status });
  const user = (await accountById(tx, userId))?.user;
  if (!user || user.email === null) return;
  const { firstName, email, language } = user;
  const to = { userId, email, language };
  switch (change.status) {
    case 'pending':
      return sendMail(tx, { template: 'kyc_received', to, data: { firstName } });
    case 'approved':
      return sendMail(tx, { template: 'kyc_approved', to, data: { firstName } });
    case 'rejected':
      return sendMail(tx, { template: 'kyc_rejected', to, data: { firstName, notes: change.notes } });
  }
}

/** Removes what was claimed and shown by a person who is being deleted; the files go with the person. */
export async function eraseKycPersonalData(tx: Tx, { id }: { id: string }): Promise<void> {
  await eraseRequests(tx, id);
}

/** A person's identity requests with the number as it was given, for the copy of everything that is kept of them. */
export function createKycPersonalDataExport(encryptionKey: string) {
  return async (db: Db, { id }: { id: string }): Promise<unknown> => {
    const requests = await selectRequestsForExport(db, id);
    return requests.map(({ documentNumber, ...claims }) => ({
      ...claims,
      documentNumber: documentNumber && decryptNumber(documentNumber, { encryptionKey, userId: id }),
    }));
  };
}
