import type { z } from 'zod';
import type { Db, Tx } from '#server/db/connection.ts';
import { userPatterns } from '#server/db/like.ts';
import { act, type ActionRow } from '#server/features/audit/audit.actions.service.ts';
import { auditRecord, recordAudit } from '#server/features/audit/audit.service.ts';
import { lockUser } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import * as contract from '#shared/kyc/kyc.contract.ts';
import type { KycRequestDetails, KycRequestView } from '#shared/kyc/kyc.contract.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { filesOfRequest, findRequest, listRequests, otherRequests, type FullRequest } from './kyc.admin.queries.ts';
import { selectSameDocument } from './kyc.likeness.queries.ts';
import { dayOf, presentDetails, presentRequest } from './kyc.present.ts';
import { decideRequest, endRequest } from './kyc.queries.ts';
import { notifyStatusChange } from './kyc.service.ts';

type ListQuery = z.output<(typeof contract.listKycRequests)['query']>;

/**
 * A page of the admin list. `total` is exact up to 10,000 and capped there. Refuses with invalid_input a page beyond
 * that.
 */
export async function listForAdmin(
  { db }: Pick<Platform, 'db'>,
  reader: Pick<Actor, 'masks'>,
  { page, pageSize, status, sort, q }: ListQuery,
): Promise<{ items: KycRequestView[]; total: number }> {
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  if (slice.offset + slice.limit > maxCounted) throw wrongField('page', reasonWith('kyc_page_too_far', { maxCounted }));
  const patterns = q ? userPatterns(q, reader) : null;
  const { rows, total } = await listRequests(db, { status, sort, patterns }, slice);
  return { items: rows.map(presentRequest), total };
}

/** One request with all claims. The admin's view is audited before any data is returned. Refuses with not_found. */
export async function openForAdmin(deps: Platform, actor: Actor, id: Id<'kycRequest'>): Promise<KycRequestDetails> {
  return deps.inTx(async (tx) => {
    const details = await readDetails(tx, deps, id);
    const { userId } = details;
    await recordAudit(tx, actor, 'kyc.viewed', { type: 'kyc_request', id }, { userId });
    return details;
  });
}

/** Reads the request under the lock of its user, which every other change of a request takes too. */
async function lockRequest(tx: Tx, { id }: { id: Id<'kycRequest'> }): Promise<FullRequest | undefined> {
  const knownRequest = await findRequest(tx, { id });
  if (!knownRequest) return undefined;
  await lockUser(tx, knownRequest.userId);
  return findRequest(tx, { id });
}

const requestRow: ActionRow<Platform, FullRequest, KycRequestDetails, { id: Id<'kycRequest'> }> = {
  lock: lockRequest,
  missing: 'kyc_not_found',
  ownersOf: ({ userId }) => [userId],
  state: {
    of: ({ status }) => status,
    decided: ({ status }) => new Conflict('already_decided', reasonWith('kyc_decided', { status })),
  },
  present: ({ id }, { tx, deps }) => readDetails(tx, deps, id),
};

type Decision = z.output<typeof contract.reviewKyc.body>;
/** The last day of an approved document; null for one without. */
const lastDayOf = ({ status, expiresOn }: Decision) => (status === 'approved' && expiresOn ? expiresOn : null);

/** Decides on a request that waits. Refuses with invalid_input the last day of a document that is over. */
export const reviewKyc = act(contract.reviewKyc, requestRow, {
  check: ({ body, now }) => {
    const expiresOn = lastDayOf(body);
    if (expiresOn !== null && expiresOn < dayOf(now)) throw wrongField('expiresOn', 'expiry_date_past');
  },
  apply: async ({ tx, actor, row, body, now }) => {
    const { id, userId } = row;
    const { status, notes } = body;
    const expiresOn = lastDayOf(body);
    await decideRequest(tx, id, { status, notes, expiresOn, reviewedBy: actor.userId, reviewedAt: now });
    await notifyStatusChange(tx, { id, userId, status, notes });
    return { row, entries: [{ record: auditRecord(`kyc.${status}`, { userId, ...(expiresOn && { expiresOn }) }) }] };
  },
});

/** Ends an approval with a reason that the customer reads. */
export const revokeKyc = act(contract.revokeKyc, requestRow, {
  decided: ({ status }) => new Conflict('conflict', reasonWith('kyc_not_approved', { status })),
  check: ({ row }) => {
    if (row.userStatus === 'deleted') throw new NotFound('user_not_found');
  },
  apply: async ({ tx, row, body: { reason }, now }) => {
    const { id, userId } = row;
    await endRequest(tx, id, { status: 'revoked', endedAt: now, endedReason: reason });
    await notifyStatusChange(tx, { id, userId, status: 'revoked', notes: reason });
    return { row, details: { userId } };
  },
});

async function readDetails(
  db: Pick<Db, 'ask'>,
  { env, now }: Platform,
  id: Id<'kycRequest'>,
): Promise<KycRequestDetails> {
  const row = await findRequest(db, { id });
  if (!row) throw new NotFound('kyc_not_found');
  const files = await filesOfRequest(db, id);
  const earlierRequests = await otherRequests(db, { userId: row.userId, id });
  const sameDocument = await selectSameDocument(db, { id });
  return presentDetails(row, {
    files,
    earlier: earlierRequests,
    sameDocument,
    encryptionKey: env.encryptionKey,
    now: now(),
  });
}
