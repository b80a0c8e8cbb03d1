import type { Tx } from '#server/db/connection.ts';
import { sent, type Blanks, type Drizzle, type Sends } from '#server/db/query.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { proofOf, signedColumns, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { exclusiveLock, readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { toText } from '#shared/kernel/money.ts';
import {
  closedStatuses,
  orderStatuses,
  proofHours,
  refusedStatuses,
  type MovesTo,
  type OrderStatus,
} from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import { orderStages, type OrderStage } from '#shared/orders/orders.stages.ts';
import type { OrderDraft } from './open/orders.draft.ts';
import { reader } from './orders.mail.ts';
import { orderEvents, orders } from './orders.tables.ts';

export const signedOrder = { ...signedTables.order.fields, signature: orNull(column.bytes) };
export type OrderWithSignature = RowOf<typeof signedOrder>;
/** The same of order `t`, for a select. */
export const signedOrderColumns = signedColumns(signedTables.order, 't');

/** SQL of the rate that a settlement `s` of order `t` pays: over all parts where they were paid at several. */
export const settledRate = `case when s.paid_for = 0 then t.rate
  when jsonb_array_length(s.parts) = 1 then (s.parts->0->>'rate')::numeric else round(s.gross / s.paid_for, 8) end`;

export const findSignedOrder = readStatement(signedOrder).first<[id: string]>()`
  select ${signedOrderColumns} from orders t where t.id = $1`;

/** The same of those of the named orders that are open. */
export const findOpenSignedOrders = readStatement(signedOrder).rows<[ids: readonly string[]]>()`
  select ${signedOrderColumns} from orders t where t.id = any($1::uuid[]) and t.status in ('pending', 'processing')`;

export type Proof = { filename: string; sentHash: Buffer };

export type ActorKind = 'customer' | 'desk' | 'system';

type OrderRow = Omit<
  typeof orders.$inferSelect,
  'status' | 'version' | 'stageVersion' | 'receivingAccountId' | 'assigneeId' | 'tags' | 'decidedAt' | AdminField
>;
type AdminField = 'adminNotes' | 'adminTransactionId';

const insertRow = sent((db: Drizzle, order: Blanks<OrderRow>) =>
  db.insert(orders).values({
    id: order.id,
    reference: order.reference,
    type: order.type,
    userId: order.userId,
    quoteId: order.quoteId,
    cryptoId: order.cryptoId,
    cryptoName: order.cryptoName,
    cryptoSymbol: order.cryptoSymbol,
    cryptoColor: order.cryptoColor,
    fromCurrency: order.fromCurrency,
    amount: order.amount,
    rate: order.rate,
    rateAt: order.rateAt,
    rateSource: order.rateSource,
    payoutCurrency: order.payoutCurrency,
    grossAmount: order.grossAmount,
    feePercent: order.feePercent,
    feeAmount: order.feeAmount,
    payoutAmount: order.payoutAmount,
    valueUsd: order.valueUsd,
    paymentDetails: order.paymentDetails,
    paymentInstructions: order.paymentInstructions,
    depositAddress: order.depositAddress,
    depositMemo: order.depositMemo,
    depositNetwork: order.depositNetwork,
    transactionHash: order.transactionHash,
    proofAt: order.proofAt,
    proofDueAt: order.proofDueAt,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    signature: order.signature,
    stage: order.stage,
  }),
);

type NewOrder = { id: string; draft: OrderDraft; stage: OrderStage; proof: Proof | undefined; now: Date };

