import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import type { Drizzle } from '#server/db/query.ts';
import { column, filtered, orNull } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { unmatchedDecisions } from '#server/features/refunds/refunds.tables.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

/** One decision about a transfer at a time. */
export const lockTransfer = writeStatement({}).send<[id: string]>()`
  select from chain_transfers where id = $1 for update`;

const endDecision = (db: Drizzle) =>
  db
    .update(unmatchedDecisions)
    .set({ reopenedAt: sql`${sql.placeholder('now')}::timestamptz` })
    .where(
      and(eq(unmatchedDecisions.transferId, sql.placeholder('transferId')), isNull(unmatchedDecisions.reopenedAt)),
    );

/** Writes a decision, in place of one about coins that have come back since. */
export async function insertDecision(
  tx: Tx,
  decision: typeof unmatchedDecisions.$inferInsert & { decidedAt: Date },
): Promise<void> {
  await tx.ask(endDecision, { transferId: decision.transferId, now: decision.decidedAt });
  await tx.insert(unmatchedDecisions).values(decision);
}

/** Takes back that a transfer is kept; false where it is not. */
export const endRetained = writeStatement({ id: column.uuid }).exists<[transferId: string, now: Date]>()`
  update unmatched_decisions set reopened_at = $2 where transfer_id = $1 and kind = 'kept' and reopened_at is null returning id`;

const release = (db: Drizzle) => {
  const { transferId, orderId, releasedAt } = transferClaims;
  const ofOther = and(eq(transferId, sql.placeholder('transferId')), ne(orderId, sql.placeholder('orderId')));
  const awaiting = and(isNull(transferId), eq(orderId, sql.placeholder('orderId')));
  return db
    .update(transferClaims)
    .set({ releasedAt: sql`${sql.placeholder('now')}::timestamptz` })
    .where(and(isNull(releasedAt), or(ofOther, awaiting)));
};

/** Releases the claim of the order that is over and had a transfer, and that of the new one if it awaited any. */
export const releaseFormer = async (tx: Tx, values: { transferId: string; orderId: string; now: Date }) =>
  tx.ask(release, values);

/**
 * Claims a transfer for an order; opening it may have claimed the transfer already. Of its rate only what a former claim
 * noted for the same currency is known: its block is read no more.
 */
export const insertManualClaim = writeStatement({}).send<[transferId: string, orderId: string, now: Date]>()`
  insert into transfer_claims (transfer_id, order_id, grade, claimed_at, rate_then, rate_at)
  select t.id, o.id, 'manual', $3, (select c.rate_then from transfer_claims c join orders f on f.id = c.order_id
      where c.transfer_id = t.id and f.payout_currency = o.payout_currency and c.rate_at >= coalesce(t.reorganised_at, c.rate_at)
      order by c.rate_at desc limit 1), case when t.block_at is not null then $3::timestamptz end
  from chain_transfers t, orders o where t.id = $1 and o.id = $2
   on conflict (transfer_id) where released_at is null do nothing`;

const claimantRow = {
  userId: column.uuid,
  coinId: filtered(column.text),
  status: column.text,
  isOpen: column.boolean,
  orderId: orNull(column.uuid),
};

/** What an order that a transfer is assigned to is about. */
export const findClaimant = readStatement(claimantRow).first<[orderId: string]>()`
  select user_id as "userId", crypto_id as "coinId", status, status in (${sqlList(openStatuses)}) as "isOpen", id as "orderId"
  from orders where id = $1 and type = 'sell'`;

/** What a quote that a transfer is assigned to is about, and its order where it has one. */
export const findClaimingQuote = readStatement({ ...claimantRow, coinId: column.text }).first<[quoteId: string]>()`
  select q.user_id as "userId", q.crypto_id as "coinId", 'pending' as status, true as "isOpen", o.id as "orderId"
  from sell_quotes q left join orders o on o.quote_id = q.id
  where q.id = $1 and (o.id is not null or (q.lease_id is not null and q.used_at is null))`;

export const isCustomer = readStatement({ id: column.uuid }).exists<[userId: string]>()`
  select id from users where id = $1 and status <> 'deleted' and role = 'customer'`;
