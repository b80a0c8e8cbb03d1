import { and, count, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { one, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import { recordOf } from '#shared/kernel/records.ts';
import type { ownOrderSorts } from '#shared/orders/orders.contract.ts';
import { orders } from '../orders.tables.ts';
import { byNeed, isOnPage, pageByNeed, waiting, waitingStages } from './orders.needs.queries.ts';
import { lineFields, type LineRow } from './orders.view.queries.ts';

/**
 * How much a page of a customer's orders is read with. Six tables say what orders wait for, and PostgreSQL opens them
 * for a page of finished orders too; a page with a row to spare holds the whole list, so there is nothing to count.
 */
export const extents = ['lines', 'counted', 'whole'] as const;
export type Extent = (typeof extents)[number];

const nothing = sql`null`.mapWith((value: null) => value);

/** The lines of a list, each with the size of the whole list: PostgreSQL counts it once. */
const ownFields = (extent: Extent, listed: SQL | undefined) => ({
  ...lineFields,
  waiting: extent === 'whole' ? waiting : nothing,
  total: extent === 'lines' ? nothing : sql`(select count(*) from ${orders} where ${listed})`.mapWith(Number),
});
const ownLines = (db: Reads, extent: Extent, listed: SQL | undefined) =>
  db.select(ownFields(extent, listed)).from(orders).where(listed);
type OwnLine = RowOf<typeof ownLines>;
export type OwnLineRow = Omit<OwnLine, 'total'>;

type Page = { userId: string; limit: number; offset: number };
type OwnSort = (typeof ownOrderSorts)[number];
/** By user, what their last page had to be read with. */
export type KnownExtents = Pick<Map<string, Extent>, 'get' | 'set'>;

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

const newestOwn = recordOf(extents, (extent) =>
  rows((db: Reads, { userId, limit, offset }: Blanks<Page>) =>
    ownLines(db, extent, eq(orders.userId, userId))
      .orderBy(...newestFirst)
      .limit(limit)
      .offset(offset),
  ),
);

type Slice = Blanks<Pick<Page, 'limit' | 'offset'>>;
const ownByNeed = (db: Reads, extent: Extent, listed: SQL | undefined, { limit, offset }: Slice) =>
  db
    .select(ownFields(extent, listed))
    .from(orders)
    .innerJoin(sql`${pageByNeed(listed, { limit: sql`${limit}`, offset: sql`${offset}` })} page`, isOnPage)
    .orderBy(...byNeed);

const neededOwn = recordOf(extents, (extent) =>
  rows((db: Reads, blanks: Blanks<Page>) => ownByNeed(db, extent, eq(orders.userId, blanks.userId), blanks)),
);

export type OwnFilter = {
  statuses: readonly string[] | null;
  type: string | null;
  currency: string | null;
  from: Date | null;
  /** Exclusive. */
  before: Date | null;
  /** From `namePatterns`. */
  patterns: readonly string[] | null;
};

// Few rows: those of one user.
const searched = sql`' ' || searchable(concat_ws(' ', ${orders.reference}, ${orders.cryptoName}, ${orders.cryptoSymbol},
  ${orders.transactionHash}, ${orders.adminTransactionId}, ${orders.payoutCurrency}, ${orders.fromCurrency},
  ${orders.paymentDetails}->>'accountName', ${orders.paymentDetails}->>'bankName'))`;

/** The filters of one user's orders; null means no filter. */
export const matchesOwn = ({
  userId,
  statuses,
  type,
  currency,
  from,
  before,
  patterns,
}: Blanks<OwnFilter & Pick<Page, 'userId'>>) =>
  and(
    eq(orders.userId, userId),
    sql`(${statuses}::text[] is null or ${orders.status} = any(${statuses}::text[]))`,
    sql`(${type}::text is null or ${orders.type} = ${type})`,
    sql`(${currency}::text is null or ${currency} in (${orders.payoutCurrency}, ${orders.fromCurrency}))`,
    sql`(${from}::timestamptz is null or ${orders.createdAt} >= ${from})`,
    sql`(${before}::timestamptz is null or ${orders.createdAt} < ${before})`,
    or(sql`${patterns}::text[] is null`, isNamed(sql`(${searched})`, patterns)),
  );

const filteredOwn = rows((db: Reads, blanks: Blanks<OwnFilter & Page>) =>
  ownLines(db, 'whole', matchesOwn(blanks))
    .orderBy(...newestFirst)
    .limit(blanks.limit)
    .offset(blanks.offset),
);

const filteredByNeed = rows((db: Reads, blanks: Blanks<OwnFilter & Page>) =>
  ownByNeed(db, 'whole', matchesOwn(blanks), blanks),
);

const total = { total: count() };
const countOwn = one((db: Reads, { userId }: Blanks<Pick<Page, 'userId'>>) =>
  db.select(total).from(orders).where(eq(orders.userId, userId)),
);
const countFiltered = one((db: Reads, blanks: Blanks<OwnFilter & Pick<Page, 'userId'>>) =>
  db.select(total).from(orders).where(matchesOwn(blanks)),
);

/** How much of the query a page of these lines needs. */
function extentOf(lines: readonly Pick<LineRow, 'stage'>[], { limit }: Pick<Page, 'limit'>): Extent {
  if (lines.some(({ stage }) => waitingStages.includes(stage))) return 'whole';
  return lines.length === limit ? 'counted' : 'lines';
}

/** Rows show themselves if they were read with too little; they are then read again. */
async function readEnough(db: Pick<Db, 'ask'>, page: Page, sort: OwnSort, known: KnownExtents): Promise<OwnLine[]> {
  const extent = known.get(page.userId) ?? 'whole';
  const lines = await (sort === 'needs' ? neededOwn : newestOwn)[extent](db, page);
  const needed = extentOf(lines, page);
  known.set(page.userId, needed);
  return extents.indexOf(needed) > extents.indexOf(extent) ? readEnough(db, page, sort, known) : lines;
}

/**
 * A page of one user's orders in that order, and how many there are; null means no filter, the poll of every open
 * screen.
 */
export async function readOwnOrders(
  db: Pick<Db, 'ask'>,
  page: Page,
  filter: OwnFilter | null,
  sort: OwnSort,
  known: KnownExtents,
): Promise<{ lines: OwnLineRow[]; total: number }> {
  const filtered = sort === 'needs' ? filteredByNeed : filteredOwn;
  const lines = await (filter ? filtered(db, { ...page, ...filter }) : readEnough(db, page, sort, known));
  const [line] = lines;
  if (line) return { lines, total: line.total ?? page.offset + lines.length };
  // No line of an empty page says how many there are.
  const { userId } = page;
  const counted = await (filter ? countFiltered(db, { userId, ...filter }) : countOwn(db, { userId }));
  return { lines, total: counted.total };
}
