import { and, count, desc, eq, getTableColumns, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { isoOf, isoOrNull, textOrNull } from '#server/db/fragments.ts';
import { jsonObject } from '#server/db/json-object.ts';
import { isNamed } from '#server/db/like.ts';
import { first, one, rows, type Blanks, type Reads, type RowOf, type Sending } from '#server/db/query.ts';
import { signedFieldsOf, signedTables } from '#server/db/signing/signed-rows.ts';
import { payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositAddressStops } from '#server/features/wallets/wallets.tables.ts';
import type { AdminOrderView } from '#shared/orders/orders.contract.ts';
import { orders } from '../orders.tables.ts';
import { byNeed, isOnPage, pageByNeed, waiting } from './orders.needs.queries.ts';
import {
  assigneeName,
  decidedBy,
  events,
  filesOfOrder,
  kycStatus,
  sameProofReferences,
} from './orders.parts.queries.ts';
import { openQuestion } from './orders.question.queries.ts';

// No line shows these: the way to its terms, its signature, and columns of its details or its handling.
const {
  quoteId: _quote,
  rateAt: _rateAt,
  rateSource: _rateSource,
  paymentInstructions,
  signature: _signature,
  proofAt: _proofAt,
  decidedAt: _decidedAt,
  openedBy: _openedBy,
  receivingAccountId,
  assigneeId,
  tags,
  ...shownColumns
} = getTableColumns(orders);

/** Since when the address of an order is stopped; null where it is not. */
const stoppedAt = sql`(select ${depositAddressStops.stoppedAt} from ${depositAddressStops}
  where ${depositAddressStops.address} = ${orders.depositAddress}
    and ${depositAddressStops.memo} = coalesce(${orders.depositMemo}, ''))`;

const settlement = jsonObject(
  {
    id: orderSettlements.id,
    outcome: orderSettlements.outcome,
    received: orderSettlements.received,
    paidFor: orderSettlements.paidFor,
    rest: orderSettlements.rest,
    parts: orderSettlements.parts,
    gross: orderSettlements.gross,
    feePercent: orderSettlements.feePercent,
    fee: orderSettlements.fee,
    net: orderSettlements.net,
    acceptedBy: orderSettlements.acceptedBy,
    acceptedAt: orderSettlements.acceptedAt,
    reason: orderSettlements.reason,
  },
  (found) => sql`select ${found} from ${orderSettlements}
    where ${orderSettlements.orderId} = ${orders.id} and ${orderSettlements.voidedAt} is null`,
);

/** The last attempt to pay the payout of an order in any state; one that was taken back is none. */
const lastAttempt = jsonObject(
  {
    id: payoutAttempts.id,
    endToEndId: payoutAttempts.endToEndId,
    sentAt: payoutAttempts.sentAt,
    settledAt: payoutAttempts.settledAt,
    settledBy: payoutAttempts.settledBy,
    returned: payoutAttempts.returned,
  },
  (found) => sql`select ${found} from ${payoutAttempts}
    where ${payoutAttempts.payoutId} = ${payouts.id} and ${payoutAttempts.state} <> 'void'
    order by ${payoutAttempts.no} desc limit 1`,
);

const payout = jsonObject(
  { id: payouts.id, updatedAt: payouts.updatedAt, details: payouts.details, attempt: lastAttempt },
  (found) => sql`select ${found} from ${payouts}
    where ${payouts.orderId} = ${orders.id} and ${payouts.kind} = 'order' and ${payouts.state} <> 'cancelled'`,
);

/** A view shows these of an order, of its settlement and payout, and of its files. */
const lineFields = {
  ...shownColumns,
  hasProof: sql`${orders.proofAt} is not null`.mapWith(Boolean),
  proofDueAt: isoOrNull(orders.proofDueAt),
  createdAt: isoOf(orders.createdAt),
  updatedAt: isoOf(orders.updatedAt),
  stoppedAt: isoOrNull(stoppedAt),
  files: filesOfOrder,
  settlement,
  payout,
};

/** One order shows these beyond its line in a list, with its signed fields: both are one state of the row. */
const detailFields = {
  events,
  paymentInstructions,
  signed: signedFieldsOf(signedTables.order, orders),
};

/** One order of this user with its history; undefined for another user's as for none. */
export const readOwnOrder = first((db: Reads, { id, userId }: Blanks<{ id: string; userId: string }>) =>
  db
    .select({ ...lineFields, waiting, ...detailFields })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId))),
);
export type DetailRow = NonNullable<Awaited<ReturnType<typeof readOwnOrder>>>;

/** The lines of a list, each with the size of the whole list: PostgreSQL counts it once. */
const ownFields = (listed: SQL | undefined) => ({
  ...lineFields,
  waiting,
  total: sql`(select count(*) from ${orders} where ${listed})`.mapWith(Number),
});
const ownLines = (db: Reads, listed: SQL | undefined) => db.select(ownFields(listed)).from(orders).where(listed);
export type OwnLineRow = Omit<RowOf<typeof ownLines>, 'total'>;

