import { aliasedTable, and, count, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { first, isOneOf, one, rowOf, rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { bookAccounts, bookBalances } from '#server/features/book/book.tables.ts';
import { files } from '#server/features/files/files.tables.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { deskAccounts, payoutAttempts, payouts } from '#server/features/payouts/payouts.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import { depositAddressStops } from '#server/features/wallets/wallets.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { AdminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { PayeeAccount } from '#shared/orders/orders.review.ts';
import type { orderWarnings } from '#shared/orders/orders.verdict-levels.ts';
import { erasedProofs, orderAmendments, orders } from '../orders.tables.ts';

type Warning = (typeof orderWarnings)[number];
type ById = Blanks<{ id: Id<'order'> }>;

const proof = aliasedTable(files, 'proof');
const copy = aliasedTable(files, 'copy');
const request = aliasedTable(kycRequests, 'request');
const rival = aliasedTable(kycRequests, 'rival');

/** The condition of each warning; each one starts at an index. */
const warningConditions: Record<Warning, SQL> = {
  address_stopped: sql`exists (select from ${depositAddressStops} where ${depositAddressStops.address} = ${orders.depositAddress}
    and ${depositAddressStops.memo} = coalesce(${orders.depositMemo}, ''))`,
  same_proof: sql`exists (select from ${files} ${proof} where ${proof.orderId} = ${orders.id}
    and ${proof.purpose} = 'payment_proof' and (
      exists (select from ${files} ${copy} where ${copy.sentHash} = ${proof.sentHash} and ${copy.purpose} = 'payment_proof'
        and ${copy.orderId} <> ${orders.id})
      or exists (select from ${erasedProofs} where ${erasedProofs.sentHash} = ${proof.sentHash}
        and ${erasedProofs.orderId} <> ${orders.id})))`,
  same_document: sql`(exists (select from ${kycRequests} ${request} join ${kycRequests} ${rival}
      on ${rival.documentNumberHash} = ${request.documentNumberHash} and ${rival.userId} <> ${request.userId}
      where ${request.userId} = ${orders.userId})
    or exists (select from ${kycRequests} ${request}
      join ${files} ${proof} on ${proof.id} in (${request.documentFile}, ${request.backFile}, ${request.selfieFile})
      join ${files} ${copy} on ${copy.sentHash} = ${proof.sentHash} and ${copy.purpose} = 'kyc'
        and ${copy.ownerId} <> ${request.userId}
      where ${request.userId} = ${orders.userId}))`,
};
const warningFields = {
  address_stopped: warningConditions.address_stopped.mapWith(Boolean),
  same_proof: warningConditions.same_proof.mapWith(Boolean),
  same_document: warningConditions.same_document.mapWith(Boolean),
};

/** Reads the warnings of an order and the status of its customer. */
export const readWarnings = one((db: Reads, { id }: ById) =>
  db
    .select({ warnings: warningFields, userStatus: users.status })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id)),
);

/** Number of other customers, or orders with a similar picture, that are named; one is enough to warn. */
const maxNamed = sql.raw('5');
/** The smallest share of pieces that a copy has in common with a picture; another payment in the same app has fewer. */
const sharedPieces = sql.raw('0.9');

const otherOrder = aliasedTable(orders, 'other');
const otherUser = aliasedTable(users, 'somebody');

const sums = {
  completed: sql`${otherOrder.status} = 'completed'`,
  refused: sql`${inArray(otherOrder.status, [...refusedStatuses])}`,
};
const bareNumber = (details: SQL) => sql`lower(regexp_replace(${details}->>'accountNumber', '[\\s-]', '', 'g'))`;
const payee = (table: typeof orders) => bareNumber(sql`${table.paymentDetails}`);

/** The identity check that counts: the open or approved one, else the newest. */
const kycRequestId = sql`(select ${kycRequests.id} from ${kycRequests} where ${kycRequests.userId} = ${orders.userId}
  order by (${kycRequests.status} in ('pending', 'approved')) desc, ${kycRequests.submittedAt} desc limit 1)`;

