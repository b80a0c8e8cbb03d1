import { and, asc, count, desc, eq, inArray, notExists, sql, type SQL } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { momentOrNull } from '#server/db/fragments.ts';
import { oneRow } from '#server/db/one-row.ts';
import { isOneOf, one, rows, textQuery, type Blanks, type Reads } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { isCheckpointed, loggedFields } from './audit.queries.ts';
import { auditCheckpoints, auditLog, auditTexts } from './audit.tables.ts';

type Sort = 'newest' | 'oldest';

/** The log grows without end: a page is read from short ranges of an index, and the next begins at a row. */
export type LogFilter = {
  from: Date;
  /** Exclusive. */
  until: Date;
  sort: Sort;
  /** The row after which the page begins, in this order; null for its first. */
  afterId: string | null;
  role: string | null;
  /** Exact action names; null for all actions. */
  actions: readonly string[] | null;
  limit: number;
};

/** Entries by these users, about them, or about the row of this id in any of `types`. */
export type Search = { userIds: readonly Id<'user'>[]; types: readonly string[]; id: string };
/** Entries about the row of this id in any of `types`. */
export type Subject = Omit<Search, 'userIds'>;

type FilterValues = Blanks<Omit<LogFilter, 'sort'> & Search>;
const { at, id, action, actorId, actorRole, subjectType, subjectId } = auditLog;
const startEntry = alias(auditLog, 'begun');

/** The place of the row that a page begins after. */
const startRowOf = ({ afterId }: FilterValues) =>
  sql`from ${auditLog} begun where ${startEntry.id} = ${afterId}::bigint`;
const isBehind = (operator: '<' | '>', filter: FilterValues) => sql`(${filter.afterId}::bigint is null
  or (${at}, ${id}) ${sql.raw(operator)} (select ${startEntry.at}, ${startEntry.id} ${startRowOf(filter)}))`;

/** The rows of the span behind the row that a page begins after, in the order of the page. */
const spans: Record<Sort, (wanted: FilterValues) => SQL> = {
  newest: (filter) => sql`${at} >= ${filter.from} and ${at} < ${filter.until}
    and ${at} <= coalesce((select ${startEntry.at} ${startRowOf(filter)}), ${filter.until}) and ${isBehind('<', filter)}`,
  oldest: (filter) => sql`${at} >= ${filter.from} and ${at} < ${filter.until}
    and ${at} >= coalesce((select ${startEntry.at} ${startRowOf(filter)}), ${filter.from}) and ${isBehind('>', filter)}`,
};

/** The first rows in an order. */
const firstOf = (db: Reads, sort: Sort, filter: FilterValues, ...conditions: SQL[]) => {
  const direction = sort === 'newest' ? desc : asc;
  return db
    .select({ id, at })
    .from(auditLog)
    .where(and(...conditions, spans[sort](filter)))
    .orderBy(direction(at), direction(id))
    .limit(filter.limit);
};
type FirstEntry = ReturnType<typeof firstOf>;

const value = sql`each.value`;
/** Matches each value of a list: each is one short range of an index. */
const firstOfEach = (db: Reads, list: SQL, firstEntry: FirstEntry) => {
  const range = firstEntry.as('range');
  return db
    .select({ id: range.id, at: range.at })
    .from(sql`unnest(${list}) as each (value)`)
    .crossJoinLateral(range);
};

const ofRole = ({ role }: FilterValues) => sql`(${role}::text is null or ${actorRole} = ${role})`;
const matchesFilter = (filter: FilterValues) =>
  sql`${ofRole(filter)} and (${filter.actions}::text[] is null or ${action} = any(${filter.actions}))`;

const rareRoles = ['visitor', 'system', 'staff', 'admin'];

const firstOfAll = (db: Reads, sort: Sort, filter: FilterValues) =>
  firstOf(db, sort, filter, ofRole(filter)).as('found');
// The predicate of the index, so that the planner can use it.
const ofRareRole = (db: Reads, sort: Sort, filter: FilterValues) =>
  firstOf(db, sort, filter, inArray(actorRole, rareRoles), eq(actorRole, filter.role)).as('found');
const ofActions = (db: Reads, sort: Sort, filter: FilterValues) =>
  firstOfEach(db, sql`${filter.actions}::text[]`, firstOf(db, sort, filter, eq(action, value), ofRole(filter))).as(
    'found',
  );
const ofSubject = (db: Reads, sort: Sort, filter: FilterValues) => rangesOfSubject(db, sort, filter).as('found');
const rangesOfSubject = (db: Reads, sort: Sort, filter: FilterValues) =>
  firstOfEach(
    db,
    sql`${filter.types}::text[]`,
    firstOf(db, sort, filter, eq(subjectType, value), eq(subjectId, filter.id), matchesFilter(filter)),
  );
const ofSearch = (db: Reads, sort: Sort, filter: FilterValues) => {
  const { userIds } = filter;
  const byUser = firstOf(db, sort, filter, eq(actorId, value), matchesFilter(filter));
  const aboutUser = firstOf(
    db,
    sort,
    filter,
    eq(subjectType, 'user'),
    sql`${subjectId} = any(${userIds}::text[])`,
    matchesFilter(filter),
  );
  return union(firstOfEach(db, sql`${userIds}::uuid[]`, byUser), aboutUser, rangesOfSubject(db, sort, filter)).as(
    'found',
  );
};

