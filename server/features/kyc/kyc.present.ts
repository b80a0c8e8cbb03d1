import { toWireRow } from '#server/lib/wire.ts';
import type { KycRequestDetails, KycRequestView, KycStatusView } from '#shared/kyc/kyc.contract.ts';
import { ageOn } from '#shared/kyc/kyc.rules.ts';
import type { AdminRequest, FullRequest, SideFile } from './kyc.admin.queries.ts';
import type { SameDocument } from './kyc.likeness.queries.ts';
import { decryptNumber, maskNumber } from './kyc.numbers.ts';
import type { OwnRequest } from './kyc.queries.ts';

const addressOf = (filename: string | null) => (filename === null ? null : `/api/files/${filename}`);

/** A user's own KYC status; the claims are returned only after a rejection, to be corrected. */
export function presentStatus(request: OwnRequest | undefined, encryptionKey: string): KycStatusView {
  if (!request) return noRequest;
  const { status, submittedAt, expiresOn } = request;
  const reviewedAt = request.endedAt ?? request.reviewedAt;
  return {
    status,
    submittedAt: submittedAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    // The notes of an approval no longer apply once it has ended.
    reviewNotes: isEnded(status) ? request.endedReason : request.reviewNotes,
    expiresOn,
    previous: status === 'rejected' || isEnded(status) ? claimsOf(request, encryptionKey) : null,
  };
}

const noRequest: KycStatusView = {
  status: 'none',
  submittedAt: null,
  reviewedAt: null,
  reviewNotes: null,
  expiresOn: null,
  previous: null,
};
const isEnded = (status: OwnRequest['status']) => status === 'revoked' || status === 'expired';

function claimsOf(request: OwnRequest, encryptionKey: string): KycStatusView['previous'] {
  const { userId, documentType, documentNumber, fullName, dateOfBirth, address, nationality } = request;
  if (!documentNumber || fullName === null || dateOfBirth === null || address === null || nationality === null) {
    return null;
  }
  const documentNumberMasked = maskNumber(decryptNumber(documentNumber, { encryptionKey, userId }));
  return { documentType, documentNumberMasked, fullName, dateOfBirth, address, nationality };
}

/** Presents a KYC request to the team, with links to its pictures. */
export function presentRequest({ firstName, lastName, front, back, selfie, ...row }: AdminRequest): KycRequestView {
  return {
    ...toWireRow(row),
    userName: `${firstName} ${lastName}`,
    frontImageUrl: addressOf(front),
    backImageUrl: addressOf(back),
    selfieUrl: addressOf(selfie),
  };
}

/** Presents all data of a request for its review, with the document number in plain text. */
export function presentDetails(
  { userStatus, ...row }: FullRequest,
  {
    files,
    earlier,
    sameDocument,
    encryptionKey,
    now,
  }: {
    files: SideFile[];
    earlier: AdminRequest[];
    sameDocument: SameDocument[];
    encryptionKey: string;
    now: Date;
  },
): KycRequestDetails {
  const { userId, documentNumber, fullName, dateOfBirth, address, nationality, country, registeredAt } = row;
  return {
    ...presentRequest(row),
    documentNumber: documentNumber && decryptNumber(documentNumber, { encryptionKey, userId }),
    fullName,
    dateOfBirth,
    age: dateOfBirth === null ? null : ageOn(dateOfBirth, dayOf(now)),
    address,
    nationality,
    registeredName: [row.firstName, row.middleName, row.lastName].filter(Boolean).join(' '),
    nameAtCheck: nameAtCheckOf({ ...row, userStatus }),
    registeredCountry: country,
    registeredAt: registeredAt.toISOString(),
    files: files.map(({ createdAt, ...file }) => ({ ...file, uploadDate: createdAt.toISOString() })),
    earlier: earlier.map(presentRequest),
    sameDocument,
  };
}

type NamedRequest = Pick<
  FullRequest,
  'status' | 'userStatus' | 'registeredName' | 'reviewedAt' | 'firstName' | 'lastName'
>;

/** Returns the approved name if the account has been renamed since; undefined otherwise. */
export function nameAtCheckOf({
  registeredName: name,
  reviewedAt,
  ...row
}: NamedRequest): KycRequestDetails['nameAtCheck'] {
  if (row.status !== 'approved' || row.userStatus === 'deleted' || name === null || reviewedAt === null) return null;
  return name === `${row.firstName} ${row.lastName}` ? null : { name, checkedAt: reviewedAt.toISOString() };
}

/** Today's date in UTC, as yyyy-mm-dd. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
