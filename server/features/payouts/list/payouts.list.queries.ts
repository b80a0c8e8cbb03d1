import {
  aliasedTable,
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists as hasNone,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#server/db/connection.ts';
import { textOrNull } from '#server/db/fragments.ts';
import { isOneOf, rows, type Blanks, type Drizzle, type Reads, type RowOf } from '#server/db/query.ts';
import { signedFieldsOf, signedTables } from '#server/db/signing/signed-rows.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { fullName, fullNameOrNull, users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { lineMatches, statementLines } from '../payouts.statements.tables.ts';
import { payoutAttempts, payoutBatches, payouts } from '../payouts.tables.ts';

export type Reader = Pick<Db, 'ask'>;
type Ids = { ids: readonly Id<'payout'>[] };

const attemptsOfPayout = (db: Reads) =>
  db
    .select({
      id: payoutAttempts.id,
      payoutId: payoutAttempts.payoutId,
      no: payoutAttempts.no,
      batchId: payoutAttempts.batchId,
      endToEndId: payoutAttempts.endToEndId,
      state: payoutAttempts.state,
      details: payoutAttempts.details,
      signature: payoutAttempts.signature,
      sentAt: payoutAttempts.sentAt,
      settledAt: payoutAttempts.settledAt,
      settledBy: payoutAttempts.settledBy,
      returned: payoutAttempts.returned,
    })
    .from(payoutAttempts)
    .where(eq(payoutAttempts.payoutId, payouts.id));
const allOf = (db: Reads) => attemptsOfPayout(db).as('attempt');
const latestOf = (db: Reads) => attemptsOfPayout(db).orderBy(desc(payoutAttempts.no)).limit(1).as('attempt');
type Attempt = ReturnType<typeof allOf>;

/** The identity that was approved, for the name of the account. */
const identityName = sql`(select coalesce(${kycRequests.fullName}, ${kycRequests.registeredName}) from ${kycRequests}
  where ${kycRequests.userId} = ${orders.userId} and ${kycRequests.status} = 'approved'
  order by ${kycRequests.submittedAt} desc limit 1)`;

const member = aliasedTable(users, 'member');
/** The name of a member of the team by the id; null without one. */
export const memberName = (id: SQLWrapper): SQL<string | null> =>
  sql`(select ${fullName(member)} from ${users} ${member} where ${member.id} = ${id})`.mapWith(textOrNull);

/** A payout with its order, customer, an attempt and the batch of it. */
const fieldsOf = (attempt: Attempt) => ({
  ...signedFieldsOf(signedTables.payout, payouts),
  kind: payouts.kind,
  state: payouts.state,
  reason: payouts.reason,
  approvedBy: payouts.approvedBy,
  approvedAt: payouts.approvedAt,
  detailsChanged: payouts.detailsChanged,
  reference: orders.reference,
  status: orders.status,
  stage: orders.stage,
  valueUsd: orders.valueUsd,
  userId: orders.userId,
  /** The amount that the order is paid, by its settlement or as agreed. */
  netToPay: sql`coalesce(${orderSettlements.net}, ${orders.payoutAmount})`.mapWith(String),
  approverName: memberName(payouts.approvedBy),
  userName: fullName(users),
  customerBlocked: sql`${users.status} = 'blocked'`.mapWith(Boolean),
  identityName: identityName.mapWith(textOrNull),
  attemptId: attempt.id,
  attemptNo: attempt.no,
  attemptState: attempt.state,
  attemptDetails: attempt.details,
  attemptSignature: attempt.signature,
  endToEndId: attempt.endToEndId,
  settledBy: attempt.settledBy,
  settledAt: attempt.settledAt,
  sentAt: attempt.sentAt,
  returned: attempt.returned,
  batchId: payoutBatches.id,
  batchSeq: payoutBatches.seq,
  batchState: payoutBatches.state,
  batchFormat: payoutBatches.format,
  /** Null if it was paid by hand, from any account. */
  batchAccountId: payoutBatches.accountId,
  releasedBy: payoutBatches.releasedBy,
  /** True if a statement line shows that the attempt was paid. */
  hasLine: sql`exists (select from ${lineMatches} where ${lineMatches.payoutId} = ${payouts.id}
    and ${lineMatches.attemptId} = ${attempt.id} and ${lineMatches.role} = 'settled'
    and ${lineMatches.undoneAt} is null)`.mapWith(Boolean),
});

const payoutsWith = (db: Reads, attempt: Attempt) =>
  db
    .select(fieldsOf(attempt))
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .leftJoinLateral(attempt, sql`true`)
    .leftJoin(payoutBatches, eq(payoutBatches.id, attempt.batchId));
export type PayoutRow = RowOf<typeof payoutsWith>;

/** Payouts with their latest attempt, in the order of the ids. */
export const readPayouts = rows((db: Reads, { ids }: Blanks<Ids>) =>
  payoutsWith(db, latestOf(db))
    .innerJoin(sql`unnest(${ids}::uuid[]) with ordinality as wanted (id, place)`, sql`wanted.id = ${payouts.id}`)
    .orderBy(sql`wanted.place`),
);

/** The payouts of a batch with the attempt that is in it, in the order of its file. */
export const readBatchLines = rows((db: Reads, { batchId }: Blanks<{ batchId: Id<'payoutBatch'> }>) => {
  const attempt = allOf(db);
  return payoutsWith(db, attempt).where(eq(attempt.batchId, batchId)).orderBy(attempt.endToEndId);
});

/** All attempts to pay a payout, the first one first. */
export const readAttempts = rows((db: Reads, { payoutId }: Blanks<{ payoutId: Id<'payout'> }>) => {
  const attempt = allOf(db);
  return payoutsWith(db, attempt)
    .where(and(eq(payouts.id, payoutId), isNotNull(attempt.id)))
    .orderBy(attempt.no);
});

/** The bookings that a payout is matched with. */
export const readMatchedLines = rows((db: Reads, { payoutId }: Blanks<{ payoutId: Id<'payout'> }>) =>
  db
    .select({
      id: statementLines.id,
      bookedOn: statementLines.bookedOn,
      direction: statementLines.direction,
      amount: statementLines.amount,
      role: lineMatches.role,
      rule: lineMatches.rule,
      matchedAt: lineMatches.matchedAt,
    })
    .from(lineMatches)
    .innerJoin(statementLines, eq(statementLines.id, lineMatches.lineId))
    .where(and(eq(lineMatches.payoutId, payoutId), isNull(lineMatches.undoneAt)))
    .orderBy(statementLines.bookedOn, statementLines.id),
);

/** Every action that was done to a payout, by whom. */
export const readHistory = rows((db: Reads, { payoutId }: Blanks<{ payoutId: Id<'payout'> }>) =>
  db
    .select({
      at: auditLog.at,
      action: auditLog.action,
      actorId: auditLog.actorId,
      actorName: fullNameOrNull(users),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectType, 'payout'), eq(auditLog.subjectId, payoutId)))
    .orderBy(auditLog.id),
);

