import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { isOneOf, one, type Blanks, type Reads } from '#server/db/query.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { keysOf, recordOf } from '#shared/kernel/records.ts';
import { orderSorts, type OrderSortColumn } from '#shared/orders/admin/orders.admin.contract.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { OpenWork } from '#shared/orders/orders.work.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import type { HandlingFilter } from '#shared/users/users.handling.ts';
import { orders, orderTags } from '../orders.tables.ts';
import { decidedBy } from './orders.parts.queries.ts';
import { adminListOf, type AdminLineRow } from './orders.view.queries.ts';
import { isOfWork } from './orders.work.queries.ts';

/*
 * The order book must answer fast at a million orders, so none of its questions reads more than it shows:
 * - every filter is an equality at the front of an index that goes on with the date, so each status and type is one
 *   ordered range, and the page is the merge of at most ten short ranges;
 * - a search is first turned into a few orders and users by indexes of its own;
 * - counting stops at `maxCounted`, and so do paging by number and sorting by a column, which compares no more rows
 *   than that of each status and type. docs/decisions say why.
 */

export type BookFilter = {
  statuses: readonly string[];
  types: readonly string[];
  currency: string | null;
  from: Date;
  /** Exclusive. */
  before: Date;
  handling: HandlingFilter;
  /** Open orders that wait for this; null for all orders. */
  work: OpenWork | null;
  /** The reader: an own order is none of their work. */
  readerId: Id<'user'>;
};

type Sort = (typeof orderSorts)[number];
export type BookPage = { sort: Sort; limit: number; offset: number };

/**
 * A search of the order book is one of these: `address`, a deposit address; `account`, the receiving account of
 * exchanges; `matches`, ids of orders and users; `frequentMatches`, patterns where the users are too many to list.
 */
export type BookSearch =
  | { by: 'nothing' }
  | { by: 'address'; address: string }
  | { by: 'account'; accountId: Id<'paymentMethod'> }
  | { by: 'matches'; orderIds: readonly Id<'order'>[]; userIds: readonly Id<'user'>[]; openFirst?: boolean }
  | { by: 'frequentMatches'; orderIds: readonly Id<'order'>[]; patterns: readonly string[] };

/** The values of every search; those that it does not ask for are empty. */
const emptySearch = { address: '', accountId: null, orderIds: [], userIds: [], openFirst: false, patterns: [] };

type Values = Omit<BookFilter, 'handling'> &
  HandlingFilter & {
    limit: number;
    offset: number;
    /** The last row of the page, counted from the first of the list. */
    through: number;
    address: string;
    accountId: Id<'paymentMethod'> | null;
    orderIds: readonly Id<'order'>[];
    userIds: readonly Id<'user'>[];
    openFirst: boolean;
    patterns: readonly string[];
  };
export type BookBlanks = Blanks<Values>;

const order = { newest: desc, oldest: asc } as const;
type DateSort = keyof typeof order;

const worker = aliasedTable(users, 'worker');
const nameOfUser = (id: SQLWrapper, name: SQL) =>
  sql`(select ${name} from ${users} ${worker} where ${worker.id} = ${id})`;

/** The values that a column is sorted by; looked up for each row, so that no table is read in full for it. */
const sortKeys: Record<OrderSortColumn, SQLWrapper> = {
  reference: orders.reference,
  status: orders.status,
  given: sql`coalesce(${orders.cryptoSymbol}, ${orders.fromCurrency})`,
  payout: orders.payoutAmount,
  value: orders.valueUsd,
  customer: nameOfUser(orders.userId, sql`lower(${worker.firstName} || ' ' || ${worker.lastName})`),
  assignee: nameOfUser(orders.assigneeId, sql`lower(${worker.firstName})`),
  decidedBy: sql`lower(${decidedBy})`,
};

/** Filters by assignee and tag. */
export const handledBy = ({ assigneeId, isUnassigned, tag }: Blanks<HandlingFilter>) =>
  sql`(${assigneeId}::uuid is null or ${orders.assigneeId} = ${assigneeId}) and
    (not ${isUnassigned}::boolean or ${orders.assigneeId} is null) and
    (${tag}::text is null or ${orders.tags} @> array[${tag}])`;

const currencyAndHandled = (blanks: BookBlanks) =>
  sql`(${blanks.currency}::text is null or ${orders.payoutCurrency} = ${blanks.currency}::text) and ${handledBy(blanks)}
    and ${isOfWork(blanks)}`;
