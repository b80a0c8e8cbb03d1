import type { Db, Tx } from '#server/db/connection.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { inBatch } from '#server/db/query.ts';
import { isSignedRow, keyedHashes, signedTables } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { reportForged, reportTamperedSettlement, type AlarmDeps } from '#server/features/alarms/alarms.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { StoredFile } from '#server/features/files/files.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, Refusal } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { holdOf, type MovesTo, type OpenStatus, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { methodOf } from '#shared/reference/rails.ts';
import { bookEnded } from './orders.book.service.ts';
import { findMailbox } from './orders.customers.queries.ts';
import { notifyCustomer, notifyOfOrder, type OrderForMail } from './orders.mail.ts';
import {
  appendEvent,
  findSignedOrder,
  setStatus,
  type AdminRecord,
  type LockedOrder,
  type MovedOrder,
  type OrderWithSignature,
} from './orders.queries.ts';
import { setPayee, setProofAdded, setProofReceived } from './orders.signed.queries.ts';
import { deriveStages, kindOf, type Mover } from './orders.stage.service.ts';

export { lockOrder, type LockedOrder } from './orders.queries.ts';
export { settledRateOf } from './list/orders.view.present.ts';
export { kindOf, writeStage, type Mover } from './orders.stage.service.ts';

/** The source of a rate taken from an expired quote, as there was no current one when the proof arrived. */
export const expiredQuoteSource = 'expired quote';

type MoveRecord = AdminRecord & {
  now: Date;
  because?: OrderReason;
  isForTeam?: boolean;
  /** True for a mail that waits some seconds, in which its decision may be undone. */
  mayUndo?: boolean;
  /** Moves rows that follow the order, such as its payout or its refund, before the stage is derived from them. */
  moveDependents?: () => Promise<unknown>;
};

/**
 * The only way to change a status: one conditional UPDATE with stage, event, audit row, mail and notification. `order`
 * was read under its lock here. Only one of concurrent calls succeeds; the others get the new status.
 */
export async function moveOrder<To extends Exclude<OrderStatus, 'pending'>>(
  tx: Tx,
  mover: Mover,
  order: LockedOrder<MovesTo<To>>,
  to: To,
  record: MoveRecord,
): Promise<MovedOrder> {
  const { id, userId, status: from } = order;
  const { adminNotes, adminTransactionId, because, now } = record;
  const change = { id, from, to, now, adminNotes, adminTransactionId };
  const set = await setStatus(tx, change).catch(refuseTakenHash);
  if (set === undefined) throw alreadyDecided(from);
  // A note for the team, or a reason that each reader gets in their language, is mailed to no customer as text.
  const note = record.isForTeam || because ? null : adminNotes;
  const actorId = mover === 'system' ? null : mover.userId;
  if (to !== 'processing') await bookEnded(tx, order, to !== 'completed', { at: now, actorId });
  await record.moveDependents?.();
  const [stagedOrder] = await deriveStages(tx, [id], now);
  const { version, stage, stageVersion } = stagedOrder ?? set;
  const movedValues = { version, stage, stageVersion };
  const reachedStatus: Exclude<OrderStatus, 'pending'> = to;
  await inBatch(tx, async (all) => {
    const step = { orderId: id, at: now, from, to, actorId, actorKind: kindOf(mover), note, because };
    await appendEvent(all, { ...step, stage: stagedOrder?.stage });
    await recordAudit(
      all,
      mover,
      `transaction.${reachedStatus}`,
      { type: 'transaction', id },
      { from, to, adminTransactionId, ...(order.email === null && { notMailed: true }) },
    );
    await notifyCustomer(all, forMail(order), to, {
      notes: note ?? order.adminNotes,
      because,
      held: record.mayUndo ? holdOf(id, now) : undefined,
    });
    await publish(all, { kind: 'order_changed', id, userId, status: to, ...movedValues });
  });
  return movedValues;
}

/** Marks the proof of an `order` locked in this transaction as received and notifies. Refuses with conflict. */
export async function receiveProof(
  tx: Tx,
  actor: Actor,
  order: LockedOrder<'pending'>,
  { proof, now }: { proof: StoredFile; now: Date },
): Promise<void> {
  const { id, userId, status, stage, stageVersion } = order;
  const version = await setProofReceived(tx, order, proof, now);
  if (version === undefined) throw new Conflict('conflict', 'proof_already_uploaded');
  const step = { orderId: id, at: now, from: status, to: status, actorId: actor.userId, note: null } as const;
  await inBatch(tx, async (all) => {
    await appendEvent(all, { ...step, actorKind: kindOf(actor) });
    await recordAudit(all, actor, 'transaction.proof_received', { type: 'transaction', id });
    await notifyCustomer(all, forMail(order), 'pending');
    await notifyOfOrder(all, actor, forMail(order), order.type);
    await publish(all, { kind: 'order_changed', id, userId, status, version, stage, stageVersion });
  });
}