/** A page in each order of what `foundIn` selects, and how many there are in all. */
const listQuery = (foundIn: typeof firstOfAll) => {
  const page = (sort: Sort) => (db: Reads, filter: FilterValues) => {
    const direction = sort === 'newest' ? desc : asc;
    const matches = foundIn(db, sort, filter);
    const entriesOnPage = db
      .select({ id: matches.id, at: matches.at })
      .from(matches)
      .orderBy(direction(matches.at), direction(matches.id))
      .limit(filter.limit)
      .as('shown');
    return db
      .select({ ...loggedFields, checkpointed: isCheckpointed.mapWith(Boolean) })
      .from(entriesOnPage)
      .innerJoin(auditLog, eq(auditLog.id, entriesOnPage.id))
      .orderBy(direction(entriesOnPage.at), direction(entriesOnPage.id));
  };
  const countQuery = (db: Reads, filter: FilterValues) => {
    const matches = foundIn(db, 'newest', filter);
    const cappedMatches = db.select({ id: matches.id }).from(matches).limit(filter.limit).as('some');
    return db.select({ count: count() }).from(cappedMatches);
  };
  return { newest: rows(page('newest')), oldest: rows(page('oldest')), count: one(countQuery) };
};

const reading = {
  all: listQuery(firstOfAll),
  rareRole: listQuery(ofRareRole),
  actions: listQuery(ofActions),
  search: listQuery(ofSearch),
  subject: listQuery(ofSubject),
};
export type ShownRow = Awaited<ReturnType<typeof reading.all.newest>>[number];

function readingOf({ actions, role }: LogFilter, wantedSearch: Search | Subject | undefined) {
  if (wantedSearch) return 'userIds' in wantedSearch ? reading.search : reading.subject;
  if (actions !== null) return reading.actions;
  return role !== null && rareRoles.includes(role) ? reading.rareRole : reading.all;
}

const noSearch: Search = { userIds: [], types: [], id: '' };

/**
 * Reads a page of the log in the requested order: all of it, the matches of a search, or the entries about one
 * subject.
 */
export async function readLog(
  db: Pick<Db, 'ask'>,
  filter: LogFilter,
  wantedSearch?: Search | Subject,
): Promise<ShownRow[]> {
  return readingOf(filter, wantedSearch)[filter.sort](db, { ...noSearch, ...filter, ...wantedSearch });
}

/** The number of entries that match, at most `maxCounted`. */
export async function countLog(
  db: Pick<Db, 'ask'>,
  filter: LogFilter,
  wantedSearch?: Search | Subject,
): Promise<number> {
  const all = { ...noSearch, ...filter, ...wantedSearch, afterId: null, limit: maxCounted };
  return (await readingOf(filter, wantedSearch).count(db, all)).count;
}

const textsOf = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'auditText'>[] }>) =>
  db.select({ id: auditTexts.id, text: auditTexts.text }).from(auditTexts).where(isOneOf(auditTexts.id, ids)),
);

/** The texts about users that the log refers to; those of erased users are missing. */
export async function readTexts(db: Pick<Db, 'ask'>, ids: readonly Id<'auditText'>[]): Promise<Map<string, string>> {
  const texts = ids.length === 0 ? [] : await textsOf(db, { ids });
  return new Map(texts.map(({ id: textId, text }) => [textId, text]));
}

/** Each value of a column once, by hopping through its index instead of reading the log. */
const distinctValues = (name: typeof action | typeof subjectType) => {
  const readValues = rows(
    textQuery<{ value: string }>(
      () => sql`
        with recursive hop as (
          select min(${name}) as value from ${auditLog}
          union all select (select min(${name}) from ${auditLog} where ${name} > hop.value) from hop
          where hop.value is not null)
        select value from hop where value is not null`,
    ),
  );
  return async (db: Pick<Db, 'ask'>) => (await readValues(db)).map(({ value }) => value);
};
/** Every action that was ever recorded, in alphabetical order. */
export const listActions = distinctValues(action);
/** Every kind of subject in the log. */
export const listSubjectTypes = distinctValues(subjectType);

/** Rows without a checkpoint are searched for among this many of the newest rows. */
const freshRows = 1_000;

/** The end of the chain, and the number of newest rows that wait for it. */
export const readState = one((db: Reads) => {
  const newest = desc(auditCheckpoints.seq);
  const { seq } = auditCheckpoints;
  const lastCheckpoint = db.select({ seq }).from(auditCheckpoints).orderBy(newest).limit(1);
  const until = db
    .select({ at })
    .from(auditCheckpoints)
    .innerJoin(auditLog, eq(auditLog.id, auditCheckpoints.auditId))
    .orderBy(newest)
    .limit(1);
  const freshEntries = db.select({ id }).from(auditLog).orderBy(desc(id)).limit(freshRows).as('fresh');
  const checkpointOf = db.select().from(auditCheckpoints).where(eq(auditCheckpoints.auditId, freshEntries.id));
  const waitingCount = db.select({ count: count() }).from(freshEntries).where(notExists(checkpointOf));
  return db
    .select({
      checkpointed: sql`coalesce(${lastCheckpoint}, 0)`.mapWith(Number),
      checkpointedUntil: sql`${until}`.mapWith(momentOrNull),
      waiting: sql`${waitingCount}`.mapWith(Number),
    })
    .from(oneRow);
});
