import { desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { rows, sent, type Blanks, type Drizzle, type Reads } from '#server/db/query.ts';
import { recordsOf } from '#server/db/records.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { isSpent } from '#server/features/chains/chains.service.ts';
import { chainTransfers } from '#server/features/chains/chains.tables.ts';
import { transferClaims } from '#server/features/deposits/deposits.tables.ts';
import { settledRateOf } from '#server/features/orders/orders.service.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { toText } from '#shared/kernel/money.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { Asked } from '#shared/orders/orders.stage.ts';
import { customerChoices, type CustomerChoice, type Part } from '#shared/settlements/settlement.terms.ts';
import { type Settlement } from '#shared/settlements/settlement.ts';
import type { OwnSale } from './settlements.sales.queries.ts';
import { depositQuestions, orderSettlements, type SettlementPart } from './settlements.tables.ts';

const seen = ['state', 'blockHeight', 'blockAt', 'firstSeenAt', 'reorganisedAt', 'wasFinal'] as const;
const transfer = columnsOf(chainTransfers, 't', 'id', 'txHash', 'outIndex', 'coinId', 'amount', ...seen);
const claim = columnsOf(transferClaims, 'c', 'rateThen', 'rateAt');
export const claimedRow = { ...transfer.row, ...claim.row };
export type ClaimedTransfer = RowOf<typeof claimedRow>;
export const transferColumns = transfer.sql;

/** The transfers that an order claims, whatever their state, oldest first. */
export const listClaimedTransfers = readStatement(claimedRow).rows<[orderId: string]>()`
  select ${transfer.sql}, ${claim.sql}
  from transfer_claims c join chain_transfers t on t.id = c.transfer_id
  where c.order_id = $1 and c.released_at is null order by t.first_seen_at, t.id`;

const claimArrived = writeStatement({})`
  insert into transfer_claims (transfer_id, order_id, grade, claimed_at)
  select t.id, $1, 'own', $2 from chain_transfers t
  where t.coin_id = $3 and t.to_address = $4 and ($5 = '' or t.to_tag = $5) and t.state in ('seen', 'included', 'final')
    and t.first_seen_at between $6 and $7
    and not exists (select from address_leases l where l.address_id = $8 and l.id <> $9 and l.leased_at > $6 and l.leased_at <= t.first_seen_at)
    and not exists (select from transfer_claims c where c.transfer_id = t.id and c.released_at is null)
    and not ${isSpent}
  on conflict do nothing`;

/** Claims what has arrived at one's own address of an open sale and nothing else has. */
export async function claimArrivals(tx: Tx, own: OwnSale, now: Date): Promise<void> {
  const { id, coinId, address, tag, leasedAt, watchedUntil, addressId, leaseId } = own;
  await tx.run(claimArrived, [id, now, coinId, address, tag, leasedAt, watchedUntil, addressId, leaseId]);
}

/**
 * Notes the payout rate of this moment with the claims whose block was just read, or read again after a reorganisation;
 * none with a block that is older than ten minutes: that rate is known no more.
 */
export const noteRates = writeStatement({}).send<[orderId: string, rate: string | null, now: Date]>()`
  update transfer_claims c set rate_at = $3, rate_then = case when t.block_at > $3::timestamptz - interval '10 minutes'
    then $2::numeric end
  from chain_transfers t where c.order_id = $1 and c.released_at is null and t.id = c.transfer_id and t.block_at is not null
    and (c.rate_at is null or c.rate_at < t.reorganised_at)`;

const doubted = { transferId: column.uuid, reference: column.text };

/**
 * What may be meant for a former sale of the address whose watch still runs: whatever does not equal the present sale
 * exactly, where that was another customer's; and what fits a former sale that has not received its coins.
 */
export const listDoubtful = readStatement(doubted).rows<
  [
    addressId: string,
    transferIds: readonly string[],
    leasedAt: Date,
    tolerancePercent: number,
    leaseId: string,
    amount: string,
    userId: string,
  ]
>()`
  select t.id as "transferId", min(l.reference) as reference
  from address_leases l join chain_transfers t on t.id = any($2::uuid[])
  where l.address_id = $1 and l.leased_at < $3 and l.id <> $5 and l.watched_until >= t.first_seen_at and l.crypto_id = t.coin_id
    and ((l.user_id <> $7 and t.amount <> $6::numeric) or (abs(l.amount - t.amount) <= l.amount * $4::numeric / 100
      and not exists (select from orders o join transfer_claims c on c.order_id = o.id and c.released_at is null
        where o.quote_id = l.quote_id))) group by t.id`;

const settlementsOf = rows((db: Reads, { orderId }: Blanks<{ orderId: string }>) =>
  db
    .select({ settlement: getTableColumns(orderSettlements), currency: orders.payoutCurrency, agreed: orders.rate })
    .from(orderSettlements)
    .innerJoin(orders, eq(orders.id, orderSettlements.orderId))
    .where(eq(orderSettlements.orderId, orderId))
    .orderBy(isNotNull(orderSettlements.voidedAt), desc(orderSettlements.acceptedAt), orderSettlements.id)
    .limit(100),
);
export type SettlementRow = typeof orderSettlements.$inferSelect & {
  currency: string;
  /** Over all parts where they were paid at several. */
  rate: string;
};

/** The settlements of an order, the live one first. */
export async function listSettlements(db: Pick<Db, 'ask'>, orderId: string): Promise<SettlementRow[]> {
  const found = await settlementsOf(db, { orderId });
  return found.map(({ settlement: row, currency, agreed }) => ({
    ...row,
    currency,
    rate: toText(settledRateOf(row, agreed)),
  }));
}

type SettlementInsert = Omit<typeof orderSettlements.$inferSelect, 'id' | 'voidedAt' | 'voidReason'>;

const insert = sent((db: Drizzle, settlement: Blanks<SettlementInsert>) =>
  db.insert(orderSettlements).values({
    orderId: settlement.orderId,
    outcome: settlement.outcome,
    received: settlement.received,
    paidFor: settlement.paidFor,
    rest: settlement.rest,
    parts: settlement.parts,
    gross: settlement.gross,
    feePercent: settlement.feePercent,
    fee: settlement.fee,
    net: settlement.net,
    acceptedBy: settlement.acceptedBy,
    acceptedAt: settlement.acceptedAt,
    reason: settlement.reason,
  }),
);

/** Parts with decimal text, as a row holds them. */
export const storedParts = (parts: readonly Part[]): SettlementPart[] =>
  parts.map(({ transferIds, amount, rate, kind }) => ({
    transferIds: [...transferIds],
    amount: toText(amount),
    rate: toText(rate),
    kind,
  }));

export type Acceptance = { acceptedBy: string; reason: string | null; now: Date };

/** Writes the live settlement of an order; the one before was voided. */
export async function insertSettlement(
  tx: Tx,
  orderId: string,
  { outcome, received, paidFor, rest, parts, gross, feePercent, fee, net }: Settlement,
  { acceptedBy, reason, now }: Acceptance,
): Promise<void> {
  await insert(tx, {
    orderId,
    outcome,
    received: toText(received),
    paidFor: toText(paidFor),
    rest: toText(rest),
    parts: storedParts(parts),
    gross: toText(gross),
    feePercent: toText(feePercent),
    fee: toText(fee),
    net: toText(net),
    acceptedBy,
    acceptedAt: now,
    reason,
  });
}

export const voidSettlement = writeStatement({}).send<[orderId: string, reason: string, now: Date]>()`
  update order_settlements set voided_at = $3, void_reason = $2 where order_id = $1 and voided_at is null`;

/** What the customer chose last, and the offer that it agreed to. */
export const findChoice = readStatement({
  choice: column.oneOf(customerChoices),
  offer: orNull({ ...column.json, type: 'jsonb' }),
}).first<[orderId: string]>()`
  select choice, offer from deposit_choices where order_id = $1 order by made_at desc, id limit 1`;

/** The offer is JSON. */
export const insertChoice = writeStatement({}).send<
  [orderId: string, choice: CustomerChoice, offer: string, now: Date]
>()`
  insert into deposit_choices (order_id, choice, offer, made_at) values ($1, $2, $3::jsonb, $4)`;

const putQuestion = (db: Drizzle) =>
  db
    .insert(depositQuestions)
    .values({
      orderId: sql.placeholder('orderId'),
      asked: sql.placeholder('asked'),
      askedAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: depositQuestions.orderId,
      set: { asked: sql`excluded.asked`, askedAt: sql`excluded.asked_at` },
    });

const endQuestion = (db: Drizzle) =>
  db.delete(depositQuestions).where(eq(depositQuestions.orderId, sql.placeholder('orderId')));

/** Notes who is asked about what arrived for a sale; null ends the question. */
export async function setAsked(tx: Tx, orderId: string, who: Asked | null, now: Date): Promise<void> {
  if (who === null) await tx.ask(endQuestion, { orderId });
  else await tx.ask(putQuestion, { orderId, asked: who, now });
}

/** The open sales with own addresses of these coins, oldest first. */
export const listToSettle = readStatement({ id: column.uuid }).values<[coinIds: readonly string[]]>()`
  select o.id from orders o join sell_quotes q on q.id = o.quote_id and q.lease_id is not null
  where o.type = 'sell' and o.status in (${sqlList(openStatuses)}) and o.crypto_id = any($1::text[])
    and o.stage in ('confirming', 'confirmed', 'short', 'question', 'approved')
  order by o.created_at, o.id limit 1000`;

/** The orders whose live settlement rests on one of these transfers; the first ones rest on all that is claimed. */
export const listSettledBy = readStatement({ id: column.uuid }).values<[transferIds: readonly string[]]>()`
  select distinct s.order_id as id from order_settlements s join transfer_claims c on c.order_id = s.order_id
  where s.voided_at is null and c.released_at is null and c.transfer_id = any($1::uuid[])
    and exists (select from jsonb_array_elements(s.parts) p
      where not p ? 'transferIds' or p->'transferIds' ? c.transfer_id::text)`;

/** The approved orders without a settlement that are paid for one of these transfers: those at a shared address. */
export const listApprovedBy = readStatement({ id: column.uuid }).values<[transferIds: readonly string[]]>()`
  select distinct p.order_id as id from payouts p join transfer_claims c on c.order_id = p.order_id
  where p.kind = 'order' and c.released_at is null and c.transfer_id = any($1::uuid[])
    and not exists (select from order_settlements s where s.order_id = p.order_id and s.voided_at is null)`;

/** What arrived for a customer's sales and what they chose, for the data export. */
export const exportSettlementsPersonalData = recordsOf(
  `select coalesce(json_agg(json_build_object('reference', o.reference,
     'settlements', coalesce((select json_agg(json_build_object('outcome', s.outcome, 'received', s.received::text,
       'paidFor', s.paid_for::text, 'gross', s.gross::text, 'fee', s.fee::text, 'net', s.net::text, 'at', s.accepted_at,
       'voidedAt', s.voided_at) order by s.accepted_at) from order_settlements s where s.order_id = o.id), '[]'::json),
     'choices', coalesce((select json_agg(json_build_object('choice', d.choice, 'at', d.made_at) order by d.made_at)
       from deposit_choices d where d.order_id = o.id), '[]'::json)) order by o.created_at), '[]'::json) as records
   from orders o where o.user_id = $1 and exists (
     select from order_settlements s where s.order_id = o.id union all select from deposit_choices d where d.order_id = o.id)`,
);
