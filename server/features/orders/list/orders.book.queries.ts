import type { Db } from '#server/db/connection.ts';
import { jsonView } from '#server/db/json-view.ts';
import { column, filtered as filteredColumn } from '#server/db/rows.ts';
import { readStatement, sqlList } from '#server/db/statements.ts';
import { orderSorts, type OrderSortColumn } from '#shared/orders/orders.contract.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { HandlingFilter } from '#shared/users/users.handling.ts';
import { adminFields, decidedBy, listReader, type JsonList } from './orders.view.queries.ts';

/**
 * The order book must answer fast at a million orders, so none of its questions reads more than it shows:
 * - every filter is an equality at the front of an index that goes on with the date, so each status and type is one
 *   ordered range, and the page is the merge of at most ten short ranges;
 * - a search is first turned into a few orders and users by indexes of its own;
 * - counting stops at `maxCounted`, and paging by number ends there too, as does sorting by a column: of each status and
 *   type no more rows than that are compared. docs/decisions say why.
 */
export const maxCounted = 10_000;
/** A search that fits more users than this is answered by walking the book instead of by their orders. */
const maxUsers = 1_000;
const maxKeyed = 1_000;

export type BookFilter = {
  statuses: readonly string[];
  types: readonly string[];
  currency: string | null;
  from: Date;
  /** Excluded. */
  before: Date;
  handling: HandlingFilter;
};

type Sort = (typeof orderSorts)[number];
export type BookPage = { sort: Sort; limit: number; offset: number };

/** What a search of the order book comes down to, with the last values of the statements that answer it. */
export type BookSearch = {
  /**
   * `address` an exact deposit address, `account` the receiving account of exchanges, `matches` ids of orders (by
   * reference, hash, final transaction id or note) and of users (by name or e-mail); `frequentMatches` a pattern
   * instead of users, where they are too many to list.
   */
  by: 'nothing' | 'address' | 'account' | 'matches' | 'frequentMatches';
  values: readonly unknown[];
  /** Whether open orders come first, of `matches`. */
  openFirst?: boolean;
};

const order = { newest: 'desc', oldest: 'asc' } as const;
type DateSort = keyof typeof order;

/** What order `t` is sorted by in each column: looked up row by row, so that no table is read in full for it. */
const sortKeys: Record<OrderSortColumn, string> = {
  reference: 't.reference',
  status: 't.status',
  given: 'coalesce(t.crypto_symbol, t.from_currency)',
  payout: 't.payout_amount',
  value: 't.value_usd',
  customer: `(select lower(w.first_name || ' ' || w.last_name) from users w where w.id = t.user_id)`,
  assignee: '(select lower(w.first_name) from users w where w.id = t.assignee_id)',
  decidedBy: `lower(${decidedBy})`,
};

/** Who has an order and its tag, as three parameters from `$first` on. */
export const handledBy = (first: number) =>
  `($${first}::uuid is null or t.assignee_id = $${first}) and (not $${first + 1}::boolean or t.assignee_id is null)
    and ($${first + 2}::text is null or t.tags @> array[$${first + 2}])`;
export const handlingValues = ({ assigneeId, isUnassigned, tag }: HandlingFilter) => [assigneeId, isUnassigned, tag];

// In every statement: $1 statuses, $2 types, $3 currency, $4 from, $5 before, $6 orders after $7 that are left out; then
// $8 to $10 as handledBy, then the values of the search.
const currencyAndHandled = `($3::text is null or t.payout_currency = $3::text) and ${handledBy(8)}`;
const fits = `t.status = any($1::text[]) and t.type = any($2::text[]) and t.created_at >= $4 and t.created_at < $5
  and ${currencyAndHandled}`;

/** What waits comes before what is finished where $13 says so: whoever searches has work in hand. */
const isOpen = `($13::boolean and t.status in (${sqlList(openStatuses)}))`;

/** The rows `r` of one source: all that count, or those that a page in this order needs; `shown` are the columns of `t`. */
type Source = (sort?: DateSort, shown?: string) => string;

