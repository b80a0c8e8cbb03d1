import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { writeStage } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { onWire } from '#server/lib/wire.ts';
import { canMove } from '#shared/kernel/lifecycle.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import { refundMoves, type RefundState } from '#shared/orders/orders.refund.ts';
import type { AdminRefundView, RefundView } from '#shared/refunds/refunds.contract.ts';
import { lockRefund, writeRefund, type RefundChange, type RefundRow } from './refunds.queries.ts';

export const notFound = () => new NotFound('refund_not_found');

export const subjectOf = ({ id }: { id: string }) => ({ type: 'refund', id }) as const;

/** Where its customer follows a refund. */
export const pathOf = ({ orderId, id }: Pick<RefundRow, 'orderId' | 'id'>): string =>
  orderId === null ? `/refunds?refund=${id}` : `/transactions?tx=${orderId}`;

export async function publishRefund(tx: Tx, { userId, orderId }: RefundRow): Promise<void> {
  await publish(tx, { kind: 'deposit_changed', userId, quoteId: null, orderId });
  await publish(tx, { kind: 'unmatched_changed' });
}

export type Versioned = { id: string; version: number };

/** The refund under its lock, in the version that was seen, if the product wrote it and it may move there. */
export async function lockFor(tx: Tx, actor: Actor, { id, version }: Versioned, to: RefundState): Promise<RefundRow> {
  const row = await lockRefund(tx, id);
  if (!row) throw notFound();
  assertNotOwnCase(actor, row.userId);
  if (!canMove(refundMoves, row.state, to)) throw new Conflict('already_decided', 'refund_decided');
  if (row.version !== version) throw new Conflict('conflict', 'refund_changed', { version: row.version });
  if (!isSignedRow(signedTables.refund, row)) throw new Conflict('conflict', 'refund_tampered');
  return row;
}

/** What a refund that is due again no longer has. */
export const unapproved = { state: 'due', approvedAt: null, approvedBy: null } as const;

type Step = 'approved' | 'sent' | 'cancelled' | 'reset' | 'confirmed' | 'address_set';

/** The stage of an order that was refused follows its refunds. */
export async function stageOrder(tx: Tx, actor: Actor | 'system', { orderId }: RefundRow, now: Date): Promise<void> {
  if (orderId !== null) await writeStage(tx, actor, [orderId], now);
}

/** Moves a refund with its audit row, stage and event. */
export async function moveRefund(
  tx: Tx,
  actor: Actor | 'system',
  before: RefundRow,
  step: Step,
  change: RefundChange,
  { now, ...details }: { now: Date } & Record<string, unknown>,
): Promise<RefundRow> {
  const after = await writeRefund(tx, before, change);
  await recordAudit(tx, actor, `refund.${step}`, subjectOf(after), { orderId: after.orderId, ...details });
  await publishRefund(tx, after);
  await stageOrder(tx, actor, after, now);
  return after;
}

/** Where the transaction of a refund is on its chain; null where it is not read. */
export type Depth = { confirmations: number; required: number } | null;

/** A refund as its customer sees it. */
export function presentRefund(row: RefundRow, depth: Depth = null): RefundView {
  const { confirmations = null, required = null } = depth ?? {};
  return { ...onWire(row, 'amount', 'networkFee'), transactionHash: row.txHash, confirmations, required };
}

/** The same for the team. A row that the product did not write shows no address to pay to. */
export function presentAdminRefund(row: RefundRow, depth: Depth = null): AdminRefundView {
  const isOurs = isSignedRow(signedTables.refund, row);
  const other = row.isOfOther ? ('other_person' as const) : null;
  const found = [row.finding, other, row.addressFinding].filter((finding) => finding !== null);
  return {
    ...row,
    ...presentRefund(isOurs ? row : { ...row, address: null, tag: null }, depth),
    valueUsd: row.valueUsd === null ? null : toWire(decimal(row.valueUsd)),
    userEmail: row.email,
    findings: isOurs ? found : ['tampered', ...found],
  };
}
