import { and, desc, gte, lt, or, sql } from 'drizzle-orm';
import { batchSize, inBatches, type Place } from '#server/db/batches.ts';
import type { Db } from '#server/db/connection.ts';
import { isOneOf, rows, type Blanks, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { HandlingFilter } from '#shared/users/users.handling.ts';
import {
  isCustomer,
  matchesSearch,
  isHandledBy,
  listedUser,
  type UserFilter,
  type UserSearch,
} from './users.admin.queries.ts';
import { users } from './users.tables.ts';

type Range = { from: Date; before: Date };
type ExportFilter = {
  statuses: readonly string[];
  kyc: readonly string[];
  /** Null where no one is searched for. */
  patterns: readonly string[] | null;
  notedIds: readonly Id<'user'>[];
};

const batch = rows((db: Reads, blanks: Blanks<Range & ExportFilter & HandlingFilter & Place>) => {
  const { statuses, kyc, from, before, patterns, notedIds, at, id } = blanks;
  const { firstName, middleName, lastName, role, kycStatus, country, language, createdAt } = users;
  return db
    .select({
      id: users.id,
      createdAt,
      firstName,
      middleName,
      lastName,
      role,
      kycStatus,
      country,
      language,
      ...listedUser,
      /** The position of the next batch, with microseconds. */
      at: sql`${createdAt}::text`.mapWith(String),
    })
    .from(users)
    .where(
      and(
        isCustomer,
        isOneOf(users.status, statuses),
        isOneOf(kycStatus, kyc),
        gte(createdAt, from),
        lt(createdAt, before),
        or(sql`${patterns}::text[] is null`, matchesSearch({ patterns, notedIds })),
        isHandledBy(blanks),
        sql`(${createdAt}, ${users.id}) < (${at}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(users.id))
    .limit(batchSize);
});
export type ExportedUser = Awaited<ReturnType<typeof batch>>[number];

/** All users who match, newest first, in batches: each begins where the last ended. `before` is excluded. */
export async function* streamUsers(
  db: Pick<Db, 'ask'>,
  { statuses, kyc, handling }: UserFilter,
  range: Range,
  search: UserSearch | null,
): AsyncGenerator<ExportedUser[]> {
  const { patterns = null, notedIds = [] } = search ?? {};
  const searchedRange = { ...range, statuses, kyc, patterns, notedIds, ...handling };
  yield* inBatches<ExportedUser>((cursor) => batch(db, { ...searchedRange, ...cursor }));
}