/** Number and sum of payouts by currency and state, and of orders that wait for their approval. */
export const readFigures = rows((db: Reads) => {
  const ofOrder = db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.orderId, orders.id), eq(payouts.kind, 'order'), ne(payouts.state, 'cancelled')));
  return unionAll(
    db
      .select({
        currency: payouts.currency,
        state: sql`${payouts.state}`.mapWith(String).as('state'),
        payouts: count().as('payouts'),
        amount: sql`sum(${payouts.amount})`.mapWith(String).as('amount'),
      })
      .from(payouts)
      .where(inArray(payouts.state, ['due', 'held', 'batched', 'released', 'sent', 'returned']))
      .groupBy(payouts.currency, payouts.state),
    db
      .select({
        currency: orders.payoutCurrency,
        state: sql`'expected'`.mapWith(String).as('state'),
        payouts: count().as('payouts'),
        amount: sql`sum(coalesce(${orderSettlements.net}, ${orders.payoutAmount}))`.mapWith(String).as('amount'),
      })
      .from(orders)
      .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
      .where(and(inArray(orders.status, ['pending', 'processing']), isNotNull(orders.proofAt), hasNone(ofOrder)))
      .groupBy(orders.payoutCurrency),
  );
});

const lockOrders = rows((db: Drizzle, { ids }: Blanks<Ids>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, db.select({ id: payouts.orderId }).from(payouts).where(isOneOf(payouts.id, ids))))
    .orderBy(orders.id)
    .for('update'),
);
const lockRows = rows((db: Drizzle, { ids }: Blanks<Ids>) =>
  db.select({ id: payouts.id }).from(payouts).where(isOneOf(payouts.id, ids)).orderBy(payouts.id).for('update'),
);

/**
 * Locks payouts after their orders, each in the order of their ids, and returns them. Every transaction locks
 * statement lines, orders, payouts and batches in this order, so that none waits in a circle.
 */
export async function lockPayouts(tx: Tx, ids: readonly Id<'payout'>[]): Promise<PayoutRow[]> {
  await lockOrders(tx, { ids });
  await lockRows(tx, { ids });
  return readPayouts(tx, { ids: [...new Set(ids)] });
}

const ofOrder = rows((db: Reads, { orderId }: Blanks<{ orderId: Id<'order'> }>) =>
  db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.orderId, orderId), eq(payouts.kind, 'order'), ne(payouts.state, 'cancelled'))),
);

/** The payout of an order whose row is locked, locked too; undefined where there is none. */
export async function lockPayoutOfOrder(tx: Tx, orderId: Id<'order'>): Promise<PayoutRow | undefined> {
  const ids = (await ofOrder(tx, { orderId })).map(({ id }) => id);
  return ids.length === 0 ? undefined : (await lockPayouts(tx, ids))[0];
}
