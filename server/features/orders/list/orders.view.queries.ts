import { and, eq, getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { isoOf, isoOrNull, textOrNull } from '#server/db/fragments.ts';
import { jsonObject } from '#server/db/json-object.ts';
import { first, rows, type Blanks, type Reads, type RowOf, type Sending } from '#server/db/query.ts';
import { signedFieldsOf, signedTables } from '#server/db/signing/signed-rows.ts';
import { payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositAddressStops } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AdminOrderView } from '#shared/orders/admin/orders.admin.contract.ts';
import { orders } from '../orders.tables.ts';
import { waiting } from './orders.needs.queries.ts';
import {
  assigneeName,
  decidedBy,
  events,
  filesOfOrder,
  kycStatus,
  sameProofReferences,
} from './orders.parts.queries.ts';
import { openQuestion } from './orders.question.queries.ts';

// No line shows these columns: path to its terms, its signature, and columns of its details and handling.
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
  ...shown
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
  (selection) => sql`select ${selection} from ${orderSettlements}
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
  (selection) => sql`select ${selection} from ${payoutAttempts}
    where ${payoutAttempts.payoutId} = ${payouts.id} and ${payoutAttempts.state} <> 'void'
    order by ${payoutAttempts.no} desc limit 1`,
);

const payout = jsonObject(
  { id: payouts.id, updatedAt: payouts.updatedAt, details: payouts.details, attempt: lastAttempt },
  (selection) => sql`select ${selection} from ${payouts}
    where ${payouts.orderId} = ${orders.id} and ${payouts.kind} = 'order' and ${payouts.state} <> 'cancelled'`,
);

/** Columns of an order, its settlement, its payout and its files that a view shows. */
export const lineFields = {
  ...shown,
  hasProof: sql`${orders.proofAt} is not null`.mapWith(Boolean),
  proofDueAt: isoOrNull(orders.proofDueAt),
  createdAt: isoOf(orders.createdAt),
  updatedAt: isoOf(orders.updatedAt),
  stoppedAt: isoOrNull(stoppedAt),
  files: filesOfOrder,
  settlement,
  payout,
};

/** Columns of one order beyond its line in a list, with its signed fields: all are read from one state of the row. */
const detailFields = {
  events,
  paymentInstructions,
  signed: signedFieldsOf(signedTables.order, orders),
};

/** One order of this user with its history; undefined for another user's as for none. */
export const readOwnOrder = first((db: Reads, { id, userId }: Blanks<{ id: Id<'order'>; userId: Id<'user'> }>) =>
  db
    .select({ ...lineFields, waiting, ...detailFields })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId))),
);
export type DetailRow = NonNullable<Awaited<ReturnType<typeof readOwnOrder>>>;

/** Number of the order's batch, while its stage names it. */
const batchSeq = sql`case when ${orders.stage} in ('batched', 'released') then (
  select b.seq from payouts p join payout_attempts a on a.payout_id = p.id join payout_batches b on b.id = a.batch_id
  where p.order_id = ${orders.id} and p.kind = 'order' and a.state <> 'void' order by a.no desc limit 1) end`;

/** Columns of an order and its customer that only the team sees. */
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
/** The columns of a line in any list. */
export type LineRow = Pick<AdminLineRow, keyof typeof lineFields>;

/** Declares the list of a page: `page` selects the ids of its orders, sorted by `orderBy`. */
export function adminListOf<Values extends object>(
  page: (db: Reads, blanks: Blanks<Values>) => SQLWrapper,
  orderBy: readonly SQL[],
): Sending<Reads, Values, AdminLineRow[]> {
  return rows((db: Reads, blanks: Blanks<Values>) =>
    adminLines(db)
      .innerJoin(sql`${page(db, blanks)} as page`, sql`page.id = ${orders.id}`)
      .orderBy(...orderBy),
  );
}

/** One order with its history, as the team sees it. */
export const readAdminOrder = first((db: Reads, { id }: Blanks<{ id: Id<'order'> }>) =>
  db
    .select({ ...adminFields, ...detailFields })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id)),
);
export type AdminDetailRow = NonNullable<Awaited<ReturnType<typeof readAdminOrder>>>;