const matchesFilter = (blanks: BookBlanks) =>
  and(
    isOneOf(orders.status, blanks.statuses),
    isOneOf(orders.type, blanks.types),
    gte(orders.createdAt, blanks.from),
    lt(orders.createdAt, blanks.before),
    currencyAndHandled(blanks),
  );

/**
 * The rows of one source, each with `id` and `created_at`: those that a page in this order needs, or all that count;
 * then with all their columns where they are sorted by one.
 */
type Source = (db: Reads, blanks: BookBlanks, wanted: { sort?: DateSort; isWide?: boolean }) => SQLWrapper;

const orderKeys = { id: orders.id, createdAt: orders.createdAt };
const columnsFor = (isWide = false) => (isWide ? getTableColumns(orders) : orderKeys);

type Keys = Record<'status' | 'type' | 'createdAt', SQLWrapper>;

/** One ordered range for each status and type, of an index that `key` begins with. */
const ranges = ({ statuses, types }: BookBlanks, range: SQLWrapper) =>
  sql`(select r.* from unnest(${statuses}::text[]) s(status) cross join unnest(${types}::text[]) k(type)
    cross join lateral ${range} r)`;
const inRange = (key: Keys, { from, before }: BookBlanks) =>
  sql`${key.status} = s.status and ${key.type} = k.type and ${key.createdAt} >= ${from} and ${key.createdAt} < ${before}`;

const inRanges =
  (conditionOf: (blanks: BookBlanks) => SQL): Source =>
  (db, blanks, { sort, isWide }) => {
    const range = db
      .select(columnsFor(isWide))
      .from(orders)
      .where(and(inRange(orders, blanks), conditionOf(blanks)));
    if (!sort) return ranges(blanks, range.limit(maxCounted));
    const direction = order[sort];
    return ranges(blanks, range.orderBy(direction(orders.createdAt), direction(orders.id)).limit(blanks.through));
  };

/** Ranges by the index of tags. */
const withTag: Source = (db, blanks, { sort, isWide }) => {
  const range = db
    .select(columnsFor(isWide))
    .from(orderTags)
    .innerJoin(orders, eq(orders.id, orderTags.orderId))
    .where(and(inRange(orderTags, blanks), eq(orderTags.tag, blanks.tag), currencyAndHandled(blanks)));
  if (!sort) return ranges(blanks, range.limit(maxCounted));
  const direction = order[sort];
  return ranges(
    blanks,
    range.orderBy(direction(orderTags.createdAt), direction(orderTags.orderId)).limit(blanks.through),
  );
};

/** Open orders are listed before finished ones if asked: a member who searches has work in hand. */
const isFirst = ({ openFirst }: BookBlanks) =>
  sql`(${openFirst}::boolean and ${inArray(orders.status, [...openStatuses])})`;

/** True where the name of an order's customer matches. */
const isCalled = ({ patterns }: BookBlanks) => nameOfUser(orders.userId, isNamed(worker.searchText, patterns));

const sources = {
  anyCurrency: inRanges(({ currency }) => sql`${currency}::text is null`),
  currency: inRanges(({ currency }) => sql`${orders.payoutCurrency} = ${currency}::text`),
  // Open orders alone, which are few.
  work: inRanges(currencyAndHandled),
  // Repeated outside of handledBy, so that a generic plan can use the index.
  assignee: inRanges((blanks) => sql`${orders.assigneeId} = ${blanks.assigneeId} and ${currencyAndHandled(blanks)}`),
  unassigned: inRanges((blanks) => sql`${orders.assigneeId} is null and ${currencyAndHandled(blanks)}`),
  tag: withTag,
  address: inRanges((blanks) => sql`${orders.depositAddress} = ${blanks.address} and ${currencyAndHandled(blanks)}`),
  account: inRanges(
    (blanks) => sql`${orders.receivingAccountId} = ${blanks.accountId}::uuid and ${currencyAndHandled(blanks)}`,
  ),
  // An order found both ways is listed once.
  matches: (db, blanks, { isWide }) => {
    const matchingOrders = (condition: SQL) =>
      db
        .select({ ...columnsFor(isWide), open: isFirst(blanks).as('open') })
        .from(orders)
        .where(and(condition, matchesFilter(blanks)));
    return unionAll(
      matchingOrders(sql`${orders.id} = any(${blanks.orderIds}::uuid[])`),
      matchingOrders(
        sql`${orders.userId} = any(${blanks.userIds}::uuid[]) and ${orders.id} <> all(${blanks.orderIds}::uuid[])`,
      ),
    );
  },
  frequentMatches: (db, blanks) =>
    db
      .select(orderKeys)
      .from(orders)
      .where(and(matchesFilter(blanks), or(sql`${orders.id} = any(${blanks.orderIds}::uuid[])`, isCalled(blanks)))),
} satisfies Record<string, Source>;
type SourceName = keyof typeof sources;