type ApprovedName = { name: string; checkedAt: string };
const approvedName = sql`(select json_build_object('name', ${kycRequests.registeredName}, 'checkedAt', ${kycRequests.reviewedAt})
  from ${kycRequests} where ${kycRequests.userId} = ${orders.userId} and ${kycRequests.status} = 'approved'
    and ${kycRequests.registeredName} is not null)`;

/**
 * The last payout to the customer in this currency; before the first one in it the last in the same way to be paid, or
 * the last of all, so that a thief cannot choose another currency to hide another account.
 */
export type LastPayout = { at: string; reference: string; details: PayeeAccount };
/**
 * The account that an order was paid to in the end: money that was returned went to another account than the agreed
 * one.
 */
const paidDetails = sql`coalesce((select ${payouts.details} from ${payouts} where ${payouts.orderId} = ${otherOrder.id}
  and ${payouts.kind} = 'order' and ${payouts.state} <> 'cancelled'), ${otherOrder.paymentDetails})`;
const lastPayout = (isOther: SQL) =>
  sql`(select json_build_object('at', ${otherOrder.decidedAt}, 'reference', ${otherOrder.reference}, 'details', paid.details)
  from ${orders} ${otherOrder} cross join lateral (select ${paidDetails} as details) paid where ${otherOrder.userId} = ${orders.userId} and ${otherOrder.status} = 'completed'
    and ${isOther} and ${otherOrder.paymentDetails}->>'accountNumber' is not null
  order by ${otherOrder.payoutCurrency} = ${orders.payoutCurrency} desc,
    (${otherOrder.payoutCurrency} <> ${orders.payoutCurrency}
      and ${otherOrder.paymentDetails}->>'method' is not distinct from ${orders.paymentDetails}->>'method') desc,
    ${otherOrder.decidedAt} desc limit 1)`.mapWith((value: LastPayout): LastPayout | null => value);
const isOtherOrder = sql`${otherOrder.id} <> ${orders.id}`;

type CameBack = { at: string; reason: string | null };
/**
 * The last payout to the account of the order, where that came back; its customer may have another of the same number
 * in another currency.
 */
const lastReturn = sql`(select json_build_object('at', last.returned->>'at', 'reason', last.returned->>'reason') from (
    select ${payoutAttempts.returned}, ${payoutAttempts.state} from ${payoutAttempts}
    join ${payouts} on ${payouts.id} = ${payoutAttempts.payoutId} join ${orders} ${otherOrder} on ${otherOrder.id} = ${payouts.orderId}
    where ${otherOrder.userId} = ${orders.userId} and ${payoutAttempts.currency} = ${orders.payoutCurrency}
      and ${payoutAttempts.state} in ('sent', 'settled', 'returned')
      and ${bareNumber(sql`${payoutAttempts.details}`)} = ${bareNumber(sql`${orders.paymentDetails}`)}
    order by ${payoutAttempts.sentAt} desc nulls last limit 1) last
  where last.state = 'returned')`;

type SamePayee = { userId: Id<'user'>; name: string; email: string | null };
const samePayee = sql`(select json_agg(found) from (
  select distinct on (${otherOrder.userId}) ${otherOrder.userId} as "userId",
    concat_ws(' ', ${otherUser.firstName}, ${otherUser.lastName}) as name, ${otherUser.email}
  from ${orders} ${otherOrder} join ${users} ${otherUser} on ${otherUser.id} = ${otherOrder.userId}
  where ${payee(otherOrder)} = ${payee(orders)} and ${otherOrder.userId} <> ${orders.userId} limit ${maxNamed}) found)`;