type Page = { userId: string; limit: number; offset: number };

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

const newestOwn = rows((db: Reads, { userId, limit, offset }: Blanks<Page>) =>
  ownLines(db, eq(orders.userId, userId))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset),
);

const ownByNeed = (db: Reads, listed: SQL | undefined, { limit, offset }: Blanks<Pick<Page, 'limit' | 'offset'>>) =>
  db
    .select(ownFields(listed))
    .from(orders)
    .innerJoin(sql`${pageByNeed(listed, { limit: sql`${limit}`, offset: sql`${offset}` })} page`, isOnPage)
    .orderBy(...byNeed);

const neededOwn = rows((db: Reads, blanks: Blanks<Page>) => ownByNeed(db, eq(orders.userId, blanks.userId), blanks));

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
  ownLines(db, matchesOwn(blanks))
    .orderBy(...newestFirst)
    .limit(blanks.limit)
    .offset(blanks.offset),
);

const filteredByNeed = rows((db: Reads, blanks: Blanks<OwnFilter & Page>) => ownByNeed(db, matchesOwn(blanks), blanks));

const total = { total: count() };
const countOwn = one((db: Reads, { userId }: Blanks<Pick<Page, 'userId'>>) =>
  db.select(total).from(orders).where(eq(orders.userId, userId)),
);
const countFiltered = one((db: Reads, blanks: Blanks<OwnFilter & Pick<Page, 'userId'>>) =>
  db.select(total).from(orders).where(matchesOwn(blanks)),
);

/**
 * A page of one user's orders in that order, and how many there are; null means no filter, the poll of every open
 * screen.
 */
export async function readOwnOrders(
  db: Pick<Db, 'ask'>,
  page: Page,
  filter: OwnFilter | null,
  sort: 'newest' | 'needs',
): Promise<{ lines: OwnLineRow[]; total: number }> {
  const [all, filtered] = sort === 'needs' ? [neededOwn, filteredByNeed] : [newestOwn, filteredOwn];
  const lines = await (filter ? filtered(db, { ...page, ...filter }) : all(db, page));
  const [line] = lines;
  if (line) return { lines, total: line.total };
  // No line of an empty page says how many there are.
  const { userId } = page;
  const counted = await (filter ? countFiltered(db, { userId, ...filter }) : countOwn(db, { userId }));
  return { lines, total: counted.total };
}

/** The number of the batch that an order is in, as long as its stage says so. */
const batchSeq = sql`case when ${orders.stage} in ('batched', 'released') then (
  select b.seq from payouts p join payout_attempts a on a.payout_id = p.id join payout_batches b on b.id = a.batch_id
  where p.order_id = ${orders.id} and p.kind = 'order' and a.state <> 'void' order by a.no desc limit 1) end`;

/** The team sees these of an order and its customer besides. */
const adminFields = {
  ...lineFields,
  question: openQuestion,
  userEmail: users.email,
  userFirstName: users.firstName,
  userLastName: users.lastName,
  userStatus: users.status,
  decidedBy: decidedBy.mapWith(textOrNull),
  batchSeq: batchSeq.mapWith((seq: unknown) => (seq === null ? null : Number(seq))),
  receivingAccountId,
  tags,
  assigneeId,
  assigneeName: assigneeName.mapWith(textOrNull),
  kycStatus: kycStatus.mapWith((status: AdminOrderView['kycStatus']) => status),
  sameProofReferences: sameProofReferences.mapWith((references: string[]): string[] | null => references),
};

const adminLines = (db: Reads) => db.select(adminFields).from(orders).innerJoin(users, eq(users.id, orders.userId));
export type AdminLineRow = RowOf<typeof adminLines>;
/** A line of any list has these. */
export type LineRow = Omit<OwnLineRow, 'waiting'>;

/** Declares the list of a page: `page` selects the ids of its orders, with what `sortedBy` names of it. */
export function adminListOf<Values extends object>(
  page: (db: Reads, blanks: Blanks<Values>) => SQLWrapper,
  sortedBy: readonly SQL[],
): Sending<Reads, Values, AdminLineRow[]> {
  return rows((db: Reads, blanks: Blanks<Values>) =>
    adminLines(db)
      .innerJoin(sql`${page(db, blanks)} as page`, sql`page.id = ${orders.id}`)
      .orderBy(...sortedBy),
  );
}

/** One order with its history, as the team sees it. */
export const readAdminOrder = first((db: Reads, { id }: Blanks<{ id: string }>) =>
  db
    .select({ ...adminFields, ...detailFields })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id)),
);
export type AdminDetailRow = NonNullable<Awaited<ReturnType<typeof readAdminOrder>>>;