/** Signs an `order` locked in this transaction with a screenshot that was stored for it, and notifies. */
export async function receiveScreenshot(tx: Tx, actor: Actor, order: LockedOrder, now: Date): Promise<void> {
  const { id, userId, status, stage, stageVersion } = order;
  const version = await setProofAdded(tx, order, now);
  await recordAudit(tx, actor, 'transaction.proof_received', { type: 'transaction', id });
  await publish(tx, { kind: 'order_changed', id, userId, status, version, stage, stageVersion });
}

/**
 * Stores another account for an open sale of which nothing is approved; `order` is locked in this transaction. Refuses
 * with conflict.
 */
export async function changePayee(
  tx: Tx,
  customer: Actor,
  order: LockedOrder<OpenStatus>,
  details: PaymentDetails,
  now: Date,
): Promise<void> {
  assertSigned(order);
  const { id, userId, status, stage, stageVersion } = order;
  const version = await setPayee(tx, order, details, now);
  await recordAudit(tx, customer, 'transaction.payee_changed', { type: 'transaction', id });
  await publish(tx, { kind: 'order_changed', id, userId, status, version, stage, stageVersion });
}

/** Marks a sale as proven by its final transfers: it can be decided without a screenshot. `order` is under its lock. */
export async function proveByDeposit(tx: Tx, mover: Mover, order: LockedOrder, now: Date): Promise<void> {
  if ((await setProofReceived(tx, order, undefined, now)) === undefined) return;
  await notifyOfOrder(tx, mover, forMail(order), order.type);
}

/** The refusal (409) of a decision on an order that was decided before. */
export function alreadyDecided(status: OrderStatus): Conflict {
  return new Conflict('already_decided', reasonWith('order_decided', { status }));
}

/** True where the order has one of these statuses; narrows the type to the moves they allow. */
export function hasStatus<Status extends OrderStatus>(
  order: LockedOrder,
  ...statuses: readonly Status[]
): order is LockedOrder<Status> {
  return statuses.some((status) => status === order.status);
}

function forMail(order: LockedOrder): OrderForMail {
  return {
    ...order,
    paymentDetails: order.destination,
    amount: order.given,
    payoutAmount: order.netToPay,
    method: methodOf(order.paymentDetails),
    unit: order.cryptoSymbol ?? order.fromCurrency ?? '',
  };
}

/** The unique index is the last guard against paying two orders with one transaction. */
function refuseTakenHash(error: unknown): never {
  if (isUniqueViolation(error, 'orders_admin_hash')) throw hashTaken('adminTransactionId');
  throw error;
}

/**
 * The refusal (409) of a transaction that already pays an order: it pays one, and one of each customer's unless it has
 * outputs for more.
 */
export function hashTaken(field: 'transactionHash' | 'adminTransactionId'): Conflict {
  const reason = 'transaction_hash_used';
  return new Conflict('hash_used', reason, { fields: { [field]: reason } });
}

const orderTampered = 'order_tampered';
const settlementTampered = 'settlement_tampered';

/** Refuses with conflict an order that the product did not write: it must not be paid. */
export function assertSigned(order: OrderWithSignature): void {
  if (!isSignedRow(signedTables.order, order)) throw new Conflict('conflict', orderTampered);
}

/**
 * Runs `work` on an order, and raises the alarm, outside of its transaction, if it was refused for the signature of
 * the order or of its payment.
 */
export async function withOrderAlarm<Result>(
  deps: AlarmDeps & Pick<Platform, 'db'>,
  id: Id<'order'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const reason = error instanceof Refusal ? error.because.reason : undefined;
    const order =
      reason === orderTampered || reason === settlementTampered ? await findSignedOrder(deps.db, { id }) : undefined;
    if (order && reason === settlementTampered) await reportTamperedSettlement(deps, order, [order.id]);
    if (order && !isSignedRow(signedTables.order, order)) await reportForged(deps, 'order', order);
    throw error;
  }
}

/**
 * Returns hashes of the mailbox of an erased customer, the current key first, so that registering again gives no new
 * limit.
 */
export async function mailboxHashesOf(db: Pick<Db, 'ask'>, userId: Id<'user'>): Promise<Buffer[]> {
  const mailbox = (await findMailbox(db, { id: userId }))?.mailbox;
  return mailbox ? keyedHashes('erased customer', [mailbox]) : [];
}