type OrdersOfCustomer = {
  orders: number;
  completed: number;
  volumeUsd: string;
  recentUsd: string;
  isFirst: boolean;
};
const ordersOfCustomer = (since: SQL) => sql`(select json_build_object('orders', count(*),
    'completed', count(*) filter (where ${sums.completed}),
    'volumeUsd', coalesce(sum(${otherOrder.valueUsd}) filter (where ${sums.completed}), 0)::text,
    'recentUsd', coalesce(sum(${otherOrder.valueUsd}) filter (where ${otherOrder.createdAt} > ${since} and not ${sums.refused}), 0)::text,
    'isFirst', not bool_or((${otherOrder.createdAt}, ${otherOrder.id}) < (${orders.createdAt}, ${orders.id})))
  from ${orders} ${otherOrder} where ${otherOrder.userId} = ${orders.userId})`;

const similarProofs = sql`(select json_agg(found.reference) from (
  select distinct ${otherOrder.reference} from ${files} ${proof}
  join ${files} ${copy} on picture_keys(${copy.picturePieces}) && picture_keys(${proof.picturePieces})
    and ${copy.purpose} = 'payment_proof' and ${copy.picturePieces} is not null and ${copy.orderId} <> ${orders.id}
    and ${copy.sentHash} <> ${proof.sentHash}
    and pieces_shared(${proof.picturePieces}, ${copy.picturePieces}) >= ${sharedPieces}
  join ${orders} ${otherOrder} on ${otherOrder.id} = ${copy.orderId}
  where ${proof.orderId} = ${orders.id} and ${proof.purpose} = 'payment_proof' and ${proof.picturePieces} is not null
  limit ${maxNamed}) found)`;

type Addition = Pick<typeof orderAmendments.$inferSelect, 'kind' | 'note' | 'transactionId'> & {
  id: Id<'order'>;
  at: string;
  linkedId: Id<'order'> | null;
  linkedReference: string | null;
};
const amendments = sql`(select json_agg(json_build_object('id', ${orderAmendments.id}::text, 'at', ${orderAmendments.at},
    'kind', ${orderAmendments.kind}, 'note', ${orderAmendments.note}, 'transactionId', ${orderAmendments.transactionId},
    'linkedId', ${otherOrder.id}, 'linkedReference', ${otherOrder.reference}) order by ${orderAmendments.id})
  from ${orderAmendments} left join ${orders} ${otherOrder} on ${otherOrder.id} = ${orderAmendments.linkedOrderId}
  where ${orderAmendments.orderId} = ${orders.id})`;

const asSent = <Value>(value: Value): Value => value;
const listOrNull = <Item>(value: Item[]): Item[] | null => value;

type Since = Blanks<{ since: Date }>;
/** The columns that speak for or against an order; orders that count towards a limit begin at `since`. */
const evidenceFields = ({ since }: Since) => ({
  userStatus: users.status,
  paymentDetails: orders.paymentDetails,
  customerFigures: ordersOfCustomer(sql`${since}::timestamptz`).mapWith(asSent<OrdersOfCustomer>),
  approvedName: approvedName.mapWith((value: ApprovedName): ApprovedName | null => value),
  lastPayout: lastPayout(isOtherOrder),
  cameBack: lastReturn.mapWith((value: CameBack): CameBack | null => value),
  samePayee: samePayee.mapWith(listOrNull<SamePayee>),
  similarProofs: similarProofs.mapWith(listOrNull<string>),
  warnings: warningFields,
});

/** Reads what was paid to the customer of each of these payouts before; an extra one follows that of its own order. */
export const readLastPaid = rows((db: Reads, { payoutIds }: Blanks<{ payoutIds: readonly Id<'payout'>[] }>) =>
  db
    .select({ payoutId: payouts.id, last: lastPayout(sql`(${isOtherOrder} or ${payouts.kind} = 'extra')`) })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .where(isOneOf(payouts.id, payoutIds)),
);

