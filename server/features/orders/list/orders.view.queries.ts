import { and, count, desc, eq, getTableColumns, isNull, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/connection.ts';
import { isoOf, isoOrNull, textOrNull } from '#server/db/fragments.ts';
import { first, one, rows, type Blanks, type Reads, type RowOf, type Sending } from '#server/db/query.ts';
import { signedFieldsOf, signedTables } from '#server/db/signing/signed-rows.ts';
import { payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositAddressStops } from '#server/features/wallets/wallets.tables.ts';
import type { AdminOrderView } from '#shared/orders/orders.contract.ts';
import { orders } from '../orders.tables.ts';
import {
  assigneeName,
  decidedBy,
  events,
  filesOfOrder,
  kycStatus,
  sameProofReferences,
  type EventRow,
  type FileRow,
} from './orders.parts.queries.ts';

// No line shows these: the way to its terms, its signature, and columns of its details or its handling.
const {
  quoteId: _quote,
  rateAt: _rateAt,
  rateSource: _rateSource,
  paymentInstructions,
  signature: _signature,
  proofAt: _proofAt,
  decidedAt: _decidedAt,
  receivingAccountId,
  assigneeId,
  tags,
  ...shown
} = getTableColumns(orders);

/** A view shows these of an order, of its settlement and payout, and of its files. */
const lineFields = {
  ...shown,
  hasProof: sql`${orders.proofAt} is not null`.mapWith(Boolean),
  proofDueAt: isoOrNull(orders.proofDueAt),
  createdAt: isoOf(orders.createdAt),
  updatedAt: isoOf(orders.updatedAt),
  stoppedAt: isoOrNull(depositAddressStops.stoppedAt),
  files: filesOfOrder.mapWith((rows: FileRow[]): FileRow[] | null => rows),
  settlement: {
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
  payout: { id: payouts.id, updatedAt: payouts.updatedAt },
};

/** The last try to pay the payout of an order, whatever became of it; one that was taken back is none. */
const lastAttempt = (db: Reads) =>
  db
    .select({
      id: payoutAttempts.id,
      endToEndId: payoutAttempts.endToEndId,
      sentAt: payoutAttempts.sentAt,
      settledAt: payoutAttempts.settledAt,
      settledBy: payoutAttempts.settledBy,
      returned: payoutAttempts.returned,
    })
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.payoutId, payouts.id), ne(payoutAttempts.state, 'void')))
    .orderBy(desc(payoutAttempts.no))
    .limit(1)
    .as('attempt');

/** Orders with these fields, and with the last attempt of their payouts. */
function linesWith<Fields extends SelectedFields>(db: Reads, fields: Fields) {
  const attempt = lastAttempt(db);
  return db
    .select({ ...fields, attempt: attempt._.selectedFields })
    .from(orders)
    .leftJoin(
      depositAddressStops,
      and(
        eq(depositAddressStops.address, orders.depositAddress),
        eq(depositAddressStops.memo, sql`coalesce(${orders.depositMemo}, '')`),
      ),
    )
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .leftJoin(payouts, and(eq(payouts.orderId, orders.id), eq(payouts.kind, 'order'), ne(payouts.state, 'cancelled')))
    .leftJoinLateral(attempt, sql`true`);
}

/** One order shows these beyond its line in a list, with its signed fields: both are one state of the row. */
const detailFields = {
  events: events.mapWith((found: EventRow[]): EventRow[] | null => found),
  paymentInstructions,
  signed: signedFieldsOf(signedTables.order, orders),
};

/** One order of this user with its history; undefined for another user's as for none. */
export const readOwnOrder = first((db: Reads, { id, userId }: Blanks<{ id: string; userId: string }>) =>
  linesWith(db, { ...lineFields, ...detailFields }).where(and(eq(orders.id, id), eq(orders.userId, userId))),
);
export type DetailRow = NonNullable<Awaited<ReturnType<typeof readOwnOrder>>>;

