import { and, count, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { isNamed } from '#server/db/like.ts';
import { one, rows, type Blanks, type Reads, type RowOf } from '#server/db/query.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { recordOf } from '#shared/kernel/records.ts';
import type { ownOrderSorts } from '#shared/orders/orders.contract.ts';
import { orders } from '../orders.tables.ts';
import { byNeed, isOnPage, pageByNeed, waiting, waitingStages } from './orders.needs.queries.ts';
import { lineFields, type LineRow } from './orders.view.queries.ts';

/**
 * The extent to which a page of a customer's orders is read. Six tables hold the needs of orders, and PostgreSQL opens
 * them for a page of finished orders too; a page that is not full holds the whole list and needs no count.
 */
export const extents = ['lines', 'counted', 'whole'] as const;
export type Extent = (typeof extents)[number];

const nullColumn = sql`null`.mapWith((value: null) => value);

/** The lines of a list, each with the size of the whole list: PostgreSQL counts it once. */
const ownFields = (extent: Extent, condition: SQL | undefined) => ({
  ...lineFields,
  waiting: extent === 'whole' ? waiting : nullColumn,
  total: extent === 'lines' ? nullColumn : sql`(select count(*) from ${orders} where ${condition})`.mapWith(Number),
});
const ownLines = (db: Reads, extent: Extent, condition: SQL | undefined) =>
  db.select(ownFields(extent, condition)).from(orders).where(condition);
type OwnLine = RowOf<typeof ownLines>;
export type OwnLineRow = Omit<OwnLine, 'total'>;

type Page = { userId: Id<'user'>; limit: number; offset: number };
type OwnSort = (typeof ownOrderSorts)[number];
/** The extent that the last page of each user needed. */
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
const ownByNeed = (db: Reads, extent: Extent, condition: SQL | undefined, { limit, offset }: Slice) =>
  db
    .select(ownFields(extent, condition))
    .from(orders)
    .innerJoin(sql`${pageByNeed(condition, { limit: sql`${limit}`, offset: sql`${offset}` })} page`, isOnPage)
    .orderBy(...byNeed);

const listOwnByNeed = recordOf(extents, (extent) =>
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
const searchedText = sql`' ' || searchable(concat_ws(' ', ${orders.reference}, ${orders.cryptoName}, ${orders.cryptoSymbol},
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
    or(sql`${patterns}::text[] is null`, isNamed(sql`(${searchedText})`, patterns)),
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

/** The extent that a page with these lines needs. */
function extentOf(lines: readonly Pick<LineRow, 'stage'>[], { limit }: Pick<Page, 'limit'>): Extent {
  if (lines.some(({ stage }) => waitingStages.includes(stage))) return 'whole';
  return lines.length === limit ? 'counted' : 'lines';
}

/** Reads a page again where its rows show that it was read with too little. */
async function readEnough(
  db: Pick<Db, 'ask'>,
  page: Page,
  sort: OwnSort,
  knownExtents: KnownExtents,
): Promise<OwnLine[]> {
  const extent = knownExtents.get(page.userId) ?? 'whole';
  const lines = await (sort === 'needs' ? listOwnByNeed : newestOwn)[extent](db, page);
  const neededExtent = extentOf(lines, page);
  knownExtents.set(page.userId, neededExtent);
  return extents.indexOf(neededExtent) > extents.indexOf(extent) ? readEnough(db, page, sort, knownExtents) : lines;
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
  knownExtents: KnownExtents,
): Promise<{ lines: OwnLineRow[]; total: number }> {
  const listFiltered = sort === 'needs' ? filteredByNeed : filteredOwn;
  const lines = await (filter ? listFiltered(db, { ...page, ...filter }) : readEnough(db, page, sort, knownExtents));
  const [line] = lines;
  if (line) return { lines, total: line.total ?? page.offset + lines.length };
  // A page without lines does not carry the total.
  const { userId } = page;
  const counts = await (filter ? countFiltered(db, { userId, ...filter }) : countOwn(db, { userId }));
  return { lines, total: counts.total };
}
