import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/connection.ts';
import { sqlList } from '#server/db/fragments.ts';
import {
  placeholderValues,
  first,
  isOneOf,
  rowOf,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type TransactionSender,
} from '#server/db/query.ts';
import { proofOf, signedFieldsOf, signedTables, signRow, type SignedRow } from '#server/db/signing/signed-rows.ts';
import { files } from '#server/features/files/files.tables.ts';
import { orderSettlements } from '#server/features/settlements/settlements.tables.ts';
import { users } from '#server/features/users/users.tables.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import {
  closedStatuses,
  openStatuses,
  proofHours,
  type MovesTo,
  type OrderStatus,
} from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import type { OrderDraft } from './open/orders.draft.ts';
import { reader } from './orders.customers.queries.ts';
import { orderEvents, orders, type ActorKind } from './orders.tables.ts';

export type { ActorKind } from './orders.tables.ts';

type ById = Blanks<{ id: Id<'order'> }>;

const signedFields = signedFieldsOf(signedTables.order, orders);
export type OrderWithSignature = SignedRow<typeof signedTables.order>;

export const findSignedOrder = first((db: Reads, { id }: ById) =>
  db.select(signedFields).from(orders).where(eq(orders.id, id)),
);

/** Finds the signed fields of those named orders that are open. */
export const findOpenSignedOrders = rows((db: Reads, { ids }: Blanks<{ ids: readonly Id<'order'>[] }>) =>
  db
    .select(signedFields)
    .from(orders)
    .where(and(isOneOf(orders.id, ids), inArray(orders.status, [...openStatuses]))),
);

export type Proof = { filename: string; sentHash: Buffer };

/** PostgreSQL fills these of a new order, or they are not known yet. */
const leftToDefaults = [
  'status',
  'version',
  'stageVersion',
  'receivingAccountId',
  'assigneeId',
  'tags',
  'decidedAt',
  'adminNotes',
  'adminTransactionId',
] as const;
type OrderRow = Omit<typeof orders.$inferSelect, (typeof leftToDefaults)[number]>;

const insertRow = sent((db: Drizzle, order: Blanks<OrderRow>) =>
  db.insert(orders).values(rowOf(orders, order, ...leftToDefaults)),
);

type NewOrder = { id: Id<'order'>; draft: OrderDraft; stage: OrderStage; proof: Proof | undefined; now: Date };