/** Writes a new order, pending and in its first version. */
export async function insertOrder(tx: Sends<Drizzle>, { id, draft, stage, proof, now }: NewOrder): Promise<void> {
  const { gives, deposit } = draft;
  const coin = gives.type === 'sell' ? gives.coin : undefined;
  const order = {
    id,
    reference: draft.reference,
    type: gives.type,
    userId: draft.userId,
    quoteId: draft.quoteId,
    cryptoId: coin?.id ?? null,
    fromCurrency: gives.type === 'fiat' ? gives.currency : null,
    amount: toText(draft.amount),
    payoutCurrency: draft.payoutCurrency,
    payoutAmount: toText(draft.payoutAmount),
    valueUsd: toText(draft.valueUsd),
    paymentDetails: draft.paymentDetails,
    paymentInstructions: draft.paymentInstructions ?? null,
    depositAddress: deposit?.address ?? null,
    depositMemo: deposit?.memo ?? null,
    depositNetwork: deposit?.network ?? null,
    transactionHash: draft.transactionHash,
    proofAt: draft.hasProof ? now : null,
  };
  await insertRow(tx, {
    ...order,
    cryptoName: coin?.name ?? null,
    cryptoSymbol: coin?.symbol ?? null,
    cryptoColor: coin?.color ?? null,
    rate: toText(draft.rate),
    rateAt: draft.rateAt,
    rateSource: draft.rateSource,
    grossAmount: toText(draft.grossAmount),
    feePercent: toText(draft.feePercent),
    feeAmount: toText(draft.feeAmount),
    proofDueAt: draft.proofDueAt ?? null,
    createdAt: now,
    updatedAt: now,
    signature: signRow(signedTables.order, { ...order, proof: proofOf(proof) }),
    stage,
  });
}

/** What a decision needs of an order and of the user it belongs to. */
const lockedOrder = {
  ...signedOrder,
  status: column.oneOf(orderStatuses),
  version: column.integer,
  stage: column.oneOf(orderStages),
  stageVersion: column.integer,
  rateSource: column.text,
  /** What is paid: by the settlement of what arrived, else as agreed. */
  netToPay: column.numeric,
  /** The fee that was deducted from it. */
  fee: column.numeric,
  /** What that is paid for, or all that arrived where nothing is. */
  given: column.numeric,
  cryptoSymbol: orNull(column.text),
  adminNotes: orNull(column.text),
  adminTransactionId: orNull(column.text),
  screenshots: column.integer,
  ...reader,
};
export type LockedOrder<Status extends OrderStatus = OrderStatus> = RowOf<typeof lockedOrder> & { status: Status };

/** Locks the order's row for this transaction: concurrent decisions wait, then see this one's result. */
export const lockOrder = writeStatement(lockedOrder).first<[id: string]>()`
  select ${signedOrderColumns}, t.status, t.version, t.stage, t.stage_version as "stageVersion",
    t.rate_source as "rateSource", coalesce(s.net, t.payout_amount) as "netToPay",
    coalesce(s.fee, t.fee_amount) as fee, coalesce(nullif(s.paid_for, 0), s.received, t.amount) as given, t.crypto_symbol as "cryptoSymbol", t.admin_notes as "adminNotes", t.admin_transaction_id as "adminTransactionId",  u.email, u.first_name as "firstName", u.language, u.country,
    (select count(*)::int from files f where f.order_id = t.id and f.purpose = 'payout_screenshot') as screenshots
  from orders t join users u on u.id = t.user_id
  left join order_settlements s on s.order_id = t.id and s.voided_at is null where t.id = $1 for update of t`;

const moved = { version: column.integer, stage: column.oneOf(orderStages), stageVersion: column.integer };
export type MovedOrder = RowOf<typeof moved>;
const returningMoved = 'returning version, stage, stage_version as "stageVersion"';

const move = writeStatement(moved)`
  update orders set status = $3, version = version + 1, updated_at = $4,
    decided_at = case when $3 in (${sqlList(closedStatuses)}) then $4::timestamptz end,
    admin_notes = coalesce($5, admin_notes), admin_transaction_id = coalesce($6, admin_transaction_id)
  where id = $1 and status = $2 ${returningMoved}`;

/** What the administrator writes on an order; null leaves what is there. */
export type AdminRecord = { adminNotes: string | null; adminTransactionId: string | null };

