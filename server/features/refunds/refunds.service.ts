import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { lockOrder } from '#server/features/orders/orders.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval, ApprovalRequest, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { requireInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Platform } from '#server/platform.ts';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { coinsOfChain, feeCoinOf } from '#shared/reference/chains.ts';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import type { AdminRefundView, RefundView } from '#shared/refunds/refunds.contract.ts';
import { refundNeedsSecond } from './refunds.limit.service.ts';
import {
  lockFor,
  moveRefund,
  notFound,
  pathOf,
  presentAdminRefund,
  presentRefund,
  publishRefund,
  stageOrder,
  subjectOf,
  unapproved,
  type Versioned,
} from './refunds.moves.service.ts';
import * as queries from './refunds.queries.ts';

export type RefundDeps = Pick<Platform, 'db' | 'env' | 'fourEyes' | 'installation' | 'inTx' | 'now'> &
  Pick<ChainsPorts, 'chainReaders'> &
  SettingsPorts;

/** Coins that are to be sent back: of an order, or a transfer that no order claims. */
export type DueRefund = Omit<queries.NewRefund, 'id' | 'dueAt' | 'dueBy' | 'feeBy'>;

/**
 * Writes a refund that is due and asks its customer for an address; the stage of its order is the caller's to write. Who bears
 * the network fee is fixed now, as its customer reads it: never they for a token, whose fee is in another coin.
 */
export async function openRefund(
  tx: Tx,
  deps: Pick<Platform, 'now'> & SettingsPorts,
  actor: Actor | 'system',
  due: DueRefund,
): Promise<queries.RefundRow> {
  const id = randomUUID();
  const dueBy = actor === 'system' ? null : actor.userId;
  const feeBy = feeCoinOf(due.cryptoId) === due.cryptoId ? settingsOf(deps).deposits.refundFee : 'desk';
  await queries.insertRefund(tx, { ...due, id, dueAt: deps.now(), dueBy, feeBy });
  const row = await queries.findRefund(tx, id);
  if (!row) throw notFound();
  const { orderId, transferId, amount, userId, reason } = row;
  await recordAudit(tx, actor, 'refund.due', subjectOf(row), {
    orderId,
    transferId,
    amount: toText(decimal(amount)),
    reason: textAbout(userId, reason),
  });
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

const findLeftOf = (tx: Tx, chainReaders: ChainsPorts['chainReaders'], orderId: string) =>
  queries.findLeft(tx, orderId, [...chainReaders.keys()].flatMap(coinsOfChain));

/** The same as a part of a move, which writes the stage; without an amount all that is left. */
export async function refundOfOrder(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<ChainsPorts, 'chainReaders'> & SettingsPorts,
  actor: Actor | 'system',
  { orderId, amount, reason }: { orderId: string; amount?: string; reason: string },
): Promise<queries.RefundRow> {
  await lockOrder(tx, orderId);
  const found = await findLeftOf(tx, deps.chainReaders, orderId);
  if (!found || found.cryptoId === null) throw new NotFound('order_not_found');
  if (actor !== 'system' && actor.role !== 'customer') assertNotOwnCase(actor, found.userId);
  if (found.isPending) throw new Conflict('conflict', 'refund_not_settled');
  const wanted = decimal(amount ?? found.left);
  if (!wanted.gt(zero) || wanted.gt(decimal(found.left))) throw new Conflict('conflict', 'refund_above_left');
  const { userId, cryptoId } = found;
  return openRefund(tx, deps, actor, { orderId, transferId: null, userId, cryptoId, amount: toText(wanted), reason });
}

/** The refunds of an order as its customer sees them, newest first. */
export async function listRefundsOf({ db }: { db: Pick<Db, 'run'> }, orderId: string): Promise<RefundView[]> {
  return (await queries.selectRefundsOf(db, orderId)).map((row) => presentRefund(row));
}

type Approving = Versioned & { reason?: string | undefined };

/** What a second member is asked: the address as it is now, so that another one voids the request. */
function requestOf(row: queries.RefundRow, reason: string | undefined): ApprovalRequest {
  const { id, userId, reference, symbol, valueUsd, version, address: refundAddress, tag, isOfOther } = row;
  const amount = `${toText(decimal(row.amount))} ${symbol}`;
  const why = { ...(isOfOther && { warnings: 'other_person' }), ...(reason && { reason }) };
  const facts = { userId, reference, amount, valueUsd, refundAddress, tag, ...why };
  const input = { refund: version, ...(reason && { reason }) };
  return { kind: 'refund', subjectId: id, facts, input, state: String(version) };
}

/** Refuses with not_enough where a reorganisation took the coins that are to go back. */
async function assertArrived(tx: Tx, { chainReaders }: Pick<RefundDeps, 'chainReaders'>, row: queries.RefundRow) {
  const { orderId, transferId } = row;
  const left = orderId === null ? undefined : await findLeftOf(tx, chainReaders, orderId);
  const isThere = transferId === null || (await queries.isFinalTransfer(tx, transferId));
  if (!isThere || (left && decimal(left.left).lt(zero))) throw new Conflict('not_enough', 'refund_coins_gone');
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
    const known = await queries.findRefund(tx, seen.id);
    if (!known) throw notFound();
    // Holds the customer's row before the refund's, as an erasure does.
    const isNeeded = await refundNeedsSecond(tx, deps, known);
    const row = await lockFor(tx, actor, seen, 'approved');
    if (row.address === null) throw new Unprocessable('refund_address_missing', 'refund_address_missing');
    if (row.isOfOther && !reason) {
      throw new Conflict('verdict_needs_reason', 'refund_other_person', { fields: { reason: 'refund_other_person' } });
    }
    await assertArrived(tx, deps, row);
    const pending = await deps.fourEyes.pass(tx, actor, requestOf(row, reason), approval, isNeeded);
    if (pending) return pending;
    const change = { state: 'approved', approvedAt: deps.now(), approvedBy: actor.userId } as const;
    const details = { now: deps.now(), ...(reason && { reason: textAbout(row.userId, reason) }) };
    return presentAdminRefund(await moveRefund(tx, actor, row, 'approved', change, details));
  });
}