/** The lines of a list, each with the size of the whole list: PostgreSQL counts it once. */
const ownLines = (db: Reads, listed: SQL | undefined) =>
  linesWith(db, {
    ...lineFields,
    total: sql`(select count(*) from ${orders} where ${listed})`.mapWith(Number),
  }).where(listed);
export type LineRow = Omit<RowOf<typeof ownLines>, 'total'>;

type Page = { userId: string; limit: number; offset: number };

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

const newestOwn = rows((db: Reads, { userId, limit, offset }: Blanks<Page>) =>
  ownLines(db, eq(orders.userId, userId))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset),
);

export type OwnFilter = {
  statuses: readonly string[] | null;
  type: string | null;
  currency: string | null;
  from: Date | null;
  /** Excluded. */
  before: Date | null;
  /** A LIKE pattern in lower case. */
  pattern: string | null;
};

const searched = sql`lower(concat_ws(' ', ${orders.reference}, ${orders.cryptoName}, ${orders.cryptoSymbol},
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
  pattern,
}: Blanks<OwnFilter & Pick<Page, 'userId'>>) =>
  and(
    eq(orders.userId, userId),
    sql`(${statuses}::text[] is null or ${orders.status} = any(${statuses}::text[]))`,
    sql`(${type}::text is null or ${orders.type} = ${type})`,
    sql`(${currency}::text is null or ${currency} in (${orders.payoutCurrency}, ${orders.fromCurrency}))`,
    sql`(${from}::timestamptz is null or ${orders.createdAt} >= ${from})`,
    sql`(${before}::timestamptz is null or ${orders.createdAt} < ${before})`,
    sql`(${pattern}::text is null or ${searched} like ${pattern})`,
  );

const filteredOwn = rows((db: Reads, blanks: Blanks<OwnFilter & Page>) =>
  ownLines(db, matchesOwn(blanks))
    .orderBy(...newestFirst)
    .limit(blanks.limit)
    .offset(blanks.offset),
);

const total = { total: count() };
const countOwn = one((db: Reads, { userId }: Blanks<Pick<Page, 'userId'>>) =>
  db.select(total).from(orders).where(eq(orders.userId, userId)),
);
const countFiltered = one((db: Reads, blanks: Blanks<OwnFilter & Pick<Page, 'userId'>>) =>
  db.select(total).from(orders).where(matchesOwn(blanks)),
);

/** A page of one user's orders, newest first, and how many there are; null means no filter, the poll of every open screen. */
export async function readOwnOrders(
  db: Pick<Db, 'ask'>,
  page: Page,
  filter: OwnFilter | null,
): Promise<{ lines: LineRow[]; total: number }> {
  const lines = await (filter ? filteredOwn(db, { ...page, ...filter }) : newestOwn(db, page));
  const [line] = lines;
  if (line) return { lines, total: line.total };
  // No line of an empty page says how many there are.
  const { userId } = page;
  const counted = await (filter ? countFiltered(db, { userId, ...filter }) : countOwn(db, { userId }));
  return { lines, total: counted.total };
}

/** The team sees these of an order and its customer besides. */
const adminFields = {
  ...lineFields,
  userEmail: users.email,
  userFirstName: users.firstName,
  userLastName: users.lastName,
  userStatus: users.status,
  decidedBy: decidedBy.mapWith(textOrNull),
  receivingAccountId,
  tags,
  assigneeId,
  assigneeName: assigneeName.mapWith(textOrNull),
  kycStatus: kycStatus.mapWith((status: AdminOrderView['kycStatus']) => status),
  sameProofReferences: sameProofReferences.mapWith((references: string[]): string[] | null => references),
};

const adminLines = (db: Reads) => linesWith(db, adminFields).innerJoin(users, eq(users.id, orders.userId));
export type AdminLineRow = RowOf<typeof adminLines>;

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
  linesWith(db, { ...adminFields, ...detailFields })
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id)),
);
export type AdminDetailRow = NonNullable<Awaited<ReturnType<typeof readAdminOrder>>>;
