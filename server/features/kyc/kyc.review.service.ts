import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { userContaining } from '#server/db/like.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { lockExistingUser } from '#server/features/users/users.admin.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, NotFound, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { filled } from '#shared/kernel/reason.ts';
import type { KycRequestDetails, KycRequestView, listKycRequests } from '#shared/kyc/kyc.contract.ts';
import { filesOfRequest, findRequest, listRequests, maxCounted, otherRequests } from './kyc.admin.queries.ts';
import { selectSameDocument } from './kyc.likeness.queries.ts';
import { dayOf, presentDetails, presentRequest } from './kyc.present.ts';
import { decideRequest, endRequest } from './kyc.queries.ts';
import { notifyStatusChange } from './kyc.service.ts';

type KycDeps = Pick<Platform, 'env' | 'now'>;
type ListQuery = z.output<(typeof listKycRequests)['query']>;

/** A page of the admin list. `total` is exact up to 10,000 and capped there. */
export async function listForAdmin(
  { db }: Pick<Platform, 'db'>,
  reader: Pick<Actor, 'masks'>,
  { page, pageSize, status, sort, q }: ListQuery,
): Promise<{ items: KycRequestView[]; total: number }> {
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  if (slice.offset + slice.limit > maxCounted) throw wrongField('page', filled('kyc_page_too_far', { maxCounted }));
  const pattern = q ? userContaining(q, reader) : null;
  const { rows, total } = await listRequests(db, { status, sort, pattern }, slice);
  return { items: rows.map(presentRequest), total };
}

/** One request with all claims. The admin's view is audited before any data is returned. */
export async function openForAdmin(
  deps: KycDeps & Pick<Platform, 'inTx'>,
  actor: Actor,
  id: string,
): Promise<KycRequestDetails> {
  return deps.inTx(async (tx) => {
    const details = await readDetails(tx, deps, id);
    const { userId } = details;
    await recordAudit(tx, actor, 'kyc.viewed', { type: 'kyc_request', id }, { userId });
    return details;
  });
}

export type KycDecision = { status: 'approved' | 'rejected'; notes: string; expiresOn?: string | undefined };

/** Decides on a pending request, the first of two. Throws already_decided, Forbidden('own_case'), Invalid. */
export async function review(
  deps: KycDeps & Pick<Platform, 'inTx'>,
  actor: Actor,
  id: string,
  { status, notes, expiresOn: lastDay }: KycDecision,
): Promise<KycRequestDetails> {
  const expiresOn = status === 'approved' && lastDay ? lastDay : null;
  if (expiresOn !== null && expiresOn < dayOf(deps.now())) throw wrongField('expiresOn', 'expiry_date_past');
  return deps.inTx(async (tx) => {
    const request = await findRequest(tx, { id });
    if (!request) throw noRequest();
    assertNotOwnCase(actor, request.userId);
    // Lock the user first, then the request, as erasure does: the reverse order could deadlock.
    if (request.status === 'pending') await lockExistingUser(tx, request.userId);
    const [reviewedBy, reviewedAt] = [actor.userId, deps.now()];
    const decided = await decideRequest(tx, id, { status, notes, expiresOn, reviewedBy, reviewedAt });
    if (!decided) throw await refusalFor(tx, id);
    const { userId } = decided;
    await recordAudit(
      tx,
      actor,
      `kyc.${status}`,
      { type: 'kyc_request', id },
      { userId, ...(expiresOn && { expiresOn }) },
    );
    await notifyStatusChange(tx, { id, userId, status, notes });
    return readDetails(tx, deps, id);
  });
}

/** Ends an approval with a reason the customer reads. Throws NotFound, Forbidden('own_case'), and Conflict for a request that is not approved. */
export async function revoke(
  deps: KycDeps & Pick<Platform, 'inTx'>,
  actor: Actor,
  id: string,
  reason: string,
): Promise<KycRequestDetails> {
  return deps.inTx(async (tx) => {
    const request = await findRequest(tx, { id });
    if (!request) throw noRequest();
    assertNotOwnCase(actor, request.userId);
    if (request.status === 'approved') await lockExistingUser(tx, request.userId);
    const ended = await endRequest(tx, id, { status: 'revoked', endedAt: deps.now(), endedReason: reason });
    if (!ended) {
      const { status } = (await findRequest(tx, { id })) ?? request;
      throw new Conflict('conflict', filled('kyc_not_approved', { status }));
    }
    const { userId } = ended;
    await recordAudit(tx, actor, 'kyc.revoked', { type: 'kyc_request', id }, { userId });
    await notifyStatusChange(tx, { id, userId, status: 'revoked', notes: reason });
    return readDetails(tx, deps, id);
  });
}

async function refusalFor(db: Pick<Db, 'ask'>, id: string): Promise<Conflict | NotFound> {
  const request = await findRequest(db, { id });
  if (!request) return noRequest();
  return new Conflict('already_decided', filled('kyc_decided', { status: request.status }));
}

async function readDetails(db: Pick<Db, 'ask'>, { env, now }: KycDeps, id: string): Promise<KycRequestDetails> {
  const row = await findRequest(db, { id });
  if (!row) throw noRequest();
  const files = await filesOfRequest(db, id);
  const earlier = await otherRequests(db, { userId: row.userId, id });
  const sameDocument = await selectSameDocument(db, { id });
  return presentDetails(row, { files, earlier, sameDocument, encryptionKey: env.encryptionKey, now: now() });
}

function noRequest(): NotFound {
  return new NotFound('kyc_not_found');
}
