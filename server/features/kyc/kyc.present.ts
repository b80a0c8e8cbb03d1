import type { KycRequestDetails, KycRequestView, KycStatusView } from '#shared/kyc/kyc.contract.ts';
import { ageOn } from '#shared/kyc/kyc.rules.ts';
import type { AdminRequest, FullRequest, SideFile } from './kyc.admin.queries.ts';
import { decryptNumber, maskNumber } from './kyc.numbers.ts';
import type { OwnRequest } from './kyc.queries.ts';

const addressOf = (filename: string | null) => (filename === null ? null : `/api/files/${filename}`);

/** A user's own KYC status; the claims are returned only after a rejection, to be corrected. */
export function presentStatus(request: OwnRequest | undefined, encryptionKey: string): KycStatusView {
  if (!request) return { status: 'none', submittedAt: null, reviewedAt: null, reviewNotes: null, previous: null };
  const { status, submittedAt, reviewedAt, reviewNotes } = request;
  return {
    status,
    submittedAt: submittedAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    reviewNotes,
    previous: status === 'rejected' ? claimsOf(request, encryptionKey) : null,
  };
}

function claimsOf(request: OwnRequest, encryptionKey: string): KycStatusView['previous'] {
  const { userId, documentType, documentNumber, fullName, dateOfBirth, address, nationality } = request;
  if (!documentNumber || fullName === null || dateOfBirth === null || address === null || nationality === null) {
    return null;
  }
  const documentNumberMasked = maskNumber(decryptNumber(documentNumber, { encryptionKey, userId }));
  return { documentType, documentNumberMasked, fullName, dateOfBirth, address, nationality };
}

/** A row of the admin list. */
export function presentRequest(row: AdminRequest): KycRequestView {
  const { id, userId, firstName, lastName, userEmail, submittedAt, status, documentType, reviewNotes } = row;
  return {
    id,
    userId,
    userName: `${firstName} ${lastName}`,
    userEmail,
    submittedAt: submittedAt.toISOString(),
    status,
    documentType,
    frontImageUrl: addressOf(row.front),
    backImageUrl: addressOf(row.back),
    selfieUrl: addressOf(row.selfie),
    reviewNotes,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
  };
}

/** All data for review; the document number in plain text. */
export function presentDetails(
  row: FullRequest,
  {
    files,
    earlier,
    encryptionKey,
    now,
  }: { files: SideFile[]; earlier: AdminRequest[]; encryptionKey: string; now: Date },
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
    registeredCountry: country,
    registeredAt: registeredAt.toISOString(),
    files: files.map(({ createdAt, ...file }) => ({ ...file, uploadDate: createdAt.toISOString() })),
    earlier: earlier.map(presentRequest),
  };
}

/** The day it is, in UTC, as yyyy-mm-dd. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