/** Writes a new order, pending and in its first version. */
export async function insertOrder(tx: TransactionSender, { id, draft, stage, proof, now }: NewOrder): Promise<void> {
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
    openedBy: draft.openedBy ?? null,
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

const settledColumns = {
  net: orderSettlements.net,
  fee: orderSettlements.fee,
  paidFor: orderSettlements.paidFor,
  received: orderSettlements.received,
};
const payoutScreenshots = sql`(select count(*)::int from ${files} where ${files.orderId} = ${orders.id}
  and ${files.purpose} = 'payout_screenshot')`;

const lockedById = first((db: Drizzle, { id }: ById) =>
  db
    .select({
      ...signedFields,
      status: orders.status,
      version: orders.version,
      stage: orders.stage,
      stageVersion: orders.stageVersion,
      rateSource: orders.rateSource,
      feeAmount: orders.feeAmount,
      destination: orders.paymentDetails,
      cryptoSymbol: orders.cryptoSymbol,
      adminNotes: orders.adminNotes,
      adminTransactionId: orders.adminTransactionId,
      screenshots: payoutScreenshots.mapWith(Number),
      ...reader,
      settled: settledColumns,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(orderSettlements, and(eq(orderSettlements.orderId, orders.id), isNull(orderSettlements.voidedAt)))
    .where(eq(orders.id, id))
    .for('update', { of: orders }),
);
type LockedRow = NonNullable<Awaited<ReturnType<typeof lockedById>>>;

/** The fields of an order and of its customer that a decision needs. */
export type LockedOrder<Status extends OrderStatus = OrderStatus> = Omit<
  LockedRow,
  'settled' | 'feeAmount' | 'status'
> & {
  status: Status;
  /** The amount to pay: that of the settlement, or the agreed amount without one. */
  netToPay: string;
  /** The fee that was deducted from it. */
  fee: string;
  /** The amount of coins that is paid for; without a settlement the amount that arrived. */
  given: string;
};

/** Locks the order's row for this transaction: concurrent decisions wait, then see this one's result. */
export async function lockOrder(tx: Tx, id: Id<'order'>): Promise<LockedOrder | undefined> {
  const result = await lockedById(tx, { id });
  if (!result) return undefined;
  const { settled: settlementView, feeAmount, ...order } = result;
  const isPaidFor = settlementView !== null && !decimal(settlementView.paidFor).eq(decimal('0'));
  return {
    ...order,
    netToPay: settlementView?.net ?? order.payoutAmount,
    fee: settlementView?.fee ?? feeAmount,
    given: isPaidFor ? settlementView.paidFor : (settlementView?.received ?? order.amount),
  };
}

type Move = AdminRecord & { id: Id<'order'>; from: OrderStatus; to: OrderStatus; now: Date };
const movedColumns = { version: orders.version, stage: orders.stage, stageVersion: orders.stageVersion };

const move = first((db: Drizzle, { id, from, to, now, adminNotes, adminTransactionId }: Blanks<Move>) =>
  db
    .update(orders)
    .set({
      ...placeholderValues({ status: to, updatedAt: now }),
      version: sql`${orders.version} + 1`,
      decidedAt: sql`case when ${to}::text in (${sql.raw(sqlList(closedStatuses))}) then ${now}::timestamptz end`,
      adminNotes: sql`coalesce(${adminNotes}, ${orders.adminNotes})`,
      adminTransactionId: sql`coalesce(${adminTransactionId}, ${orders.adminTransactionId})`,
    })
    .where(and(eq(orders.id, id), eq(orders.status, from)))
    .returning(movedColumns),
);
export type MovedOrder = NonNullable<Awaited<ReturnType<typeof move>>>;

/** The administrator writes these on an order; null leaves the stored value. */
export type AdminRecord = { adminNotes: string | null; adminTransactionId: string | null };

/** Changes a status from the expected one; returns the new version, undefined if another call was first. */
export async function setStatus<To extends OrderStatus>(
  tx: Tx,
  change: Move & { from: MovesTo<To>; to: To },
): Promise<MovedOrder | undefined> {
  return move(tx, change);
}

const addEvent = sent((db: Drizzle, event: Blanks<Omit<typeof orderEvents.$inferSelect, 'id'>>) =>
  db.insert(orderEvents).values(rowOf(orderEvents, event, 'id')),
);

type NewEvent = {
  orderId: Id<'order'>;
  at: Date;
  /** Null where the history begins. */
  from: OrderStatus | null;
  to: OrderStatus;
  actorId: Id<'user'> | null;
  actorKind: ActorKind;
  note: string | null;
  because?: OrderReason | undefined;
  /** The new stage, if it changed. */
  stage?: OrderStage | undefined;
};

/** Adds one step to an order's history; nothing ever changes or removes it. */
export async function appendEvent(
  tx: TransactionSender,
  { from, to, because, stage, ...event }: NewEvent,
): Promise<void> {
  const reason = { reason: because?.reason ?? null, params: because?.params ?? null };
  await addEvent(tx, { ...event, fromStatus: from, toStatus: to, stage: stage ?? null, ...reason });
}

const dueAt = sql`coalesce(${orders.proofDueAt}, ${orders.createdAt} + interval '${sql.raw(String(proofHours))} hours')`;

/** Exchanges whose proof was due by a moment and has not arrived, oldest first. */
export const listWithoutProof = rows((db: Reads, { dueBefore }: Blanks<{ dueBefore: Date }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.status, 'pending'), eq(orders.type, 'fiat'), isNull(orders.proofAt), sql`${dueAt} <= ${dueBefore}`),
    )
    .orderBy(orders.createdAt)
    .limit(1000),
);
