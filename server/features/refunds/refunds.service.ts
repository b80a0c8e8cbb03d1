import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import { standingEntry } from '#server/features/book/book.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { lockOrder, type LockedOrder } from '#server/features/orders/orders.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval, ApprovalRequest, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { requireInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Platform } from '#server/platform.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import { decimal, none, toText } from '#shared/kernel/money.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { coinsOfChain, feeCoinOf } from '#shared/reference/chains.ts';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import type { AdminRefundView, RefundView } from '#shared/refunds/refunds.contract.ts';
import { isOfOther } from '#shared/refunds/refunds.rules.ts';
import { isFinalTransfer, isHashUsed } from './refunds.checks.queries.ts';
import { coinsOfOrder, enterDue, isCovered, isSetAside, type CoinsLeft } from './refunds.coins.service.ts';
import { refundNeedsSecond } from './refunds.limit.service.ts';
import * as moves from './refunds.moves.service.ts';
import {
  byOf,
  lockFor,
  notFound,
  pathOf,
  presentAdminRefund,
  presentRefund,
  publishRefund,
  stageOrder,
  subjectOf,
  type Versioned,
} from './refunds.moves.service.ts';
import * as queries from './refunds.queries.ts';

export type RefundDeps = Pick<Platform, 'db' | 'env' | 'fourEyes' | 'installation' | 'inTx' | 'now'> &
  Pick<ChainsPorts, 'chainReaders'> &
  SettingsPorts;

/** Coins that are to be sent back: of an order, or a transfer that no order claims; `from` is where they are now. */
export type DueRefund = Omit<queries.NewRefund, 'id' | 'dueAt' | 'dueBy' | 'feeBy'> & { from: CoinsLeft };

/**
 * Writes a refund that is due and asks its customer for an address; the stage of its order is the caller's to write. Who bears
 * the network fee is fixed now, as its customer reads it: never they for a token, whose fee is in another coin.
 */
export async function openRefund(
  tx: Tx,
  deps: Pick<Platform, 'now'> & SettingsPorts,
  actor: Actor | 'system',
  { from, ...due }: DueRefund,
): Promise<queries.RefundRow> {
  const id = randomUUID();
  const dueBy = actor === 'system' ? null : actor.userId;
  const feeBy = feeCoinOf(due.cryptoId) === due.cryptoId ? settingsOf(deps).deposits.refundFee : 'desk';
  await queries.insertRefund(tx, { ...due, id, dueAt: deps.now(), dueBy, feeBy });
  const row = await queries.findRefund(tx, { id });
  if (!row) throw notFound();
  const { orderId, transferId, amount, userId, reason } = row;
  await recordAudit(tx, actor, 'refund.due', subjectOf(row), {
    orderId,
    transferId,
    amount: toText(decimal(amount)),
    coin: row.cryptoId,
    reason: textAbout(userId, reason),
  });
  await enterDue(tx, row, from, byOf(actor, deps.now(), reason));
  if (row.email !== null) {
    const { firstName, email, language, symbol } = row;
    const data = { firstName, amount: amountText(amount, symbol, language), path: pathOf(row) };
    await sendMail(tx, { template: 'refund_due', to: { userId, email, language }, data });
  }
  await publishRefund(tx, row);
  return row;
}

/** Sends back what arrived for a sale and is not paid for. Refuses with conflict above what is left. */
export async function createRefund(
  deps: RefundDeps,
  actor: Actor,
  { orderId, amount, reason }: { orderId: string; amount: string; reason: string },
): Promise<AdminRefundView> {
  return deps.inTx(async (tx) => {
    const row = await refundOfOrder(tx, deps, actor, { orderId, amount, reason });
    await stageOrder(tx, actor, row, deps.now());
    return presentAdminRefund(row);
  });
}

const isRead = ({ chainReaders }: Pick<RefundDeps, 'chainReaders'>, coin: string) =>
  [...chainReaders.keys()].flatMap(coinsOfChain).includes(coin);

