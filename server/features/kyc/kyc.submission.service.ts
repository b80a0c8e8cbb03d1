import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { idempotentCommand, insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import { lockExistingUser } from '#server/features/users/users.admin.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { reasonWith, type FilledReason, type Reason } from '#shared/kernel/reason.ts';
import type { KycClaims, KycStatusView } from '#shared/kyc/kyc.contract.ts';
import { ageProblem, minimumAge } from '#shared/kyc/kyc.rules.ts';
import { encryptNumber, hashNumber } from './kyc.numbers.ts';
import { dayOf } from './kyc.present.ts';
import { insertRequest } from './kyc.queries.ts';
import { expireRequest, kycStatusOf, notifyStatusChange, readStatus } from './kyc.service.ts';

export type KycSubmission = {
  claims: KycClaims;
  front: StagedFile | undefined;
  back: StagedFile | undefined;
  selfie: StagedFile | undefined;
  idempotency: Idempotency<KycStatusView>;
};

const ageRefusals: Record<'tooYoung' | 'impossible', Reason | FilledReason> = {
  tooYoung: reasonWith('too_young', { minimumAge }),
  impossible: 'birth_date_impossible',
};

/** Opens an identity request. Refuses with file_missing, invalid_input, conflict, and as `storeStaged` does. */
export async function submitDocuments(
  deps: Platform,
  actor: Actor,
  { claims, front, back, selfie, idempotency }: KycSubmission,
): Promise<Outcome<KycStatusView>> {
  if (!front) throw wrongField('document', 'document_required', 'file_missing');
  assertAge(claims, deps.now());
  // Refuses before any picture is processed; the unique index refuses the slower of two at once.
  await assertNoneOpen(deps, actor);
  const { userId } = actor;
  const { encryptionKey } = deps.env;
  const { documentNumber, ...claimsToStore } = claims;
  const uploads = { files: [front, back, selfie], purpose: 'kyc', ownerId: userId } as const;
  // Files, request, audit, the user's row, mail and notification: all or none.
  return idempotentCommand(deps, { idempotency, uploads }, async (tx, documents) => {
    // Nothing may be written any more for a user who is being deleted.
    await lockExistingUser(tx, userId);
    await expireRequest(tx, userId, deps.now());
    const inserted = await insertRequest(tx, {
      ...claimsToStore,
      userId,
      documentNumber: encryptNumber(documentNumber, { encryptionKey, userId }),
      documentNumberHash: hashNumber(documentNumber, encryptionKey),
      ...(await insertDocuments(tx, documents)),
      submittedAt: deps.now(),
    });
    if (!inserted) throw alreadyOpen(await kycStatusOf(tx, userId));
    const { id } = inserted;
    const { documentType } = claims;
    const sides = { hasBack: back !== undefined, hasSelfie: selfie !== undefined };
    await recordAudit(tx, actor, 'kyc.submitted', { type: 'kyc_request', id }, { documentType, ...sides });
    await notifyStatusChange(tx, { id, userId, status: 'pending' });
    return readStatus({ ...deps, db: tx }, actor);
  });
}

type Documents = readonly [front: StoredFile, back: StoredFile | undefined, selfie: StoredFile | undefined];

async function insertDocuments(tx: Tx, [front, back, selfie]: Documents) {
  return {
    documentFile: (await insertFile(tx, front)).id,
    backFile: back ? (await insertFile(tx, back)).id : null,
    selfieFile: selfie ? (await insertFile(tx, selfie)).id : null,
  };
}

function assertAge({ dateOfBirth }: KycClaims, now: Date): void {
  const problem = ageProblem(dateOfBirth, dayOf(now));
  if (!problem) return;
  throw wrongField('dateOfBirth', ageRefusals[problem]);
}

async function assertNoneOpen({ db }: Platform, { userId }: Actor): Promise<void> {
  const status = await kycStatusOf(db, userId);
  if (status === 'pending' || status === 'approved') throw alreadyOpen(status);
}

function alreadyOpen(status: string): Conflict {
  return new Conflict('conflict', status === 'approved' ? 'kyc_approved' : 'kyc_pending', { status });
}