/** Reads what speaks for and against each of these orders. */
export const readEvidence = rows((db: Reads, { ids, since }: Since & Blanks<{ ids: readonly Id<'order'>[] }>) =>
  db
    .select({ id: orders.id, currency: orders.payoutCurrency, ...evidenceFields({ since }) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(isOneOf(orders.id, ids)),
);
export type EvidenceRow = Awaited<ReturnType<typeof readEvidence>>[number];

/** Reads the data that helps to decide an order. */
export const readReview = one((db: Reads, { id, since }: Since & ById) =>
  db
    .select({
      ...evidenceFields({ since }),
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      blockedReason: users.blockedReason,
      registeredAt: users.createdAt,
      kycRequestId: kycRequestId.mapWith(textOrNull),
      amendments: amendments.mapWith(listOrNull<Addition>),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id)),
);
export type ReviewRow = Awaited<ReturnType<typeof readReview>>;

const moneyOwed = first((db: Reads, { id }: ById) =>
  db
    .select({ amount: sql`trim_scale(${bookBalances.amount})`.mapWith(String), currency: bookAccounts.unit })
    .from(orders)
    .innerJoin(
      bookAccounts,
      and(
        eq(bookAccounts.kind, 'owed'),
        sql`${bookAccounts.subject} = ${orders.id}::text`,
        eq(bookAccounts.unit, orders.fromCurrency),
      ),
    )
    .innerJoin(bookBalances, eq(bookBalances.accountId, bookAccounts.id))
    .where(
      and(
        eq(orders.id, id),
        eq(orders.type, 'fiat'),
        inArray(orders.status, [...refusedStatuses]),
        sql`${bookBalances.amount} > 0`,
      ),
    ),
);
const accountsIn = rows((db: Reads, { currency }: Blanks<{ currency: string }>) =>
  db
    .select({ id: deskAccounts.id, name: deskAccounts.name })
    .from(deskAccounts)
    .where(and(eq(deskAccounts.currency, currency), eq(deskAccounts.isActive, true)))
    .orderBy(deskAccounts.name),
);

/**
 * Money owed back to the customer of a refused exchange, with the accounts that could pay it; null where there is none.
 */
export async function readMoneyBack(db: Pick<Db, 'ask'>, id: Id<'order'>): Promise<AdminOrderDetails['moneyBack']> {
  const moneyBack = await moneyOwed(db, { id });
  return moneyBack ? { ...moneyBack, accounts: await accountsIn(db, moneyBack) } : null;
}

/** The order with this reference. */
export const findByReference = first((db: Reads, { reference }: Blanks<{ reference: string }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.reference} = upper(${reference})`),
);

type NewAmendment = Omit<typeof orderAmendments.$inferSelect, 'id'>;

/** Adds to a decided order; nothing ever changes or removes it. */
export const insertAmendment = sent((db: Drizzle, amendment: Blanks<NewAmendment>) =>
  db.insert(orderAmendments).values(rowOf(orderAmendments, amendment, 'id')),
);

type OfUser = Blanks<{ userId: Id<'user'> }>;
const isCompletedOf = (userId: OfUser['userId']) => and(eq(orders.userId, userId), eq(orders.status, 'completed'));

const completedOf = one((db: Reads, { userId }: OfUser) =>
  db
    .select({
      volumeUsd: sql`trim_scale(coalesce(sum(${orders.valueUsd}), 0))`.mapWith(String),
      // The share of the fee in what was owed is its share of the value.
      feesUsd: sql`coalesce(sum(${orders.valueUsd} * ${orders.feeAmount} / ${orders.grossAmount}), 0)`.mapWith(String),
      completed: count(),
    })
    .from(orders)
    .where(isCompletedOf(userId)),
);
const feesOf = rows((db: Reads, { userId }: OfUser) =>
  db
    .select({ currency: orders.payoutCurrency, fee: sql`trim_scale(sum(${orders.feeAmount}))`.mapWith(String) })
    .from(orders)
    .where(isCompletedOf(userId))
    .groupBy(orders.payoutCurrency)
    .orderBy(orders.payoutCurrency),
);

/** Sums the completed orders of a user; decimal text. */
export async function readMoneyOf(db: Pick<Db, 'ask'>, userId: Id<'user'>) {
  return { ...(await completedOf(db, { userId })), fees: await feesOf(db, { userId }) };
}
