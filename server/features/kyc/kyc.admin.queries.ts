import { and, count, desc, eq, inArray, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { first, one, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { files, fullSizeOf } from '#server/features/files/files.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { WaitingSort } from '#shared/kernel/paging.ts';
import { kycRequestStatuses, kycSides } from '#shared/kyc/kyc.rules.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { kycRequests } from './kyc.tables.ts';

type Status = (typeof kycRequestStatuses)[number];
type ById = Blanks<{ id: Id<'kycRequest'> }>;

const front = alias(files, 'front');
const back = alias(files, 'back');
const selfie = alias(files, 'selfie');

const line = {
  id: kycRequests.id,
  userId: kycRequests.userId,
  firstName: users.firstName,
  middleName: users.middleName,
  lastName: users.lastName,
  userEmail: users.email,
  submittedAt: kycRequests.submittedAt,
  status: kycRequests.status,
  documentType: kycRequests.documentType,
  front: front.filename,
  back: back.filename,
  selfie: selfie.filename,
  reviewNotes: kycRequests.reviewNotes,
  reviewedAt: kycRequests.reviewedAt,
  expiresOn: kycRequests.expiresOn,
  endedAt: kycRequests.endedAt,
  endedReason: kycRequests.endedReason,
};

/** Requests as rows of the administrator's list. */
const lines = (db: Reads) =>
  db
    .select(line)
    .from(kycRequests)
    .innerJoin(users, eq(users.id, kycRequests.userId))
    .leftJoin(front, eq(front.id, kycRequests.documentFile))
    .leftJoin(back, eq(back.id, kycRequests.backFile))
    .leftJoin(selfie, eq(selfie.id, kycRequests.selfieFile));
export type AdminRequest = RowOf<typeof lines>;

type SearchPatterns = { patterns: readonly string[] | null };

/** Requests of users whose address and name fit the patterns: of few users, by the index of their search. */
const matchesPatterns = (db: Reads, { patterns }: Blanks<SearchPatterns>) =>
  or(
    sql`${patterns}::text[] is null`,
    inArray(kycRequests.userId, db.select({ id: users.id }).from(users).where(isNamed(users.searchText, patterns))),
  );

type QueueColumns = { status: SQLWrapper; submittedAt: SQLWrapper; id: SQLWrapper };
const isWaiting = ({ status }: QueueColumns) => sql`${status} = 'pending'`;

/** The order of each status's range and of the whole page; each range is read in its order from the index. */
const orders: Record<WaitingSort, { isOldestFirst: (status: Status) => boolean; page: (row: QueueColumns) => SQL[] }> =
  {
    waiting: {
      isOldestFirst: (status) => status === 'pending',
      page: (row) => [
        sql`(${isWaiting(row)}) desc`,
        sql`case when ${isWaiting(row)} then ${row.submittedAt} end`,
        sql`${row.submittedAt} desc`,
        sql`${row.id}`,
      ],
    },
    newest: { isOldestFirst: () => false, page: (row) => [sql`${row.submittedAt} desc`, sql`${row.id}`] },
    oldest: { isOldestFirst: () => true, page: (row) => [sql`${row.submittedAt}`, sql`${row.id}`] },
  };

/** `end` is the sum of both: how many rows of each range a page may need. */
type PageOf = SearchPatterns & { limit: number; offset: number; end: number };

const foundRequests = alias(kycRequests, 'found');

/** One status is one ordered range of the index, so a page reads no more than is shown, however long the list. */
const pageOf = (statuses: readonly Status[], { isOldestFirst, page }: (typeof orders)[WaitingSort]) =>
  rows((db: Reads, { patterns, limit, offset, end }: Blanks<PageOf>) => {
    const { id, status, submittedAt } = kycRequests;
    const ranges = statuses.map((item) =>
      db
        .select({ id, status, submittedAt })
        .from(kycRequests)
        .where(and(eq(status, item), matchesPatterns(db, { patterns })))
        .orderBy(isOldestFirst(item) ? submittedAt : desc(submittedAt), id)
        .limit(end),
    );
    const all = sql.join(
      ranges.map((range) => sql`${range}`),
      sql` union all `,
    );
    const pageIds = db
      .select({ id: sql`found.id`.mapWith(id).as('id_on_page') })
      .from(sql`(${all}) found`)
      .orderBy(...page(foundRequests))
      .limit(limit)
      .offset(offset)
      .as('on_page');
    return lines(db)
      .innerJoin(pageIds, eq(pageIds.id, kycRequests.id))
      .orderBy(...page(kycRequests));
  });

const countOf = (statuses: readonly Status[]) =>
  one((db: Reads, { patterns }: Blanks<SearchPatterns>) => {
    const countedRequests = db
      .select({ id: kycRequests.id })
      .from(kycRequests)
      .where(and(inArray(kycRequests.status, [...statuses]), matchesPatterns(db, { patterns })))
      .limit(maxCounted)
      .as('counted');
    return db.select({ total: count() }).from(countedRequests);
  });

const lists = (statuses: readonly Status[]) => ({
  waiting: pageOf(statuses, orders.waiting),
  newest: pageOf(statuses, orders.newest),
  oldest: pageOf(statuses, orders.oldest),
  count: countOf(statuses),
});
const listOf = {
  all: lists(kycRequestStatuses),
  pending: lists(['pending']),
  approved: lists(['approved']),
  rejected: lists(['rejected']),
  revoked: lists(['revoked']),
  expired: lists(['expired']),
};

/** A page of requests in the order asked for, and how many there are (at most `maxCounted`). */
export async function listRequests(
  db: Pick<Db, 'ask'>,
  { status = 'all', sort, patterns }: SearchPatterns & { status?: Status | 'all' | undefined; sort: WaitingSort },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AdminRequest[]; total: number }> {
  const { count, [sort]: page } = listOf[status];
  const [pageRows, { total }] = await Promise.all([
    page(db, { patterns, limit, offset, end: limit + offset }),
    count(db, { patterns }),
  ]);
  return { rows: pageRows, total };
}

/** A request with everything the administrator compares; the number is encrypted. */
export const findRequest = first((db: Reads, { id }: ById) => {
  const { documentNumber, fullName, dateOfBirth, address, nationality, registeredName } = kycRequests;
  return db
    .select({
      ...line,
      documentNumber,
      fullName,
      dateOfBirth,
      address,
      nationality,
      registeredName,
      country: users.country,
      userStatus: users.status,
      registeredAt: users.createdAt,
    })
    .from(kycRequests)
    .innerJoin(users, eq(users.id, kycRequests.userId))
    .leftJoin(front, eq(front.id, kycRequests.documentFile))
    .leftJoin(back, eq(back.id, kycRequests.backFile))
    .leftJoin(selfie, eq(selfie.id, kycRequests.selfieFile))
    .where(eq(kycRequests.id, id));
});
export type FullRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** True for a file of this request. */
export const isFileOf = (file: { id: SQLWrapper }, { documentFile, backFile, selfieFile }: FileColumns) =>
  sql`${file.id} in (${documentFile}, ${backFile}, ${selfieFile})`;
type FileColumns = { documentFile: SQLWrapper; backFile: SQLWrapper; selfieFile: SQLWrapper };

const filesOf = rows((db: Reads, { id }: ById) => {
  const { documentFile, backFile, selfieFile } = kycRequests;
  const { filename, originalName, type, size, createdAt } = files;
  const fileFields = { filename, originalName, type, size, createdAt, fullSize: fullSizeOf };
  return db
    .select({ id: files.id, shown: fileFields, documentFile, backFile, selfieFile })
    .from(kycRequests)
    .innerJoin(files, isFileOf(files, kycRequests))
    .where(eq(kycRequests.id, id));
});
export type SideFile = Awaited<ReturnType<typeof filesOf>>[number]['shown'] & { side: (typeof kycSides)[number] };

/** The documents of a request: front, back, selfie, those that exist. */
export async function filesOfRequest(db: Pick<Db, 'ask'>, id: Id<'kycRequest'>): Promise<SideFile[]> {
  const columns = { front: 'documentFile', back: 'backFile', selfie: 'selfieFile' } as const;
  const requestFiles = await filesOf(db, { id });
  return kycSides.flatMap((side) =>
    requestFiles.filter((file) => file.id === file[columns[side]]).map(({ shown }) => ({ side, ...shown })),
  );
}

/** Earlier and later requests of the same user, the newest first. */
export const otherRequests = rows((db: Reads, { userId, id }: Blanks<{ userId: Id<'user'>; id: Id<'kycRequest'> }>) =>
  lines(db)
    .where(and(eq(kycRequests.userId, userId), ne(kycRequests.id, id)))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(20),
);