const isDateSort = (sort: Sort): sort is DateSort => sort in order;

/** The page of a source by date: its ids, open ones first where the search asks for that. */
function pageByDate(name: SourceName, sort: DateSort) {
  const direction = sql.raw(sort === 'newest' ? 'desc' : 'asc');
  const openFirst = (row: 'r' | 'page') => (name === 'matches' ? sql.raw(`${row}.open desc, `) : sql``);
  const openColumn = name === 'matches' ? sql`, r.open` : sql``;
  const page = (db: Reads, blanks: BookBlanks) =>
    sql`(select r.id, r.created_at${openColumn} from ${sources[name](db, blanks, { sort })} r
      order by ${openFirst('r')}r.created_at ${direction}, r.id ${direction} limit ${blanks.limit} offset ${blanks.offset})`;
  return adminListOf(page, [sql`${openFirst('page')}page.created_at ${direction}, page.id ${direction}`]);
}

/** The page by a column; orders without a value are last either way. */
function pageByColumn(name: SourceName, sort: Exclude<Sort, DateSort>) {
  // A sort by column is a column, with a minus where it descends.
  const key = sortKeys[sort.replace('-', '') as OrderSortColumn];
  const direction = sql.raw(`${sort.startsWith('-') ? 'desc' : 'asc'} nulls last`);
  const page = (db: Reads, blanks: BookBlanks) =>
    sql`(select ${orders.id}, ${orders.createdAt}, ${key} as key
      from (select r.* from ${sources[name](db, blanks, { isWide: true })} r limit ${maxCounted}) ${orders}
      order by key ${direction}, ${orders.createdAt}, ${orders.id} limit ${blanks.limit} offset ${blanks.offset})`;
  return adminListOf(page, [sql`page.key ${direction}, page.created_at, page.id`]);
}

const countOf = (name: SourceName) =>
  one((db: Reads, blanks: BookBlanks) => {
    const cappedRows = sql`(select 1 from ${sources[name](db, blanks, {})} r limit ${maxCounted}) n`;
    return db.select({ total: count() }).from(cappedRows);
  });

const counts = recordOf(keysOf(sources), countOf);

function readerOf(name: SourceName, sort: Sort) {
  if (isDateSort(sort)) return pageByDate(name, sort);
  // Frequent matches are too many to compare: the newest of them are found by walking the book.
  return name === 'frequentMatches' ? pageByDate(name, 'newest') : pageByColumn(name, sort);
}

/** One query for each source and order, and one for each count, made once. */
const readers = recordOf(keysOf(sources), (name) => recordOf(orderSorts, (sort) => readerOf(name, sort)));

/**
 * A page of the book. Its total stops at `maxCounted`, and where counting would walk the whole book it is what has been
 * shown.
 */
export async function readBook(
  db: Pick<Db, 'ask'>,
  search: BookSearch,
  { handling, ...filter }: BookFilter,
  { sort, limit, offset }: BookPage,
): Promise<{ lines: AdminLineRow[]; total: number }> {
  const name = sourceOf(search, filter, handling);
  const values = { ...emptySearch, ...search, ...filter, ...handling, limit, offset, through: limit + offset };
  const lines = await readers[name][sort](db, values);
  const shownCount = offset + lines.length;
  if (name === 'frequentMatches') return { lines, total: shownCount + Number(lines.length === limit) };
  return { lines, total: (await counts[name](db, values)).total };
}

/** The narrowest index is read: a member has fewer orders than a tag, and most orders are unassigned. */
function sourceOf(
  search: BookSearch,
  { currency, work }: Pick<BookFilter, 'currency' | 'work'>,
  handling: HandlingFilter,
): SourceName {
  if (search.by !== 'nothing') return search.by;
  if (handling.assigneeId !== null) return 'assignee';
  if (handling.tag !== null) return 'tag';
  if (handling.isUnassigned) return 'unassigned';
  if (work !== null) return 'work';
  return currency === null ? 'anyCurrency' : 'currency';
}
