import { and, desc, eq, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { rows, type Blanks, type Reads } from '#server/db/query.ts';
import { files } from '#server/features/files/files.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { kycLikenesses } from '#shared/kyc/kyc.rules.ts';
import { isFileOf } from './kyc.admin.queries.ts';
import { kycRequests } from './kyc.tables.ts';

const maxNamed = 5;
/** Bits in which the hashes of a picture and of the same picture saved again differ at most. */
const maxDifferentBits = 2;

const otherRequest = alias(kycRequests, 'other');
const newestRequest = alias(kycRequests, 'newest');
const ownFile = alias(files, 'own_file');
const otherFile = alias(files, 'other_file');

type Likeness = (typeof kycLikenesses)[number];
const likenessesOf = (names: readonly string[]): Likeness[] => kycLikenesses.filter((item) => names.includes(item));

const withLikeness = (likeness: Likeness) => ({
  id: otherRequest.id,
  likeness: sql`${sql.raw(`'${likeness}'`)}`.as('likeness'),
});

/** Requests of other users with a file that is like one of this request. */
const byFile = (db: Reads, id: SQL, likeness: Likeness, isLike: SQL | undefined) =>
  db
    .select(withLikeness(likeness))
    .from(kycRequests)
    .innerJoin(ownFile, isFileOf(ownFile, kycRequests))
    .innerJoin(otherFile, and(isLike, eq(otherFile.purpose, 'kyc')))
    .innerJoin(
      otherRequest,
      and(
        eq(otherRequest.userId, otherFile.ownerId),
        ne(otherRequest.userId, kycRequests.userId),
        isFileOf(otherFile, otherRequest),
      ),
    )
    .where(eq(kycRequests.id, id));

// Three searches of an index each, beginning at the one request; of each other user the newest one is named.
/** Requests of other users whose document has the same number, the same file or a picture that looks the same. */
export const selectSameDocument = rows((db: Reads, { id }: Blanks<{ id: Id<'kycRequest'> }>) => {
  const byNumber = db
    .select(withLikeness('number'))
    .from(kycRequests)
    .innerJoin(
      otherRequest,
      and(
        eq(otherRequest.documentNumberHash, kycRequests.documentNumberHash),
        ne(otherRequest.userId, kycRequests.userId),
      ),
    )
    .where(eq(kycRequests.id, id));
  const isSamePicture = and(
    isNotNull(ownFile.pictureHash),
    sql`picture_bands(${otherFile.pictureHash}) && picture_bands(${ownFile.pictureHash})`,
    isNotNull(otherFile.pictureHash),
    ne(otherFile.sentHash, ownFile.sentHash),
    sql`bit_count((${ownFile.pictureHash} # ${otherFile.pictureHash})::bit(64)) <= ${sql.raw(String(maxDifferentBits))}`,
  );
  const matches = unionAll(
    byNumber,
    byFile(db, sql`${id}`, 'file', eq(otherFile.sentHash, ownFile.sentHash)),
    byFile(db, sql`${id}`, 'picture', isSamePicture),
  ).as('found');
  const requestsOfUser = db
    .select({
      id: sql`(array_agg(${otherRequest.id} order by ${otherRequest.submittedAt} desc))[1]`
        .mapWith(otherRequest.id)
        .as('newest_id'),
      by: sql`array_agg(distinct ${matches.likeness})`.mapWith(likenessesOf).as('likenesses'),
    })
    .from(matches)
    .innerJoin(otherRequest, eq(otherRequest.id, matches.id))
    .groupBy(otherRequest.userId)
    .as('of_user');
  return db
    .select({
      id: newestRequest.id,
      userName: sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`.mapWith(String),
      userEmail: users.email,
      status: newestRequest.status,
      by: requestsOfUser.by,
    })
    .from(requestsOfUser)
    .innerJoin(newestRequest, eq(newestRequest.id, requestsOfUser.id))
    .innerJoin(users, eq(users.id, newestRequest.userId))
    .orderBy(desc(newestRequest.submittedAt))
    .limit(maxNamed);
});
export type SameDocument = Awaited<ReturnType<typeof selectSameDocument>>[number];
