import type { Db } from '#server/db/connection.ts';
import { jsonView } from '#server/db/json-view.ts';
import { column, filtered as filteredColumn } from '#server/db/rows.ts';
import { readStatement } from '#server/db/statements.ts';
import type { HandlingFilter } from '#shared/users/users.handling.ts';
import { adminFields, listReader, type JsonList } from './orders.view.queries.ts';

/**
 * The order book must answer fast at a million orders, so none of its questions reads more than it shows:
 * - every filter is an equality at the front of an index that goes on with the date, so each status and type is one
 *   ordered range, and the page is the merge of at most ten short ranges;
 * - a search is first turned into a few orders and users by indexes of its own;
 * - counting stops at `maxCounted`, and paging by number ends there too. docs/decisions say why.
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

export type BookPage = { sort: 'newest' | 'oldest'; limit: number; offset: number };

/** What a search came down to. */
export type SearchMatches = {
  /** Orders known by the text itself: reference, hash, final transaction id, a note. */
  orderIds: string[];
  /** Users whose e-mail or name contains the text; null when they are too many to list. */
  userIds: string[] | null;
};

/** What a search of the order book comes down to. */
export type BookSearch =
  | { by: 'nothing' }
  | { by: 'address'; address: string }
  /** The receiving account that exchanges were paid into. */
  | { by: 'account'; accountId: string }
  /** `pattern` where the users are too many to list. */
  | { by: 'matches'; matches: SearchMatches; pattern: string };

const order = { newest: 'desc', oldest: 'asc' } as const;
type Sort = keyof typeof order;

/** $1 statuses, $2 types, $3 currency, $4 from, $5 before: the same in every statement below. */
const ranges = (narrowed: string, source = 'orders t', r = 't') =>
  `unnest($1::text[]) s(status) cross join unnest($2::text[]) k(type) cross join lateral (
     select t.id, ${r}.created_at from ${source}
     where ${r}.status = s.status and ${r}.type = k.type and ${r}.created_at >= $4 and ${r}.created_at < $5
       and ${narrowed}`;
/** Who has an order and its tag, as three parameters from `$first` on. */
export const handledBy = (first: number) =>
  `($${first}::uuid is null or t.assignee_id = $${first}) and (not $${first + 1}::boolean or t.assignee_id is null)
    and ($${first + 2}::text is null or t.tags @> array[$${first + 2}])`;
/** The values of `handledBy`. */
export const handlingValues = ({ assigneeId, isUnassigned, tag }: HandlingFilter) => [assigneeId, isUnassigned, tag];
const handled = handledBy(8);
const anyCurrencyAt = '$3::text is null';
const oneCurrencyAt = 't.payout_currency = $3::text';
const currencyAndHandled = `($3::text is null or t.payout_currency = $3::text) and ${handled}`;
const oneAccountAt = `t.receiving_account_id = $11::uuid and ${currencyAndHandled}`;
const oneAddressAt = `t.deposit_address = $11 and ${currencyAndHandled}`;
// Repeated outside of `handled`, so that a generic plan can use the index.
const oneAssigneeAt = `t.assignee_id = $8 and ${currencyAndHandled}`;
const noAssigneeAt = `t.assignee_id is null and ${currencyAndHandled}`;
const oneTagAt = `g.tag = $10 and ${currencyAndHandled}`;
const byTag = ['order_tags g join orders t on t.id = g.order_id', 'g'] as const;

const fits = `t.status = any($1::text[]) and t.type = any($2::text[]) and ($3::text is null or t.payout_currency = $3)
  and t.created_at >= $4 and t.created_at < $5 and ${handled}`;

/** Ids and dates of the page, `$6` long after `$7` are left out. */
const pageOf = {
  filtered: (sort: Sort, narrowed: string, source?: string, key = 't') =>
    `select r.id, r.created_at from ${ranges(narrowed, source, key)}
       order by ${key}.created_at ${order[sort]}, ${key === 't' ? 't.id' : `${key}.order_id`} ${order[sort]}
       limit $6::int + $7::int) r
     order by r.created_at ${order[sort]}, r.id ${order[sort]} limit $6 offset $7`,
  matches: (sort: Sort) =>
    `select h.id, h.created_at from (${matches}) h
     order by h.created_at ${order[sort]}, h.id ${order[sort]} limit $6 offset $7`,
  frequentMatches: (sort: Sort) =>
    `select t.id, t.created_at from orders t where ${fits} and (t.id = any($12::uuid[])
       or (select lower(coalesce(u.email, '') || ' ' || u.first_name || ' ' || u.last_name) like $11
           from users u where u.id = t.user_id))
     order by t.created_at ${order[sort]}, t.id ${order[sort]} limit $6 offset $7`,
};

/** $11 order ids, $12 user ids. A union, so that an order found both ways is listed once. */
const matches = `select t.id, t.created_at from orders t where t.id = any($11::uuid[]) and ${fits}
  union select t.id, t.created_at from orders t where t.user_id = any($12::uuid[]) and ${fits}`;

const counted = (rows: string) => `(select count(*)::int from (${rows} limit ${maxCounted}) n)`;
/** Where counting would walk the whole book: what is left out and shown, and one more where the page is full. */
const countedSoFar = `(select ($7::int + count(*) + (count(*) = $6::int)::int)::int from page)`;

const adminLine = jsonView(adminFields);

const bookReader = (sort: Sort, page: string, total: string) =>
  listReader(adminLine, {
    with: `with page as materialized (${page})`,
    total,
    orders: '(page p join orders t on t.id = p.id join users u on u.id = t.user_id)',
    sortedBy: `p.created_at ${order[sort]}, p.id ${order[sort]}`,
  });

