import type { Db } from '#server/db/connection.ts';
import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, type ReadStatement } from '#server/db/statements.ts';
import type { userSorts } from '#shared/users/users.admin.contract.ts';
import { kycStates } from '#shared/users/users.contract.ts';
import type { HandlingFilter } from '#shared/users/users.handling.ts';

/**
 * The list of users must answer fast at 100,000 of them, as the order book does (docs/decisions): status and identity
 * check are equalities at the front of an index that goes on with the order of the list, so a page is the merge of a few
 * short ranges; a search is first turned into ids; counting stops at `maxCounted`.
 */
export const maxCounted = 10_000;
/** A search that fits more users is answered by walking the list until the page is full: then matches are frequent. */
const maxMatches = 1_000;

type Sort = (typeof userSorts)[number];

const userListRow = {
  id: column.uuid,
  email: filtered(column.text),
  firstName: column.text,
  lastName: column.text,
  createdAt: column.moment,
  status: filtered(column.oneOf(['active', 'blocked'])),
  role: column.oneOf(['customer', 'staff', 'admin']),
  kycStatus: column.oneOf(kycStates),
  country: orNull(column.text),
  picture: orNull(column.text),
  tags: column.texts,
  assigneeId: orNull(column.uuid),
  assigneeName: orNull(column.text),
};
export type UserListRow = RowOf<typeof userListRow>;

export type UserFilter = { statuses: readonly string[]; kyc: readonly string[]; handling: HandlingFilter };
export type UserSearch = {
  patterns: Patterns;
  /** Users found by what is noted of them, whatever they are called. */
  notedIds: readonly string[];
};
export type Slice = { sort: Sort; limit: number; offset: number };

/** Two LIKE patterns in lower case, of which one must fit; the same one twice for a search by any part. */
export type Patterns = readonly [string, string];

const name = (u: string) => `lower(${u}.first_name || ' ' || ${u}.last_name)`;
const known = (u: string) => `lower(coalesce(${u}.email, '') || ' ' || ${u}.first_name || ' ' || ${u}.last_name)`;

/** What each order of the list sorts by, first to last. */
const keys: Record<Sort, { key: (u: string) => string; direction: 'asc' | 'desc' }> = {
  newest: { key: (u) => `${u}.created_at`, direction: 'desc' },
  oldest: { key: (u) => `${u}.created_at`, direction: 'asc' },
  name: { key: name, direction: 'asc' },
  email: { key: (u) => `${u}.email`, direction: 'asc' },
};
const sorts = Object.keys(keys) as Sort[];

/** $1 statuses, $2 identity checks, $3 how many, $4 how many before them. */
const ranges = (what: string, rest: string) =>
  `unnest($1::text[]) s(status) cross join unnest($2::text[]) k(kyc) cross join lateral (
     select ${what} from users u where u.status = s.status and u.kyc_status = k.kyc ${rest}) r`;
const fits = 'u.status = any($1::text[]) and u.kyc_status = any($2::text[])';

/** A HandlingFilter as three parameters from `$first` on. */
export const handledBy = (first: number) =>
  `($${first}::uuid is null or u.assignee_id = $${first}) and (not $${first + 1}::boolean or u.assignee_id is null)
    and ($${first + 2}::text is null or u.tags @> array[$${first + 2}])`;

export const handlingValues = ({ assigneeId, isUnassigned, tag }: HandlingFilter) => [assigneeId, isUnassigned, tag];

const shown = (page: string, { key, direction }: (typeof keys)[Sort]) =>
  `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.created_at as "createdAt", u.status,
     u.role, u.kyc_status as "kycStatus", u.country, f.filename as picture, u.tags, u.assignee_id as "assigneeId",
     w.first_name || ' ' || w.last_name as "assigneeName"
   from (${page}) p join users u on u.id = p.id left join files f on f.id = u.profile_image_file
     left join users w on w.id = u.assignee_id
   order by ${key('u')} ${direction}, u.id ${direction}`;

const bySort = (make: (sort: Sort) => string) =>
  Object.fromEntries(sorts.map((sort) => [sort, readStatement(userListRow, make(sort))])) as Record<
    Sort,
    ReadStatement<UserListRow>
  >;

const allUsers = bySort((sort) => {
  const { key, direction } = keys[sort];
  const inside = `order by ${key('u')} ${direction}, u.id ${direction} limit $3::int + $4::int`;
  const page = `select r.id from ${ranges(`u.id, ${key('u')} as key`, inside)} order by r.key ${direction}, r.id ${direction} limit $3 offset $4`;
  return shown(page, keys[sort]);
});

/** $5 ids, $6 to $8 who has them and their tag. */
const matches = bySort((sort) => {
  const { key, direction } = keys[sort];
  // Fenced, so that the planner does not scan the whole list for these few.
  const few = `select u.id, ${key('u')} as key from users u where u.id = any($5::uuid[]) and ${fits}
    and ${handledBy(6)} offset 0`;
  const page = `select h.id from (${few}) h order by h.key ${direction}, h.id ${direction} limit $3 offset $4`;
  return shown(page, keys[sort]);
});