/** Carries out the refund that a second member has approved. */
export async function approveRefundApproved(deps: RefundDeps, actor: Actor, approval: Approval): Promise<unknown> {
  const { refund, reason } = approval.input;
  const why = typeof reason === 'string' ? { reason } : {};
  return approveRefund(deps, actor, { id: approval.subjectId, version: Number(refund), ...why }, approval);
}

/** A refund as the team sees it. */
export async function findAdminRefund(db: Pick<Db, 'run'>, id: string): Promise<AdminRefundView> {
  const row = await queries.findRefund(db, id);
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
    const row = await lockFor(tx, actor, seen, 'sent');
    const txHash = normalizeTxHash(row.cryptoId, transactionHash);
    const wrongHash = (code: 'conflict' | 'hash_used', reason: 'transaction_hash_invalid' | 'transaction_hash_used') =>
      new Conflict(code, reason, { fields: { transactionHash: reason } });
    if (!txHash) throw wrongHash('conflict', 'transaction_hash_invalid');
    if (await queries.isHashUsed(tx, txHash, row.cryptoId, row.id))
      throw wrongHash('hash_used', 'transaction_hash_used');
    const fee = networkFee === undefined ? null : decimal(networkFee);
    if (row.feeBy === 'customer' && fee?.gt(decimal(row.amount).times(maxFeeShare))) {
      throw new Conflict('conflict', 'refund_fee_too_high', { fields: { networkFee: 'refund_fee_too_high' } });
    }
    const change = {
      state: 'sent',
      txHash,
      networkFee: fee && toText(fee),
      sentAt: deps.now(),
      sentBy: actor.userId,
    } as const;
    const after = await moveRefund(tx, actor, row, 'sent', change, { now: deps.now(), txHash });
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
    const row = await lockFor(tx, actor, seen, 'cancelled');
    const change = { state: 'cancelled', cancelledAt: deps.now(), cancelledBy: actor.userId } as const;
    const after = await moveRefund(tx, actor, row, 'cancelled', change, {
      now: deps.now(),
      reason: textAbout(row.userId, reason),
    });
    await queries.reopenTransferOf(tx, after.id, deps.now());
    return presentAdminRefund(after);
  });
}

/** Makes a refund due again: what was approved, or sent with a wrong hash. */
export async function resetRefund(
  deps: RefundDeps,
  actor: Actor,
  { reason, ...seen }: Reasoned,
): Promise<AdminRefundView> {
  return deps.inTx(async (tx) => {
    const row = await lockFor(tx, actor, seen, 'due');
    const details = { now: deps.now(), txHash: row.txHash, reason: textAbout(row.userId, reason) };
    const unsent = { sentAt: null, sentBy: null, txHash: null, networkFee: null };
    const change = { ...unapproved, ...unsent, finding: null, seenHeight: null, searchedHeight: null };
    return presentAdminRefund(await moveRefund(tx, actor, row, 'reset', change, details));
  });
}