/** One statement a question and a direction, made once. */
const bothDirections = (make: (sort: Sort) => ReturnType<typeof bookReader>) => ({
  newest: make('newest'),
  oldest: make('oldest'),
});

const filtered = (narrowed: string, ...from: readonly [source?: string, key?: string]) =>
  bothDirections((sort) =>
    bookReader(
      sort,
      pageOf.filtered(sort, narrowed, ...from),
      counted(`select 1 from ${ranges(narrowed, ...from)} limit ${maxCounted}) r`),
    ),
  );
const ofAnyCurrency = filtered(anyCurrencyAt);
const ofOneCurrency = filtered(oneCurrencyAt);
const ofAssignee = filtered(oneAssigneeAt);
const ofUnassigned = filtered(noAssigneeAt);
const ofTag = filtered(oneTagAt, ...byTag);
const ofAddress = filtered(oneAddressAt);
const ofAccount = filtered(oneAccountAt);
const ofMatches = bothDirections((sort) =>
  bookReader(sort, pageOf.matches(sort), counted(`select 1 from (${matches}) h`)),
);
const ofFrequentMatches = bothDirections((sort) => bookReader(sort, pageOf.frequentMatches(sort), countedSoFar));

const valuesOf = ({ statuses, types, currency, from, before }: BookFilter, { limit, offset }: BookPage) => [
  statuses,
  types,
  currency,
  from,
  before,
  limit,
  offset,
];

const allValuesOf = (filter: BookFilter, page: BookPage) => [
  ...valuesOf(filter, page),
  ...handlingValues(filter.handling),
];

/** A page of the order book by its filters alone. */
export async function readBook(db: Pick<Db, 'run'>, filter: BookFilter, page: BookPage): Promise<JsonList> {
  const statements = handledIn(filter.handling);
  if (statements) return statements[page.sort](db, allValuesOf(filter, page));
  const plain = filter.currency === null ? ofAnyCurrency : ofOneCurrency;
  return plain[page.sort](db, valuesOf(filter, page));
}

/** The narrowest index is read: a member has fewer orders than a tag, and most orders are unassigned. */
function handledIn({ assigneeId, isUnassigned, tag }: HandlingFilter) {
  if (assigneeId !== null) return ofAssignee;
  if (tag !== null) return ofTag;
  return isUnassigned ? ofUnassigned : undefined;
}

/** A page of the orders paid into one deposit address. */
export async function readBookOfAddress(
  db: Pick<Db, 'run'>,
  address: string,
  filter: BookFilter,
  page: BookPage,
): Promise<JsonList> {
  return ofAddress[page.sort](db, [...allValuesOf(filter, page), address]);
}

/** A page of the exchanges paid into one receiving account. */
export async function readBookOfAccount(
  db: Pick<Db, 'run'>,
  accountId: string,
  filter: BookFilter,
  page: BookPage,
): Promise<JsonList> {
  return ofAccount[page.sort](db, [...allValuesOf(filter, page), accountId]);
}

/** A page of the orders a search came down to. */
export async function readBookOfMatches(
  db: Pick<Db, 'run'>,
  { orderIds, userIds }: SearchMatches,
  pattern: string,
  filter: BookFilter,
  page: BookPage,
): Promise<JsonList> {
  const values = allValuesOf(filter, page);
  if (userIds !== null) return ofMatches[page.sort](db, [...values, orderIds, userIds]);
  return ofFrequentMatches[page.sort](db, [...values, pattern, orderIds]);
}

const addressKnown = readStatement({}, 'select 1 from orders where deposit_address = $1 limit 1');

/** Whether any order was shown this deposit address. */
export async function isDepositAddress(db: Pick<Db, 'run'>, address: string): Promise<boolean> {
  return (await db.run(addressKnown, [address])).length > 0;
}

// Bounds instead of LIKE: a prepared plan can use them without knowing the text.
const startsWith = (column: string, low: string, high: string) => `${column} ~>=~ ${low} and ${column} ~<~ ${high}`;

const keyed = readStatement(
  { id: column.uuid },
  `(select id from orders where ${startsWith('reference', '$1', '$2')}
     order by reference using ~<~ limit ${maxKeyed})
   union (select id from orders where transaction_hash is not null
     and ${startsWith('lower(transaction_hash)', '$3', '$4')} limit ${maxKeyed})
   union (select id from orders where admin_transaction_id is not null
     and ${startsWith('lower(admin_transaction_id)', '$3', '$4')} limit ${maxKeyed})
   union (select id from orders where id = $5::uuid)`,
);

const noted = readStatement(
  { id: filteredColumn(column.uuid) },
  `select distinct order_id as id from notes where order_id is not null and lower(text) like $1 limit ${maxKeyed}`,
);

// A function of the database, because only there can the planner be kept from reading all users from the front.
const matchingUsers = readStatement(
  { id: column.uuid },
  `select users_containing as id from users_containing($1, ${maxUsers + 1})`,
);

export type SearchKeys = {
  reference: string;
  text: string;
  id: string | null;
  pattern: string | null;
  notePattern: string | null;
};

/** Turns a search into orders and users; a pattern that is null leaves the users, or the notes, out. */
export async function findMatches(
  db: Pick<Db, 'run'>,
  { reference, text, id, pattern, notePattern }: SearchKeys,
): Promise<SearchMatches> {
  const end = '\u{10ffff}';
  const byKey = await db.run(keyed, [reference, reference + end, text, text + end, id]);
  const byNote = notePattern === null ? [] : await db.run(noted, [notePattern]);
  const byName = pattern === null ? [] : await db.run(matchingUsers, [pattern]);
  const userIds = byName.length > maxUsers ? null : byName.map((row) => row.id);
  return { orderIds: [...byKey, ...byNote].map((row) => row.id), userIds };
}