/** $5 and $6 patterns, $7 ids of users who were found by a note, $8 to $10 as above. */
const frequentMatches = bySort((sort) => {
  const { key, direction } = keys[sort];
  const inside = `and (${known('u')} like $5 or ${known('u')} like $6 or u.id = any($7::uuid[]))
    and ${handledBy(8)}
    order by ${key('u')} ${direction}, u.id ${direction} limit $3::int + $4::int`;
  const page = `select r.id from ${ranges(`u.id, ${key('u')} as key`, inside)} order by r.key ${direction}, r.id ${direction} limit $3 offset $4`;
  return shown(page, keys[sort]);
});

// In the order of the index, or the planner reads all users from the front to count them.
const countAll = readStatement({ total: column.integer }).only<[statuses: readonly string[], kyc: readonly string[]]>()`
  select count(*)::int as total from (
    select 1 from ${ranges('1', `order by u.created_at, u.id limit ${maxCounted}`)} limit ${maxCounted}) n`;
const countMatches = readStatement({ total: column.integer })`
  select count(*)::int as total from users u where u.id = any($3::uuid[]) and ${fits}
    and ${handledBy(4)}`;

// Functions of the database, because only there can the planner be kept from reading all users from the front.
const containingIds = readStatement({ id: column.uuid }).values<[pattern: string]>()`
  select users_containing as id from users_containing($1, ${maxMatches + 1})`;
const startingIds = readStatement({ id: column.uuid }).values<[first: string, second: string]>()`
  select users_starting_with as id from users_starting_with($1, $2, ${maxMatches + 1})`;

/** Who fits a search, up to a thousand and one of them. */
export async function findMatchingIds(db: Pick<Db, 'run'>, [first, second]: Patterns): Promise<string[]> {
  return first === second ? containingIds(db, first) : startingIds(db, first, second);
}

/** Who fits a search; null when they are too many to list. */
export async function findUserIds(db: Pick<Db, 'run'>, patterns: Patterns): Promise<string[] | null> {
  const found = await findMatchingIds(db, patterns);
  return found.length > maxMatches ? null : found;
}

/** Users with this text in a note on them; the first ones where they are many. */
export const findNotedIds = readStatement({ id: filtered(column.uuid) }).values<[pattern: string]>()`
  select distinct user_id as id from notes where user_id is not null and lower(text) like $1 limit ${maxMatches}`;

const assignedIds = readStatement({ id: column.uuid }).values<[memberId: string]>()`
  select id from users where assignee_id = $1 limit ${maxMatches + 1}`;
const taggedIds = readStatement({ id: column.uuid }).values<[tag: string]>()`
  select id from users where tags @> array[$1::text] limit ${maxMatches + 1}`;

/** Users assigned to a member, or with a tag; null when they are too many to list, or when neither is asked. */
export async function findHandledIds(
  db: Pick<Db, 'run'>,
  { assigneeId, tag }: HandlingFilter,
): Promise<string[] | null> {
  const found =
    assigneeId !== null ? await assignedIds(db, assigneeId) : tag !== null ? await taggedIds(db, tag) : null;
  return found && found.length > maxMatches ? null : found;
}

/** The names of these users; deleted users are missing. */
export const listNames = readStatement({ id: column.uuid, name: column.text, email: filtered(column.text) }).rows<
  [ids: readonly string[]]
>()`
  select id, first_name || ' ' || last_name as name, email from users where id = any($1::uuid[]) and email is not null`;

/** A page of all users, with the total up to `maxCounted`. */
export async function listAllUsers(db: Pick<Db, 'run'>, filter: UserFilter, { sort, limit, offset }: Slice) {
  const { statuses, kyc } = filter;
  const rows = await db.run(allUsers[sort], [statuses, kyc, limit, offset]);
  return { rows, total: await countAll(db, statuses, kyc) };
}

/** A page of the users a search came down to. */
export async function listMatches(
  db: Pick<Db, 'run'>,
  ids: readonly string[],
  { statuses, kyc, handling }: UserFilter,
  { sort, limit, offset }: Slice,
) {
  const handled = handlingValues(handling);
  const rows = await db.run(matches[sort], [statuses, kyc, limit, offset, ids, ...handled]);
  const [count] = await db.run(countMatches, [statuses, kyc, ids, ...handled]);
  return { rows, total: count?.total ?? 0 };
}

/** A page of a search that fits very many; the total is only enough to see whether there is a next page. */
export async function listFrequentMatches(
  db: Pick<Db, 'run'>,
  { patterns, notedIds: noted }: UserSearch,
  { statuses, kyc, handling }: UserFilter,
  { sort, limit, offset }: Slice,
) {
  const values = [statuses, kyc, limit, offset, ...patterns, noted, ...handlingValues(handling)];
  const rows = await db.run(frequentMatches[sort], values);
  return { rows, total: offset + rows.length + Number(rows.length === limit) };
}
