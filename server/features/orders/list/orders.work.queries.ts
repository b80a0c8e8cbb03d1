import { and, eq, gte, inArray, isNull, not, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { sqlList } from '#server/db/fragments.ts';
import { first, rows, type Blanks, type Reads } from '#server/db/query.ts';
import { approvals } from '#server/features/approvals/approvals.tables.ts';
import { auditLog } from '#server/features/audit/audit.tables.ts';
import { payouts } from '#server/features/payouts/payouts.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { undecidedStages } from '#shared/orders/orders.stages.ts';
import { todoStages } from '#shared/orders/orders.work.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import { orders } from '../orders.tables.ts';
import { isAsked } from './orders.question.queries.ts';

const waitsForSecond = sql`exists (select from ${approvals} where ${approvals.kind} in ('payout', 'warned_approval')
  and ${approvals.subjectId} = ${orders.id}::text and ${approvals.state} = 'open')`;

/**
 * True for an open order that this reader can decide now. The stage stands in a `case`, because PostgreSQL would else
 * search it in the whole index of the customers' stages: 0.4 s of 1,000,000 orders.
 */
const isDecidable = ({ readerId }: Blanks<{ readerId: Id<'user'> }>) =>
  sql`case when ${orders.stage} in (${sql.raw(sqlList(todoStages))}) then
    (${orders.stage} <> 'by_hand' or ${orders.proofAt} is not null)
    and ${orders.userId} <> ${readerId} and not ${waitsForSecond} and not ${isAsked} else false end`;

/** Condition of the open orders of one kind of work. */
export const isOfWork = (blanks: Blanks<{ work: string | null; readerId: Id<'user'> }>) =>
  sql`(${blanks.work}::text is null or case ${blanks.work}::text
    when 'todo' then ${isDecidable(blanks)}
    when 'waiting' then ${orders.stage} in (${sql.raw(sqlList(undecidedStages))}) and not ${isDecidable(blanks)}
    else ${orders.stage} not in (${sql.raw(sqlList(undecidedStages))}) end)`;

/** Maximum number of orders that are checked at once. */
const maxTodo = 1_000;

type Decided = { readerId: Id<'user'>; since: Date | null };

/** The orders that a member decided since then, unless they are to be decided again. */
export const listDecided = rows((db: Reads, { readerId, since }: Blanks<Decided>) => {
  const isTheirs = and(
    eq(auditLog.actorId, readerId),
    gte(auditLog.at, sql`coalesce(${since}::timestamptz, date_trunc('day', now(), 'UTC'))`),
  );
  const endedOrders = db
    .select({ id: sql`${auditLog.subjectId}`.mapWith(String).as('order_id') })
    .from(auditLog)
    .where(
      and(
        isTheirs,
        eq(auditLog.subjectType, 'transaction'),
        inArray(auditLog.action, ['transaction.completed', 'transaction.rejected', 'transaction.failed']),
      ),
    );
  const approvedOrders = db
    .select({ id: sql`${payouts.orderId}::text`.mapWith(String).as('order_id') })
    .from(auditLog)
    .innerJoin(payouts, sql`${payouts.id}::text = ${auditLog.subjectId}`)
    .where(and(isTheirs, eq(auditLog.action, 'payout.due')));
  const decidedOrders = union(endedOrders, approvedOrders).as('decided');
  return db
    .select({ id: orders.id })
    .from(decidedOrders)
    .innerJoin(orders, sql`${orders.id}::text = ${decidedOrders.id}`)
    .where(
      not(and(inArray(orders.status, [...openStatuses]), inArray(orders.stage, [...undecidedStages])) ?? sql`false`),
    )
    .limit(maxTodo);
});

/** The orders that this reader can decide now, oldest first. */
export const listTodo = rows((db: Reads, blanks: Blanks<{ readerId: Id<'user'> }>) =>
  db
    .select({
      id: orders.id,
      reference: orders.reference,
      version: orders.version,
      userId: orders.userId,
      given: orders.amount,
      unit: sql`coalesce(${orders.cryptoSymbol}, ${orders.fromCurrency})`.mapWith(String),
      payout: sql`trim_scale(coalesce(${orderSettlements.net}, ${orders.payoutAmount}))`.mapWith(String),
      currency: orders.payoutCurrency,
      valueUsd: orders.valueUsd,
      paymentDetails: orders.paymentDetails,
    })
    .from(orders)
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .where(and(inArray(orders.status, [...openStatuses]), isDecidable(blanks)))
    .orderBy(orders.createdAt, orders.id)
    .limit(maxTodo),
);
export type TodoOrder = Awaited<ReturnType<typeof listTodo>>[number];

/** Reads the oldest order that this reader can decide now, with the number of all of them up to `maxCounted`. */
export const readOldestTodo = first((db: Reads, blanks: Blanks<{ readerId: Id<'user'> }>) => {
  const countedOrders = db
    .select({ id: orders.id, reference: orders.reference, createdAt: orders.createdAt })
    .from(orders)
    .where(and(inArray(orders.status, [...openStatuses]), isDecidable(blanks)))
    .orderBy(orders.createdAt, orders.id)
    .limit(maxCounted)
    .as('counted');
  return db
    .select({
      id: countedOrders.id,
      reference: countedOrders.reference,
      createdAt: countedOrders.createdAt,
      count: sql`count(*) over ()`.mapWith(Number),
    })
    .from(countedOrders)
    .orderBy(countedOrders.createdAt, countedOrders.id)
    .limit(1);
});
export type OldestTodo = Awaited<ReturnType<typeof readOldestTodo>>;