/** One ordered range for each status and type, of an index that `key` begins with. */
const inRanges =
  (narrowed: string, { source = 'orders t', key = 't', id = 't.id' } = {}): Source =>
  (sort, shown = `t.id, ${key}.created_at`) =>
    `unnest($1::text[]) s(status) cross join unnest($2::text[]) k(type) cross join lateral (
     select ${shown} from ${source}
     where ${key}.status = s.status and ${key}.type = k.type and ${key}.created_at >= $4 and ${key}.created_at < $5
       and ${narrowed}
     ${sort ? `order by ${key}.created_at ${order[sort]}, ${id} ${order[sort]} limit $6::int + $7::int` : `limit ${maxCounted}`}) r`;

const sources = {
  anyCurrency: inRanges('$3::text is null'),
  currency: inRanges('t.payout_currency = $3::text'),
  // Repeated outside of handledBy, so that a generic plan can use the index.
  assignee: inRanges(`t.assignee_id = $8 and ${currencyAndHandled}`),
  unassigned: inRanges(`t.assignee_id is null and ${currencyAndHandled}`),
  tag: inRanges(`g.tag = $10 and ${currencyAndHandled}`, {
    source: 'order_tags g join orders t on t.id = g.order_id',
    key: 'g',
    id: 'g.order_id',
  }),
  address: inRanges(`t.deposit_address = $11 and ${currencyAndHandled}`),
  account: inRanges(`t.receiving_account_id = $11::uuid and ${currencyAndHandled}`),
  // An order found both ways is listed once.
  matches: (_sort, shown = `t.id, t.created_at, ${isOpen} as open`) =>
    `(select ${shown} from orders t where t.id = any($11::uuid[]) and ${fits}
    union all select ${shown} from orders t
    where t.user_id = any($12::uuid[]) and t.id <> all($11::uuid[]) and ${fits}) r`,
  frequentMatches: () => `(select t.id, t.created_at from orders t where ${fits} and (t.id = any($11::uuid[])
    or (select lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $12
        from users u where u.id = t.user_id))) r`,
} satisfies Record<string, Source>;
type SourceName = keyof typeof sources;

/** Where counting would walk the whole book: what is left out and shown, and one more where the page is full. */
const countedSoFar = `(select ($7::int + count(*) + (count(*) = $6::int)::int)::int from page)`;

const adminLine = jsonView(adminFields);

const isDateSort = (sort: Sort): sort is DateSort => sort in order;

/** How the rows are sorted by a column; those without a value are last either way. */
function columnOrder(sort: Exclude<Sort, DateSort>) {
  const isDown = sort.startsWith('-');
  return {
    key: sortKeys[sort.replace('-', '') as OrderSortColumn],
    direction: `${isDown ? 'desc' : 'asc'} nulls last`,
  };
}

function bookReader(name: SourceName, wanted: Sort) {
  // Too many to compare: the newest of them are found by walking the book.
  const sort = name === 'frequentMatches' && !isDateSort(wanted) ? 'newest' : wanted;
  const source: Source = sources[name];
  const counted = `(select count(*)::int from (select 1 from ${source()} limit ${maxCounted}) n)`;
  const common = {
    total: name === 'frequentMatches' ? countedSoFar : counted,
    orders: '(page p join orders t on t.id = p.id join users u on u.id = t.user_id)',
  };
  if (!isDateSort(sort)) {
    const { key, direction } = columnOrder(sort);
    return listReader(adminLine, {
      ...common,
      with: `with page as materialized (select t.id, t.created_at, ${key} as key
        from (select r.* from ${source(undefined, 't.*')} limit ${maxCounted}) t
        order by key ${direction}, t.created_at, t.id limit $6 offset $7)`,
      sortedBy: `p.key ${direction}, p.created_at, p.id`,
    });
  }
  const openFirst = (row: string) => (name === 'matches' ? `${row}.open desc, ` : '');
  return listReader(adminLine, {
    ...common,
    with: `with page as materialized (select r.id, r.created_at${name === 'matches' ? ', r.open' : ''} from ${source(sort)}
      order by ${openFirst('r')}r.created_at ${order[sort]}, r.id ${order[sort]} limit $6 offset $7)`,
    sortedBy: `${openFirst('p')}p.created_at ${order[sort]}, p.id ${order[sort]}`,
  });
}

