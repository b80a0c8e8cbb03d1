import {
  and,
  asc,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  like,
  ne,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { isOneOf, one, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { files } from '#server/features/files/files.tables.ts';
import { notes } from '#server/features/notes/notes.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import type { userSorts, userStatuses } from '#shared/users/users.admin.contract.ts';
import type { HandlingFilter } from '#shared/users/users.handling.ts';
import { fullName, fullNameOrNull, users } from './users.tables.ts';

/**
 * The list of users answers fast at 100,000: status and identity check are equalities at the front of an index in the
 * list's order, a page merges a few short ranges, a search is first turned into ids, counting stops at `maxCounted`.
 */

/** A search that fits more users is answered by walking the list until the page is full: then matches are frequent. */
const maxMatches = 1_000;

type Sort = (typeof userSorts)[number];
type ListedStatus = (typeof userStatuses)[number];

export type UserFilter = { statuses: readonly string[]; kyc: readonly string[]; handling: HandlingFilter };
export type UserSearch = {
  /** Patterns from `userPatterns`; a user must match all of them. */
  patterns: readonly string[];
  /** Users found by the notes about them, with any name. */
  notedIds: readonly Id<'user'>[];
};
export type Slice = { sort: Sort; limit: number; offset: number };

type StateFilter = Pick<UserFilter, 'statuses' | 'kyc'>;
/** `end` is the sum of both: how many rows of each range a page may need. */
type PageOf = StateFilter & { limit: number; offset: number; end: number };
type SearchPatterns = { patterns: readonly string[] | null; notedIds: readonly Id<'user'>[] };

const pageOf = ({ statuses, kyc }: UserFilter, { limit, offset }: Slice): PageOf => ({
  statuses,
  kyc,
  limit,
  offset,
  end: limit + offset,
});

/** An address, and a status of users who are not deleted. */
export const listedUser = {
  email: users.email,
  status: sql`${users.status}`.mapWith((status: ListedStatus) => status),
};

/** The key that each order of the list sorts by, and which way. */
const orders: Record<Sort, { key: SQLWrapper; inOrder: (by: SQLWrapper) => SQL }> = {
  newest: { key: users.createdAt, inOrder: desc },
  oldest: { key: users.createdAt, inOrder: asc },
  name: { key: sql`lower(${fullName(users)})`, inOrder: asc },
  email: { key: users.email, inOrder: asc },
};
type Order = (typeof orders)[Sort];

/** Members of the team have a page of their own. */
export const isCustomer = sql`${users.role} = 'customer'`;

/** Customers of the status and the identity check of a range; see inRanges. */
const ofRange = (condition: SQL | undefined) =>
  and(isCustomer, sql`${users.status} = of_status.status`, sql`${users.kycStatus} = of_check.kyc`, condition);
const rangesOf = ({ statuses, kyc }: Blanks<StateFilter>) =>
  sql`unnest(${statuses}::text[]) of_status(status) cross join unnest(${kyc}::text[]) of_check(kyc)`;
const hasStates = ({ statuses, kyc }: Blanks<StateFilter>) =>
  and(isCustomer, isOneOf(users.status, statuses), isOneOf(users.kycStatus, kyc));

/** Condition of users whose assignee or tag fits a filter. */
export const isHandledBy = ({ assigneeId, isUnassigned, tag }: Blanks<HandlingFilter>) =>
  and(
    or(sql`${assigneeId}::uuid is null`, eq(users.assigneeId, assigneeId)),
    or(sql`not ${isUnassigned}::boolean`, isNull(users.assigneeId)),
    or(sql`${tag}::text is null`, sql`${users.tags} @> array[${tag}::text]`),
  );

/** Users whose address and name fit the patterns, or who are named by their ids. */
export const matchesSearch = ({ patterns, notedIds }: Blanks<SearchPatterns>) =>
  or(isNamed(users.searchText, patterns), sql`${users.id} = any(${notedIds}::uuid[])`);

const idOnPage = (id: SQLWrapper) => sql`${id}`.mapWith(users.id).as('id_on_page');

/** A page of ids in an order: the merge of the first rows of each range. */
const inRanges = (db: Reads, { key, inOrder }: Order, page: Blanks<PageOf>, condition?: SQL) => {
  const range = db
    .select({ id: users.id, key: sql`${key}`.as('key') })
    .from(users)
    .where(ofRange(condition))
    .orderBy(inOrder(key), inOrder(users.id))
    .limit(page.end)
    .as('range');
  return db
    .select({ id: idOnPage(range.id) })
    .from(rangesOf(page))
    .crossJoinLateral(range)
    .orderBy(inOrder(range.key), inOrder(range.id))
    .limit(page.limit)
    .offset(page.offset)
    .as('page');
};

/** A page of these ids in an order; fenced, so that the planner does not scan the whole list for these few. */
const pageAmongIds = (db: Reads, { key, inOrder }: Order, page: Blanks<PageOf>, condition: SQL | undefined) => {
  const matches = db
    .select({ id: users.id, key: sql`${key}`.as('key') })
    .from(users)
    .where(and(condition, hasStates(page)));
  return db
    .select({ id: idOnPage(sql`few.id`) })
    .from(sql`(${matches} offset 0) few`)
    .orderBy(inOrder(sql`few.key`), inOrder(sql`few.id`))
    .limit(page.limit)
    .offset(page.offset)
    .as('page');
};

const assignee = alias(users, 'assignee');

const listedUsers = (db: Reads, { key, inOrder }: Order, page: ReturnType<typeof inRanges>) =>
  db
    .select({
      id: users.id,
      ...listedUser,
      firstName: users.firstName,
      lastName: users.lastName,
      createdAt: users.createdAt,
      role: users.role,
      origin: users.origin,
      emailVerifiedAt: users.emailVerifiedAt,
      invitedAt: users.invitedAt,
      mobileNumber: users.mobileNumber,
      kycStatus: users.kycStatus,
      country: users.country,
      picture: files.filename,
      tags: users.tags,
      assigneeId: users.assigneeId,
      assigneeName: fullNameOrNull(assignee),
    })
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .leftJoin(files, eq(files.id, users.profileImageFile))
    .leftJoin(assignee, eq(assignee.id, users.assigneeId))
    .orderBy(inOrder(key), inOrder(users.id));
export type UserListRow = RowOf<typeof listedUsers>;

const inEachOrder = <Declared>(declare: (order: Order) => Declared): Record<Sort, Declared> => ({
  newest: declare(orders.newest),
  oldest: declare(orders.oldest),
  name: declare(orders.name),
  email: declare(orders.email),
});

const allUsers = inEachOrder((order) =>
  rows((db: Reads, page: Blanks<PageOf>) => listedUsers(db, order, inRanges(db, order, page))),
);

type UserIds = { ids: readonly Id<'user'>[] };
const isMatch = (filter: Blanks<HandlingFilter & UserIds>) => and(isOneOf(users.id, filter.ids), isHandledBy(filter));

const matches = inEachOrder((order) =>
  rows((db: Reads, page: Blanks<PageOf & HandlingFilter & UserIds>) =>
    listedUsers(db, order, pageAmongIds(db, order, page, isMatch(page))),
  ),
);

const frequentMatches = inEachOrder((order) =>
  rows((db: Reads, page: Blanks<PageOf & HandlingFilter & SearchPatterns>) =>
    listedUsers(db, order, inRanges(db, order, page, and(matchesSearch(page), isHandledBy(page)))),
  ),
);

// In the order of the index, or the planner reads all users from the front to count them.
const countAll = one((db: Reads, states: Blanks<StateFilter>) => {
  const range = db
    .select({ id: users.id })
    .from(users)
    .where(ofRange(undefined))
    .orderBy(users.createdAt, users.id)
    .limit(maxCounted)
    .as('range');
  const countedUsers = db.select({ id: range.id }).from(rangesOf(states)).crossJoinLateral(range).limit(maxCounted);
  return db.select({ total: count() }).from(countedUsers.as('counted'));
});

const countMatches = one((db: Reads, filter: Blanks<StateFilter & HandlingFilter & UserIds>) =>
  db
    .select({ total: count() })
    .from(users)
    .where(and(isMatch(filter), hasStates(filter))),
);

const overMatches = sql.raw(String(maxMatches + 1));

// A function of the database, because only there can the planner be kept from reading all users from the front.
const namedRows = rows((db: Reads, { patterns }: Blanks<{ patterns: readonly string[] }>) =>
  db.select({ id: sql`found`.mapWith(users.id) }).from(sql`users_named(${patterns}, ${overMatches}) found`),
);

const idsOf = (userRows: readonly { id: Id<'user'> }[]): Id<'user'>[] => userRows.map(({ id }) => id);

/** The ids of users who match a search, at most a thousand and one. */
export async function findMatchingIds(db: Pick<Db, 'ask'>, patterns: readonly string[]): Promise<Id<'user'>[]> {
  return idsOf(await namedRows(db, { patterns }));
}

/** The ids of users who match a search; null when they are too many to list. */
export async function findUserIds(db: Pick<Db, 'ask'>, patterns: readonly string[]): Promise<Id<'user'>[] | null> {
  return idsToList(await findMatchingIds(db, patterns));
}

const idsToList = (ids: Id<'user'>[]): Id<'user'>[] | null => (ids.length > maxMatches ? null : ids);

const listNoted = rows((db: Reads, { pattern }: Blanks<{ pattern: string }>) =>
  db
    .selectDistinct({ id: sql`${notes.userId}`.mapWith(notes.userId) })
    .from(notes)
    .where(and(isNotNull(notes.userId), like(sql`lower(${notes.text})`, pattern)))
    .limit(maxMatches),
);

/** Users with a note that contains this text; only the first ones if there are many. */
export async function findNotedIds(db: Pick<Db, 'ask'>, pattern: string): Promise<Id<'user'>[]> {
  return idsOf(await listNoted(db, { pattern }));
}

const listAssigned = rows((db: Reads, { assigneeId }: Blanks<{ assigneeId: Id<'user'> }>) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.assigneeId, assigneeId))
    .limit(maxMatches + 1),
);
const tagged = rows((db: Reads, { tag }: Blanks<{ tag: string }>) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.tags} @> array[${tag}::text]`)
    .limit(maxMatches + 1),
);

/** Users assigned to a member, or with a tag; null when they are too many to list, or when neither is asked. */
export async function findHandledIds(
  db: Pick<Db, 'ask'>,
  { assigneeId, tag }: HandlingFilter,
): Promise<Id<'user'>[] | null> {
  if (assigneeId !== null) return idsToList(idsOf(await listAssigned(db, { assigneeId })));
  return tag === null ? null : idsToList(idsOf(await tagged(db, { tag })));
}

/** The names of these users; deleted users are missing. */
export const listNames = rows((db: Reads, { ids }: Blanks<UserIds>) =>
  db
    .select({ id: users.id, name: fullName(users), email: listedUser.email })
    .from(users)
    .where(and(isOneOf(users.id, ids), ne(users.status, 'deleted'))),
);

/** A page of all users, with the total up to `maxCounted`. */
export async function listAllUsers(db: Pick<Db, 'ask'>, filter: UserFilter, slice: Slice) {
  const page = pageOf(filter, slice);
  return { rows: await allUsers[slice.sort](db, page), total: (await countAll(db, page)).total };
}

/** A page of the users that a search found. */
export async function listMatches(db: Pick<Db, 'ask'>, ids: readonly Id<'user'>[], filter: UserFilter, slice: Slice) {
  const page = { ...pageOf(filter, slice), ...filter.handling, ids };
  return { rows: await matches[slice.sort](db, page), total: (await countMatches(db, page)).total };
}

/** A page of a search that very many users match; the total only says whether a next page exists. */
export async function listFrequentMatches(
  db: Pick<Db, 'ask'>,
  { patterns, notedIds }: UserSearch,
  filter: UserFilter,
  slice: Slice,
) {
  const page = { ...pageOf(filter, slice), ...filter.handling, patterns, notedIds };
  const result = await frequentMatches[slice.sort](db, page);
  return { rows: result, total: slice.offset + result.length + Number(result.length === slice.limit) };
}