/** Moves a status from the one it asks for; returns the new version, undefined when a racer was first. */
export async function setStatus<To extends OrderStatus>(
  tx: Tx,
  id: string,
  from: MovesTo<To>,
  to: To,
  { adminNotes, adminTransactionId }: AdminRecord,
  now: Date,
): Promise<MovedOrder | undefined> {
  return (await tx.run(move, [id, from, to, now, adminNotes, adminTransactionId]))[0];
}

const addEvent = sent((db: Drizzle, event: Blanks<Omit<typeof orderEvents.$inferSelect, 'id'>>) =>
  db.insert(orderEvents).values({
    orderId: event.orderId,
    at: event.at,
    fromStatus: event.fromStatus,
    toStatus: event.toStatus,
    stage: event.stage,
    actorId: event.actorId,
    actorKind: event.actorKind,
    note: event.note,
    reason: event.reason,
    params: event.params,
  }),
);

type NewEvent = {
  orderId: string;
  at: Date;
  /** Null where the history begins. */
  from: OrderStatus | null;
  to: OrderStatus;
  actorId: string | null;
  actorKind: ActorKind;
  note: string | null;
  because?: OrderReason | undefined;
  /** Where the stage changed. */
  stage?: OrderStage | undefined;
};

/** Adds one step to an order's history; nothing ever changes or removes it. */
export async function appendEvent(tx: Sends<Drizzle>, { from, to, because, stage, ...event }: NewEvent): Promise<void> {
  const why = { reason: because?.reason ?? null, params: because?.params ?? null };
  await addEvent(tx, { ...event, fromStatus: from, toStatus: to, stage: stage ?? null, ...why });
}

/** US dollars of orders since a moment, all accounts with the mailbox included: what is paid for, or may be as agreed. */
export const sumValueUsd = readStatement({ usedUsd: column.text }).only<
  [userId: string, since: Date, addressHashes: readonly Buffer[]]
>()`
  select coalesce(sum(coalesce(round(value_usd * s.paid_for / nullif(amount, 0), 2), value_usd)), 0)::text as "usedUsd"
  from orders t left join order_settlements s on s.order_id = t.id and s.voided_at is null
  where user_id = any(array(select $1::uuid union
      select u.id from users me join users u on mailbox_of(u.email) = mailbox_of(me.email) where me.id = $1 union
      select e.user_id from erased_customers e where e.address_hash = any($3::bytea[])))
    and created_at > $2 and status not in (${sqlList(refusedStatuses)})`;

const lockedCustomer = {
  status: column.text,
  ...reader,
  mailboxLock: column.text,
};
export type LockedCustomer = RowOf<typeof lockedCustomer>;

/** Lines up what counts a user's orders, one at a time for all accounts of a mailbox, until the transaction ends. */
export const lockCustomer = writeStatement(lockedCustomer).first<[userId: string]>()`
  select status, email, first_name as "firstName", language, country,
    ${exclusiveLock("'mailbox ' || mailbox_of(email)")} as "mailboxLock"
  from users where id = $1 for no key update`;

/** The status of a customer, who is neither blocked nor erased before this transaction ends. */
export const lockCustomerStatus = writeStatement({ status: column.text }).value<[userId: string]>()`
  select status from users where id = $1 for key share`;

/** Exchanges whose proof was due by a moment and has not come, oldest first. */
export const listWithoutProof = readStatement({ id: column.uuid }).values<[dueBefore: Date]>()`
  select id from orders
  where status = 'pending' and type = 'fiat' and proof_at is null
    and coalesce(proof_due_at, created_at + interval '${proofHours} hours') <= $1 order by created_at limit 1000`;

/** The mailbox of a user, by the address without what only labels it; null once erased. */
export const findMailbox = readStatement({ mailbox: orNull(column.text) }).value<[userId: string]>()`
  select mailbox_of(email) as mailbox from users where id = $1`;