/** Sends coins of an order back as a part of a move, which writes the stage; without an amount all that is left. */
export async function refundOfOrder(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<ChainsPorts, 'chainReaders'> & SettingsPorts,
  actor: Actor | 'system',
  { orderId, amount, reason }: { orderId: string; amount?: string; reason: string },
): Promise<queries.RefundRow> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.cryptoId === null) throw new NotFound('order_not_found');
  const { userId, cryptoId } = order;
  if (actor !== 'system' && actor.role !== 'customer') assertNotOwnCase(actor, userId);
  const settlement = isOpen(order) ? await standingEntry(tx, { kind: 'settled', subject: orderId }) : undefined;
  if (isOpen(order) && !settlement) throw new Conflict('conflict', 'refund_not_settled');
  const from = await coinsOfOrder(tx, { ...order, cryptoId }, isRead(deps, cryptoId));
  const wanted = amount === undefined ? from.left : bookedOf(amount, cryptoId);
  if (!wanted.gt(none.booked) || wanted.gt(from.left)) throw new Conflict('conflict', 'refund_above_left');
  const due = { orderId, transferId: null, userId, cryptoId, amount: toText(wanted), reason };
  return openRefund(tx, deps, actor, { ...due, from });
}

/** The refunds of an order as its customer sees them, newest first. */
export async function listRefundsOf({ db }: { db: Pick<Db, 'ask'> }, orderId: string): Promise<RefundView[]> {
  return (await queries.selectRefundsOf(db, { orderId })).map((row) => presentRefund(row));
}

type Approving = Versioned & { reason?: string | undefined };

/** What a second member is asked: the address as it is now, so that another one voids the request. */
function requestOf(row: queries.RefundRow, reason: string | undefined): ApprovalRequest {
  const { id, userId, reference, symbol, valueUsd, version, address: refundAddress, tag } = row;
  const amount = `${toText(decimal(row.amount))} ${symbol}`;
  const why = { ...(isOfOther(row) && { warnings: 'other_person' }), ...(reason && { reason }) };
  const facts = { userId, reference, amount, valueUsd, refundAddress, tag, ...why };
  const input = { refund: version, ...(reason && { reason }) };
  return { kind: 'refund', subjectId: id, facts, input, state: String(version) };
}

/** Refuses with not_enough where a reorganisation took the coins that are to go back. */
async function assertArrived(tx: Tx, row: queries.RefundRow, order: LockedOrder | undefined): Promise<void> {
  const { transferId } = row;
  const isThere = transferId === null || (await isFinalTransfer(tx, { transferId }));
  if (!isThere || !(await isCovered(tx, row, order))) throw new Conflict('not_enough', 'refund_coins_gone');
}

/**
 * Approves a refund whose customer named an address; may wait for a second member. Refuses with refund_address_missing,
 * not_enough, and verdict_needs_reason where it goes to another person than the address of the coins was given to.
 */
export async function approveRefund(
  deps: RefundDeps,
  actor: Actor,
  { reason, ...seen }: Approving,
  approval?: Approval,
): Promise<AdminRefundView | PendingApproval> {
  requireInstallation(deps);
  return deps.inTx(async (tx) => {
    const known = await queries.findRefund(tx, { id: seen.id });
    if (!known) throw notFound();
    // Holds the customer's row before the refund's, as an erasure does.
    const isNeeded = await refundNeedsSecond(tx, deps, known);
    const { row, order } = await lockFor(tx, actor, seen, 'approved');
    if (row.address === null) throw new Unprocessable('refund_address_missing', 'refund_address_missing');
    if (isOfOther(row) && !reason) {
      throw new Conflict('verdict_needs_reason', 'refund_other_person', { fields: { reason: 'refund_other_person' } });
    }
    await assertArrived(tx, row, order);
    const pending = await deps.fourEyes.pass(tx, actor, requestOf(row, reason), approval, isNeeded);
    if (pending) return pending;
    return presentAdminRefund(await moves.approve(tx, actor, row, { now: deps.now(), reason }));
  });
}

