import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { batchSize, inBatches, type Place } from '#server/db/batches.ts';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { rows, type Blanks, type Reads } from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import { kycRequests } from './kyc.tables.ts';

export type RequestRange = {
  statuses: readonly string[];
  from: Date;
  before: Date;
  patterns: readonly string[] | null;
};

const reviewer = alias(users, 'reviewer');

/** Each status is one ordered range of the index, so a batch reads no more than it holds. */
const batch = rows((db: Reads, { statuses, from, before, patterns, at, id }: Blanks<RequestRange & Place>) => {
  const fittingUsers = db.select({ id: users.id }).from(users).where(isNamed(users.searchText, patterns));
  const ofStatus = db
    .select({ id: kycRequests.id, submittedAt: kycRequests.submittedAt })
    .from(kycRequests)
    .where(
      and(
        sql`${kycRequests.status} = listed.status`,
        gte(kycRequests.submittedAt, from),
        lt(kycRequests.submittedAt, before),
        or(sql`${patterns}::text[] is null`, inArray(kycRequests.userId, fittingUsers)),
        sql`(${kycRequests.submittedAt}, ${kycRequests.id}) < (${at}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(desc(kycRequests.submittedAt), desc(kycRequests.id))
    .limit(batchSize)
    .as('of_status');
  const page = db
    .select({ id: ofStatus.id })
    .from(sql`unnest(${statuses}::text[]) listed(status)`)
    .crossJoinLateral(ofStatus)
    .orderBy(desc(ofStatus.submittedAt), desc(ofStatus.id))
    .limit(batchSize)
    .as('page');
  const { submittedAt, userId, status, documentType, reviewedAt, reviewNotes } = kycRequests;
  return db
    .select({
      id: kycRequests.id,
      submittedAt,
      userId,
      status,
      documentType,
      reviewedAt,
      reviewNotes,
      firstName: users.firstName,
      lastName: users.lastName,
      userEmail: users.email,
      reviewer: reviewer.email,
      /** The position of the next batch, with microseconds. */
      at: sql`${submittedAt}::text`.mapWith(String),
    })
    .from(page)
    .innerJoin(kycRequests, eq(kycRequests.id, page.id))
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(reviewer, eq(reviewer.id, kycRequests.reviewedBy))
    .orderBy(desc(submittedAt), desc(kycRequests.id));
});
export type ExportedRequest = Awaited<ReturnType<typeof batch>>[number];

/** Requests that fit, newest first, in batches. `before` is excluded. */
export function streamRequests(db: Pick<Db, 'ask'>, range: RequestRange): AsyncGenerator<ExportedRequest[]> {
  return inBatches((cursor) => batch(db, { ...range, ...cursor }));
}
