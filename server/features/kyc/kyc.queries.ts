import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { users } from '#server/features/users/users.tables.ts';
import { documentTypes, expiryNoticeDays, kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { kycRequests } from './kyc.tables.ts';

export type KycState = 'none' | (typeof kycRequestStatuses)[number];

/** A request as its user sees it. */
const ownRequest = {
  userId: column.uuid,
  status: column.oneOf(kycRequestStatuses),
  submittedAt: column.moment,
  reviewedAt: orNull(column.moment),
  reviewNotes: orNull(column.text),
  expiresOn: orNull(column.text),
  endedAt: orNull(column.moment),
  endedReason: orNull(column.text),
  documentType: column.oneOf(documentTypes),
  /** Encrypted. */
  documentNumber: orNull(column.bytes),
  fullName: orNull(column.text),
  /** yyyy-mm-dd */
  dateOfBirth: orNull(column.text),
  address: orNull(column.text),
  nationality: orNull(column.text),
};
export type OwnRequest = RowOf<typeof ownRequest>;

// At most one request is pending or approved; earlier refused ones stay beside it.
const newestFirst = `order by (status in ('pending', 'approved')) desc, submitted_at desc limit 1`;

/** Today's date in UTC by the database's clock: a document is valid to the end of its last day. */
const today = `(now() at time zone 'utc')::date`;
/** The status that holds now: an approval ends with its document, before the job that writes so has run. */
const statusNow = `case when status = 'approved' and expires_on < ${today} then 'expired' else status end as status`;

/** The state of the request that counts for this user; undefined when there never was one. */
export const findKycStatus = readStatement({ status: column.oneOf(kycRequestStatuses) }).value<[userId: string]>()`
  select ${statusNow} from kyc_requests where user_id = $1 ${newestFirst}`;

/** The request that counts for this user, with what was claimed. */
export const findLatestRequest = readStatement(ownRequest).first<[userId: string]>()`
  select user_id as "userId", ${statusNow}, submitted_at as "submittedAt", reviewed_at as "reviewedAt",
    review_notes as "reviewNotes", expires_on::text as "expiresOn", ended_at as "endedAt",
    ended_reason as "endedReason", document_type as "documentType", document_number as "documentNumber",
    full_name as "fullName", date_of_birth::text as "dateOfBirth", address, nationality
  from kyc_requests where user_id = $1 ${newestFirst}`;

type NewRequest = Pick<OwnRequest, 'userId' | 'documentType'> & {
  documentNumber: Buffer;
  documentNumberHash: Buffer;
  fullName: string;
  dateOfBirth: string;
  address: string;
  nationality: string;
  documentFile: string;
  backFile: string | null;
  selfieFile: string | null;
  submittedAt: Date;
};

// Of several at the same moment the index lets one in; the others find nothing written.
const insert = writeStatement({ id: column.uuid })`
  insert into kyc_requests (user_id, document_type, document_number, full_name, date_of_birth, address, nationality,
    document_file, back_file, selfie_file, submitted_at, document_number_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  on conflict (user_id) where status in ('pending', 'approved') do nothing returning id`;

/** Opens a request and returns its id; undefined when another one is pending or approved. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<string | undefined> {
  const { userId, documentType, documentNumber, fullName, dateOfBirth, address, nationality } = request;
  const { documentFile, backFile, selfieFile, submittedAt, documentNumberHash } = request;
  const claims = [userId, documentType, documentNumber, fullName, dateOfBirth, address, nationality];
  const [row] = await tx.run(insert, [...claims, documentFile, backFile, selfieFile, submittedAt, documentNumberHash]);
  return row?.id;
}

const nameOfUser = sql`(select ${users.firstName} || ' ' || ${users.lastName} from ${users}
  where ${users.id} = ${kycRequests.userId})`;

/** Decides about a request that still waits; undefined when it does not, so that of two decisions one wins. */
export async function decideRequest(
  tx: Tx,
  id: string,
  decision: {
    status: 'approved' | 'rejected';
    notes: string;
    expiresOn: string | null;
    reviewedBy: string;
    reviewedAt: Date;
  },
): Promise<{ userId: string } | undefined> {
  const { notes, ...values } = decision;
  const [row] = await tx
    .update(kycRequests)
    .set({ ...values, reviewNotes: notes, ...(values.status === 'approved' && { registeredName: nameOfUser }) })
    .where(and(eq(kycRequests.id, id), eq(kycRequests.status, 'pending')))
    .returning({ userId: kycRequests.userId, submittedAt: kycRequests.submittedAt });
  return row;
}

const erased = {
  documentNumber: null,
  documentNumberHash: null,
  fullName: null,
  dateOfBirth: null,
  address: null,
  nationality: null,
  documentFile: null,
  backFile: null,
  selfieFile: null,
  reviewNotes: null,
  registeredName: null,
  endedReason: null,
};

/** Ends an approval; undefined when the request is not approved, so that of two who revoke one wins. */
export async function endRequest(
  tx: Tx,
  id: string,
  end: { status: 'revoked' | 'expired'; endedAt: Date; endedReason: string | null },
): Promise<{ userId: string } | undefined> {
  const [row] = await tx
    .update(kycRequests)
    .set(end)
    .where(and(eq(kycRequests.id, id), eq(kycRequests.status, 'approved')))
    .returning({ userId: kycRequests.userId });
  return row;
}

/** Deletes an undecided request; returns the ids of its files. */
export async function deletePending(tx: Tx, userId: string): Promise<string[]> {
  const { documentFile, backFile, selfieFile } = kycRequests;
  const rows = await tx
    .delete(kycRequests)
    .where(and(eq(kycRequests.userId, userId), eq(kycRequests.status, 'pending')))
    .returning({ documentFile, backFile, selfieFile });
  return rows.flatMap((row) => [row.documentFile, row.backFile, row.selfieFile].filter((id) => id !== null));
}

/** Whether there ever was a decision about this user. */
export const hasDecidedRequest = readStatement({}).exists<[userId: string]>()`
  select 1 from kyc_requests where user_id = $1 and status <> 'pending' limit 1`;

/** Empties a user's requests: that one was decided, and when, is all that stays. */
export async function eraseRequests(tx: Tx, userId: string): Promise<void> {
  await tx.update(kycRequests).set(erased).where(eq(kycRequests.userId, userId));
}

/** What a user submitted and what came of it, but for the files. */
const exportedRequest = {
  status: column.text,
  documentType: column.text,
  fullName: orNull(column.text),
  dateOfBirth: orNull(column.text),
  address: orNull(column.text),
  nationality: orNull(column.text),
  submittedAt: column.moment,
  reviewedAt: orNull(column.moment),
  reviewNotes: orNull(column.text),
};

/** A user's requests, oldest first; the number is still encrypted. */
export const selectRequestsForExport = readStatement({ ...exportedRequest, documentNumber: orNull(column.bytes) }).rows<
  [userId: string]
>()`
  select status, document_type as "documentType", document_number as "documentNumber", full_name as "fullName",
    date_of_birth::text as "dateOfBirth", address, nationality, submitted_at as "submittedAt",
    reviewed_at as "reviewedAt", review_notes as "reviewNotes"
  from kyc_requests where user_id = $1 order by submitted_at`;

/** What one run of the job deals with; the next run takes the rest. */
const maxAtOnce = 500;

const request = { id: column.uuid, userId: column.uuid };

// A deleted user's identity is retained by law; there is no one left to notify.
const living = `join users u on u.id = k.user_id and u.status <> 'deleted'`;

/** Approved requests whose document has expired. */
export const selectDueRequests = readStatement(request).rows()`
  select k.id, k.user_id as "userId" from kyc_requests k ${living}
  where k.status = 'approved' and k.expires_on < ${today} order by k.expires_on limit ${maxAtOnce}`;

/** This user's approved request if its document has expired. */
export const findDueRequest = readStatement({ id: column.uuid }).value<[userId: string]>()`
  select id from kyc_requests where user_id = $1 and status = 'approved' and expires_on < ${today}`;

/** Approved requests whose document will expire soon and whose customer was not notified. */
export const selectEndingRequests = readStatement(request).rows()`
  select k.id, k.user_id as "userId" from kyc_requests k ${living}
  where k.status = 'approved' and k.expires_on between ${today} and ${today} + ${expiryNoticeDays}
    and k.expiry_mailed_at is null order by k.expires_on limit ${maxAtOnce}`;

/** Marks the customer as notified and returns the last day; undefined when another process was faster. */
export const markExpiryMailed = writeStatement({ expiresOn: column.text }).value<[id: string]>()`
  update kyc_requests set expiry_mailed_at = now()
  where id = $1 and status = 'approved' and expiry_mailed_at is null and expires_on >= ${today}
  returning expires_on::text as "expiresOn"`;
