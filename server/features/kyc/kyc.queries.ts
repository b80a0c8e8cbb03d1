import { and, desc, eq, getTableColumns, gte, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import { exists, first, rows, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { fullName, users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { expiryNoticeDays, type kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { kycRequests } from './kyc.tables.ts';

export type KycState = 'none' | (typeof kycRequestStatuses)[number];

type UserId = { userId: Id<'user'> };

// At most one request is pending or approved; earlier refused ones stay beside it.
const newestFirst = [sql`(${kycRequests.status} in ('pending', 'approved')) desc`, desc(kycRequests.submittedAt)];

/** Today's date in UTC by the database's clock: a document is valid to the end of its last day. */
const today = sql`(now() at time zone 'utc')::date`;
const isOver = lt(kycRequests.expiresOn, today);

const findNewest = first((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({ ...getTableColumns(kycRequests), isOver: sql`coalesce(${isOver}, false)`.mapWith(Boolean) })
    .from(kycRequests)
    .where(eq(kycRequests.userId, userId))
    .orderBy(...newestFirst)
    .limit(1),
);
export type OwnRequest = typeof kycRequests.$inferSelect;

/** The newest request of this user, with the claimed identity and the status at present. */
export async function findLatestRequest(db: Pick<Db, 'ask'>, userId: Id<'user'>): Promise<OwnRequest | undefined> {
  const result = await findNewest(db, { userId });
  return result && { ...result, status: statusNow(result) };
}

/** The state of the request that counts for this user; undefined when there never was one. */
export async function findKycStatus(
  db: Pick<Db, 'ask'>,
  userId: Id<'user'>,
): Promise<OwnRequest['status'] | undefined> {
  return (await findLatestRequest(db, userId))?.status;
}

/** Returns the present status of a request: an approval ends with its document, even before the job records it. */
export function statusNow({ status, isOver }: Pick<OwnRequest, 'status'> & { isOver: boolean }): OwnRequest['status'] {
  return status === 'approved' && isOver ? 'expired' : status;
}

type NewRequest = Pick<
  OwnRequest,
  | 'userId'
  | 'documentType'
  | 'documentNumber'
  | 'documentNumberHash'
  | 'fullName'
  | 'dateOfBirth'
  | 'address'
  | 'nationality'
  | 'documentFile'
  | 'backFile'
  | 'selfieFile'
  | 'submittedAt'
>;

// The unique index accepts one of several at the same moment; the others insert nothing.
/** Opens a request and answers its id; none when another one is pending or approved. */
export const insertRequest = first((db: Drizzle, request: Blanks<NewRequest>) => {
  const { userId, documentType, documentNumber, documentNumberHash, fullName, dateOfBirth } = request;
  const { address, nationality, documentFile, backFile, selfieFile, submittedAt } = request;
  return db
    .insert(kycRequests)
    .values({
      userId,
      documentType,
      documentNumber,
      documentNumberHash,
      fullName,
      dateOfBirth,
      address,
      nationality,
      documentFile,
      backFile,
      selfieFile,
      submittedAt,
    })
    .onConflictDoNothing({
      target: kycRequests.userId,
      where: sql`${kycRequests.status} in ('pending', 'approved')`,
    })
    .returning({ id: kycRequests.id });
});

const nameOfUser = sql`(select ${fullName(users)} from ${users} where ${users.id} = ${kycRequests.userId})`;

/** Decides a request that waits; the caller holds its user's lock. */
export async function decideRequest(
  tx: Tx,
  id: Id<'kycRequest'>,
  decision: {
    status: 'approved' | 'rejected';
    notes: string;
    expiresOn: string | null;
    reviewedBy: string;
    reviewedAt: Date;
  },
): Promise<void> {
  const { notes, ...values } = decision;
  await tx
    .update(kycRequests)
    .set({ ...values, reviewNotes: notes, ...(values.status === 'approved' && { registeredName: nameOfUser }) })
    .where(eq(kycRequests.id, id));
}

const erasedFields = {
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

/** Ends an approval; the caller holds its user's lock. */
export async function endRequest(
  tx: Tx,
  id: Id<'kycRequest'>,
  end: { status: 'revoked' | 'expired'; endedAt: Date; endedReason: string | null },
): Promise<void> {
  await tx.update(kycRequests).set(end).where(eq(kycRequests.id, id));
}

/** Deletes an undecided request; returns the ids of its files. */
export async function deletePending(tx: Tx, userId: Id<'user'>): Promise<string[]> {
  const { documentFile, backFile, selfieFile } = kycRequests;
  const deleted = await tx
    .delete(kycRequests)
    .where(and(eq(kycRequests.userId, userId), eq(kycRequests.status, 'pending')))
    .returning({ documentFile, backFile, selfieFile });
  return deleted.flatMap((row) => [row.documentFile, row.backFile, row.selfieFile].filter((id) => id !== null));
}

/** True if there ever was a decision about this user. */
export const hasDecidedRequest = exists((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({ id: kycRequests.id })
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, userId), ne(kycRequests.status, 'pending')))
    .limit(1),
);

/** Empties a user's requests: only the decision and its time stay. */
export async function eraseRequests(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.update(kycRequests).set(erasedFields).where(eq(kycRequests.userId, userId));
}

/** A user's requests with their results, without the files, oldest first; the number is still encrypted. */
export const selectRequestsForExport = rows((db: Reads, { userId }: Blanks<UserId>) => {
  const { status, documentType, documentNumber, fullName, dateOfBirth, address, nationality } = kycRequests;
  const { submittedAt, reviewedAt, reviewNotes } = kycRequests;
  const claims = { documentType, documentNumber, fullName, dateOfBirth, address, nationality };
  return db
    .select({ status, ...claims, submittedAt, reviewedAt, reviewNotes })
    .from(kycRequests)
    .where(eq(kycRequests.userId, userId))
    .orderBy(submittedAt);
});

/** Limit of one run of the job; the next run takes the rest. */
const maxAtOnce = 500;

/**
 * Requests that were approved, by the last day of their document; a deleted user's identity is retained by law, with no
 * one left to notify.
 */
const approvedOfLiving = (db: Reads, isTime: SQL | undefined) =>
  db
    .select({ id: kycRequests.id, userId: kycRequests.userId })
    .from(kycRequests)
    .innerJoin(users, and(eq(users.id, kycRequests.userId), ne(users.status, 'deleted')))
    .where(and(eq(kycRequests.status, 'approved'), isTime))
    .orderBy(kycRequests.expiresOn)
    .limit(maxAtOnce);

/** Requests that were approved and whose document has expired. */
export const selectDueRequests = rows((db: Reads) => approvedOfLiving(db, isOver));

/** This user's approved request if its document has expired. */
export const findDueRequest = first((db: Reads, { userId }: Blanks<UserId>) =>
  db
    .select({ id: kycRequests.id })
    .from(kycRequests)
    .where(and(eq(kycRequests.userId, userId), eq(kycRequests.status, 'approved'), isOver)),
);

const isSoonOver = sql`${kycRequests.expiresOn} between ${today} and ${today} + ${sql.raw(String(expiryNoticeDays))}`;

/** Requests that were approved, whose document will expire soon and whose customer was not notified. */
export const selectEndingRequests = rows((db: Reads) =>
  approvedOfLiving(db, and(isSoonOver, isNull(kycRequests.expiryMailedAt))),
);

/** Marks the customer as notified and answers the last day; none when another process was faster. */
export const markExpiryMailed = first((db: Drizzle, { id }: Blanks<{ id: Id<'kycRequest'> }>) => {
  const { status, expiresOn, expiryMailedAt } = kycRequests;
  return db
    .update(kycRequests)
    .set({ expiryMailedAt: now })
    .where(and(eq(kycRequests.id, id), eq(status, 'approved'), isNull(expiryMailedAt), gte(expiresOn, today)))
    .returning({ expiresOn: sql`${expiresOn}`.mapWith(expiresOn) });
});