/** Carries out the refund that a second member has approved. */
export async function approveRefundApproved(deps: RefundDeps, actor: Actor, approval: Approval): Promise<unknown> {
  const { refund, reason } = approval.input;
  const why = typeof reason === 'string' ? { reason } : {};
  return approveRefund(deps, actor, { id: approval.subjectId, version: Number(refund), ...why }, approval);
}

/** A refund as the team sees it. */
export async function findAdminRefund(db: Pick<Db, 'ask'>, id: string): Promise<AdminRefundView> {
  const row = await queries.findRefund(db, { id });
  if (!row) throw notFound();
  return presentAdminRefund(row);
}

/** What a customer who bears the network fee gets less, at most. */
const maxFeeShare = '0.05';

/** Notes the transaction of an approved refund. Refuses with hash_used what proves a deposit or another refund. */
export async function markSent(
  deps: RefundDeps,
  actor: Actor,
  { transactionHash, networkFee, ...seen }: Versioned & { transactionHash: string; networkFee?: string | undefined },
): Promise<AdminRefundView> {
  return deps.inTx(async (tx) => {
    const { row } = await lockFor(tx, actor, seen, 'sent');
    const txHash = normalizeTxHash(row.cryptoId, transactionHash);
    const wrongHash = (code: 'conflict' | 'hash_used', reason: 'transaction_hash_invalid' | 'transaction_hash_used') =>
      new Conflict(code, reason, { fields: { transactionHash: reason } });
    if (!txHash) throw wrongHash('conflict', 'transaction_hash_invalid');
    if (await isHashUsed(tx, { hash: txHash, cryptoId: row.cryptoId, refundId: row.id }))
      throw wrongHash('hash_used', 'transaction_hash_used');
    const fee = networkFee === undefined ? null : decimal(networkFee);
    if (row.feeBy === 'customer' && fee?.gt(decimal(row.amount).times(maxFeeShare))) {
      throw new Conflict('conflict', 'refund_fee_too_high', { fields: { networkFee: 'refund_fee_too_high' } });
    }
    if (!(await isSetAside(tx, row))) throw new Conflict('not_enough', 'refund_coins_gone');
    const after = await moves.send(tx, actor, row, { txHash, networkFee: fee }, deps.now());
    await mailSent(tx, after);
    return presentAdminRefund(after);
  });
}

async function mailSent(tx: Tx, row: queries.RefundRow): Promise<void> {
  const { userId, email, language, firstName, amount, symbol, txHash } = row;
  if (email === null || txHash === null) return;
  const data = { firstName, amount: amountText(amount, symbol, language), txHash, path: pathOf(row) };
  await sendMail(tx, { template: 'refund_sent', to: { userId, email, language }, data });
}

type Reasoned = Versioned & { reason: string };

/** Cancels a refund that was not sent: what arrived is unmatched, or left of its order, again. */
export async function cancelRefund(
  deps: RefundDeps,
  actor: Actor,
  { reason, ...seen }: Reasoned,
): Promise<AdminRefundView> {
  return deps.inTx(async (tx) => {
    const locked = await lockFor(tx, actor, seen, 'cancelled');
    return presentAdminRefund(await moves.cancel(tx, actor, locked, { reason, now: deps.now() }));
  });
}

/** Makes a refund due again: what was approved, or sent with a wrong hash. */
export async function resetRefund(
  deps: RefundDeps,
  actor: Actor,
  { reason, ...seen }: Reasoned,
): Promise<AdminRefundView> {
  return deps.inTx(async (tx) => {
    const { row } = await lockFor(tx, actor, seen, 'due');
    return presentAdminRefund(await moves.reset(tx, actor, row, { now: deps.now(), reason }));
  });
}
