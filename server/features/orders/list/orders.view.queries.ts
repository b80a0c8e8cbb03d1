import {
  aliasedTable,
  and,
  count,
  desc,
  eq,
  isNull,
  ne,
  notInArray,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import { isoOf, isoOrNull, textOrNull } from '#server/db/columns.ts';
import type { Db } from '#server/db/connection.ts';
import { first, one, rows, type Blanks, type Reads, type RowOf, type Sending } from '#server/db/query.ts';
import { signedFieldsOf, signedTables } from '#server/db/signing/signed-rows.ts';
import { files } from '#server/features/files/files.tables.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositAddressStops } from '#server/features/wallets/wallets.tables.ts';
import type { AdminOrderView } from '#shared/orders/orders.contract.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { erasedProofs, orderEvents, orders } from '../orders.tables.ts';

type FileRow = Pick<typeof files.$inferSelect, 'purpose' | 'filename' | 'originalName' | 'type' | 'size'> & {
  /** As PostgreSQL writes moments in JSON. */
  createdAt: string;
};
const filesOfOrder = sql`(
  select json_agg(json_build_object('purpose', ${files.purpose}, 'filename', ${files.filename},
    'originalName', ${files.originalName}, 'type', ${files.type}, 'size', ${files.size}, 'createdAt', ${files.createdAt})
    order by ${files.createdAt}, ${files.originalName}, ${files.id})
  from ${files}
  where ${files.orderId} = ${orders.id} and ${files.purpose} in ('payment_proof', 'payout_screenshot'))`;

/** What a view shows of an order, of what was settled and paid for it, and of its files. */
const lineFields = {
  id: orders.id,
  reference: orders.reference,
  type: orders.type,
  status: orders.status,
  version: orders.version,
  stage: orders.stage,
  stageVersion: orders.stageVersion,
  userId: orders.userId,
  amount: orders.amount,
  valueUsd: orders.valueUsd,
  grossAmount: orders.grossAmount,
  feeAmount: orders.feeAmount,
  feePercent: orders.feePercent,
  payoutAmount: orders.payoutAmount,
  payoutCurrency: orders.payoutCurrency,
  rate: orders.rate,
  proofAt: isoOrNull(orders.proofAt),
  proofDueAt: isoOrNull(orders.proofDueAt),
  createdAt: isoOf(orders.createdAt),
  updatedAt: isoOf(orders.updatedAt),
  cryptoId: orders.cryptoId,
  cryptoName: orders.cryptoName,
  cryptoSymbol: orders.cryptoSymbol,
  cryptoColor: orders.cryptoColor,
  fromCurrency: orders.fromCurrency,
  transactionHash: orders.transactionHash,
  paymentDetails: orders.paymentDetails,
  depositAddress: orders.depositAddress,
  depositMemo: orders.depositMemo,
  depositNetwork: orders.depositNetwork,
  adminNotes: orders.adminNotes,
  adminTransactionId: orders.adminTransactionId,
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

const member = aliasedTable(users, 'member');
/** Who of the team took a step of the history; null for a step of the customer or of the product. */
const memberName = sql`(select concat_ws(' ', ${member.firstName}, ${member.lastName}) from ${users} ${member}
  where ${member.id} = ${orderEvents.actorId} and ${orderEvents.actorKind} = 'desk')`;

/** A step as PostgreSQL writes it in JSON. */
export type EventRow = Pick<
  typeof orderEvents.$inferSelect,
  'fromStatus' | 'toStatus' | 'actorKind' | 'note' | 'stage' | 'reason' | 'params'
> & { id: string; at: string; byName: string | null };

const events = sql`(
  select json_agg(json_build_object('id', ${orderEvents.id}::text, 'at', ${orderEvents.at},
    'fromStatus', ${orderEvents.fromStatus}, 'toStatus', ${orderEvents.toStatus}, 'actorKind', ${orderEvents.actorKind},
    'note', ${orderEvents.note}, 'stage', ${orderEvents.stage}, 'reason', ${orderEvents.reason},
    'params', ${orderEvents.params}, 'byName', ${memberName}) order by ${orderEvents.id})
  from ${orderEvents} where ${orderEvents.orderId} = ${orders.id})`;

/** What one order shows beyond its line in a list, and what its signature covers: both are one state of the row. */
const detailFields = {
  events: events.mapWith((found: EventRow[]): EventRow[] | null => found),
  paymentInstructions: orders.paymentInstructions,
  signed: signedFieldsOf(signedTables.order, orders),
};

/** The member whose decision ended an order. */
export const decidedBy = sql`(select ${memberName} from ${orderEvents}
  where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.toStatus} = ${orders.status}
    and ${orderEvents.fromStatus} <> ${orderEvents.toStatus} and ${notInArray(orders.status, [...openStatuses])}
  order by ${orderEvents.id} limit 1)`;

/** One order of this user with its history; undefined for another user's as for none. */
export const readOwnOrder = first((db: Reads, { id, userId }: Blanks<{ id: string; userId: string }>) =>
  linesWith(db, { ...lineFields, ...detailFields }).where(and(eq(orders.id, id), eq(orders.userId, userId))),
);
export type DetailRow = NonNullable<Awaited<ReturnType<typeof readOwnOrder>>>;

const ownLines = (db: Reads) => linesWith(db, lineFields);
export type LineRow = RowOf<typeof ownLines>;

type Page = { userId: string; limit: number; offset: number };

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

const newestOwn = rows((db: Reads, { userId, limit, offset }: Blanks<Page>) =>
  ownLines(db)
    .where(eq(orders.userId, userId))
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
  ownLines(db)
    .where(matchesOwn(blanks))
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
  // A page that is not full is the last one, and says how many there are.
  if (lines.length > 0 && lines.length < page.limit) return { lines, total: page.offset + lines.length };
  const { userId } = page;
  const counted = await (filter ? countFiltered(db, { userId, ...filter }) : countOwn(db, { userId }));
  return { lines, total: counted.total };
}

const assignee = aliasedTable(users, 'assignee');
const assigneeName = sql`(select ${assignee.firstName} || ' ' || ${assignee.lastName} from ${users} ${assignee}
  where ${assignee.id} = ${orders.assigneeId})`;

/** The identity check that counts: the open or approved one, else the newest. */
const kycStatus = sql`coalesce((select case when ${kycRequests.status} = 'approved'
    and ${kycRequests.expiresOn} < (now() at time zone 'utc')::date then 'expired' else ${kycRequests.status} end
  from ${kycRequests} where ${kycRequests.userId} = ${orders.userId}
  order by (${kycRequests.status} in ('pending', 'approved')) desc, ${kycRequests.submittedAt} desc limit 1), 'none')`;

/** How many orders with the same proof are named; one is enough to warn. */
const maxSameProofs = 5;

const proof = aliasedTable(files, 'proof');
const copy = aliasedTable(files, 'copy');
const other = aliasedTable(orders, 'other');
const sameProofReferences = sql`(select json_agg(same.reference) from (
  select ${other.reference} from ${files} ${proof}
  cross join lateral (
    select ${copy.orderId} as order_id from ${files} ${copy}
      where ${copy.sentHash} = ${proof.sentHash} and ${copy.purpose} = 'payment_proof'
    union all select ${erasedProofs.orderId} from ${erasedProofs} where ${erasedProofs.sentHash} = ${proof.sentHash}) found
  join ${orders} ${other} on ${other.id} = found.order_id
  where ${proof.orderId} = ${orders.id} and ${proof.purpose} = 'payment_proof' and found.order_id <> ${orders.id}
  limit ${sql.raw(String(maxSameProofs))}) same)`;

/** What the team sees of an order and its customer beside that. */
const adminFields = {
  ...lineFields,
  userEmail: users.email,
  userFirstName: users.firstName,
  userLastName: users.lastName,
  userStatus: users.status,
  decidedBy: decidedBy.mapWith(textOrNull),
  receivingAccountId: orders.receivingAccountId,
  tags: orders.tags,
  assigneeId: orders.assigneeId,
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