/** One statement for each source and order, made once. */
const readers = Object.fromEntries(
  Object.keys(sources).map((name) => [
    name,
    Object.fromEntries(orderSorts.map((sort) => [sort, bookReader(name as SourceName, sort)])),
  ]),
) as Record<SourceName, Record<Sort, ReturnType<typeof bookReader>>>;

export async function readBook(
  db: Pick<Db, 'run'>,
  search: BookSearch,
  { statuses, types, currency, from, before, handling }: BookFilter,
  { sort, limit, offset }: BookPage,
): Promise<JsonList> {
  const filter = [statuses, types, currency, from, before, limit, offset];
  const source = search.by === 'nothing' ? handledIn(handling) : search.by;
  const isFirst = source === 'matches' ? [search.openFirst ?? false] : [];
  if (source) return readers[source][sort](db, [...filter, ...handlingValues(handling), ...search.values, ...isFirst]);
  return readers[currency === null ? 'anyCurrency' : 'currency'][sort](db, filter);
}

/** The narrowest index is read: a member has fewer orders than a tag, and most orders are unassigned. */
function handledIn({ assigneeId, isUnassigned, tag }: HandlingFilter): SourceName | undefined {
  if (assigneeId !== null) return 'assignee';
  if (tag !== null) return 'tag';
  return isUnassigned ? 'unassigned' : undefined;
}

/** Whether any order was shown this deposit address. */
export const isDepositAddress = readStatement({}).exists<[address: string]>()`
  select 1 from orders where deposit_address = $1 limit 1`;

// Bounds instead of LIKE: a prepared plan can use them without knowing the text.
const startsWith = (column: string, low: string, high: string) => `${column} ~>=~ ${low} and ${column} ~<~ ${high}`;

const keyMatches = readStatement({ id: column.uuid }).values<
  [reference: string, referenceEnd: string, text: string, textEnd: string, id: string | null]
>()`
  (select id from orders where ${startsWith('reference', '$1', '$2')}
    order by reference using ~<~ limit ${maxKeyed})
  union (select id from orders where transaction_hash is not null
    and ${startsWith('lower(transaction_hash)', '$3', '$4')} limit ${maxKeyed})
  union (select id from orders where admin_transaction_id is not null
    and ${startsWith('lower(admin_transaction_id)', '$3', '$4')} limit ${maxKeyed})
  union (select id from orders where id = $5::uuid)`;

const noted = readStatement({ id: filteredColumn(column.uuid) }).values<[pattern: string]>()`
  select distinct order_id as id from notes where order_id is not null and lower(text) like $1 limit ${maxKeyed}`;

// A function of the database, because only there can the planner be kept from reading all users from the front.
const matchingUsers = readStatement({ id: column.uuid }).values<[pattern: string]>()`
  select users_containing as id from users_containing($1, ${maxUsers + 1})`;

export type SearchKeys = {
  reference: string;
  text: string;
  id: string | null;
  pattern: string;
  searchesUsers: boolean;
  searchesNotes: boolean;
};

export async function findMatches(
  db: Pick<Db, 'run'>,
  { reference, text, id, pattern, searchesUsers, searchesNotes }: SearchKeys,
): Promise<BookSearch> {
  const end = '\u{10ffff}';
  const byKey = await keyMatches(db, reference, reference + end, text, text + end, id);
  const byNote = searchesNotes ? await noted(db, pattern) : [];
  const byName = searchesUsers ? await matchingUsers(db, pattern) : [];
  const orderIds = [...byKey, ...byNote];
  if (byName.length > maxUsers) return { by: 'frequentMatches', values: [orderIds, pattern] };
  return { by: 'matches', values: [orderIds, byName], openFirst: true };
}
