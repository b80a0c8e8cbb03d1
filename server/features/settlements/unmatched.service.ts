import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import { post, standingEntry } from '#server/features/book/book.service.ts';
import { bookClaims } from '#server/features/deposits/deposits.claims.service.ts';
import { lockOrder } from '#server/features/orders/orders.service.ts';
import { coinsOfTransfer, type CoinsLeft } from '#server/features/refunds/refunds.coins.service.ts';
import { retainNeedsSecond, refundNeedsSecond } from '#server/features/refunds/refunds.limit.service.ts';
import { byOf } from '#server/features/refunds/refunds.moves.service.ts';
import { findAdminRefund, openRefund } from '#server/features/refunds/refunds.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { kept, reversalOf } from '#shared/book/book.postings.ts';
import { decimal, none, toText, zero } from '#shared/kernel/money.ts';
import { filled } from '#shared/kernel/reason.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import type { AdminRefundView } from '#shared/refunds/refunds.contract.ts';
import type { AssignInput, UnmatchedView } from '#shared/settlements/unmatched.contract.ts';
import { insertManualClaim } from './settlements.claims.queries.ts';
import type { SettlementsPorts } from './settlements.ports.ts';
import { settleOrder, type SettleDeps } from './settlements.service.ts';
import { findUnmatched, type UnmatchedRow } from './unmatched.list.queries.ts';
import { awaitedBy, openUnmatched, toleranceOf, transferNotFound } from './unmatched.list.service.ts';
import * as queries from './unmatched.queries.ts';

type Deps = SettleDeps & SettlementsPorts & Pick<Platform, 'fourEyes'>;

/**
 * The transfer under its lock, if it holds anything. Refuses with not_found, own_case, already_decided, and conflict while
 * a sale at a shared address could be what it pays.
 */
async function lockOpen(
  tx: Tx,
  deps: SettingsPorts,
  actor: Actor,
  { id, call: { approved } }: { id: string; call: Call },
): Promise<UnmatchedRow> {
  await queries.lockTransfer(tx, { id });
  const row = await findUnmatched(tx, { id, ...toleranceOf(deps) });
  if (!row) throw transferNotFound();
  assertNotOwnCase(actor, row.leaseUserId);
  // The request names whom it goes to, who need not be whom the address was given to.
  if (approved) assertNotOwnCase(approved.by, row.leaseUserId);
  if (row.isClaimPending || decimal(row.holds).eq(zero)) throw decidedAlready();
  const sale = awaitedBy(row);
  if (sale) throw new Conflict('conflict', filled('transfer_awaited', { reference: sale.reference }));
  return row;
}

const decidedAlready = () => new Conflict('already_decided', 'transfer_decided');

/** Locks and returns the coins of a transfer. Refuses with already_decided where something else took them. */
async function lockCoins(tx: Tx, row: UnmatchedRow): Promise<CoinsLeft> {
  const coins = await coinsOfTransfer(tx, row);
  if (!coins.left.gt(none.booked)) throw decidedAlready();
  return coins;
}

type Asked = {
  unmatched: 'assign' | 'refund' | 'keep';
  /** Whose it is held to be. */
  userId: string | null;
  reason: string;
};

function requestOf(
  row: UnmatchedRow,
  kind: 'warned_approval' | 'refund',
  { unmatched, userId, reason }: Asked,
): ApprovalRequest {
  const { id, amount, symbol, valueUsd, txHash, leaseReference, leaseUserId, state } = row;
  const isOfOther = unmatched === 'refund' && leaseUserId !== null && leaseUserId !== userId;
  const facts = {
    userId,
    reference: leaseReference,
    unmatched,
    amount: `${toText(decimal(amount))} ${symbol}`,
    valueUsd,
    txHash,
    reason,
    ...(isOfOther && { warnings: 'other_person' }),
  };
  return { kind, subjectId: id, facts, state };
}

async function finish(tx: Tx): Promise<void> {
  await publish(tx, { kind: 'unmatched_changed' });
}

const decided = ({ now }: Pick<Deps, 'now'>, { userId: decidedBy }: Actor, transferId: string, reason: string) => {
  return { transferId, reason, decidedBy, decidedAt: now() };
};

const subjectOf = ({ id }: UnmatchedRow) => ({ type: 'transfer', id }) as const;

/**
 * Whom a transfer is assigned to: an open sale, a quote, or an approved sale of the coin that a member only stated to have
 * come. Refuses with not_found, own_case, already_decided and conflict.
 */
async function claimantOf(tx: Tx, actor: Actor, row: UnmatchedRow, { orderId: named, quoteId }: Target) {
  const ofQuote = quoteId === undefined ? undefined : await queries.findClaimingQuote(tx, { quoteId });
  const target = named ?? ofQuote?.orderId;
  const claimant = target
    ? await queries.findClaimant(tx, { orderId: target })
    : ofQuote && { ...ofQuote, status: 'pending' as const };
  if (!claimant) throw new NotFound('order_not_found');
  assertNotOwnCase(actor, claimant.userId);
  if (!isOpen(claimant) && !(await isStated(tx, target ?? '', row.cryptoId))) {
    throw new Conflict('already_decided', filled('order_decided', { status: claimant.status }));
  }
  if (claimant.coinId !== row.cryptoId) throw new Conflict('conflict', 'transfer_other_coin');
  // Whatever else took a part of it, rates and limits of a sale are about whole transfers.
  if (!decimal(row.holds).eq(decimal(row.brought))) throw decidedAlready();
  return { userId: claimant.userId, target };
}

type Target = Pick<AssignInput, 'orderId' | 'quoteId'>;

/** True if a member stated that so much of a coin came for an order, and no transfer stands for it. */
async function isStated(tx: Tx, orderId: string, coin: string): Promise<boolean> {
  const entry = await standingEntry(tx, { kind: 'stated', subject: orderId });
  return entry?.lines.some(({ from }) => from.kind === 'coins' && from.unit === coin) ?? false;
}

/** Assigns a transfer to a sale, or to a quote, whose order is opened. It takes the place of what a member stated. */
export async function assign(
  deps: Deps,
  actor: Actor,
  id: string,
  { orderId: named, quoteId, reason }: AssignInput,
  call: Call,
): Promise<{ orderId: string } | PendingApproval> {
  return deps.inTx(async (tx) => {
    if (named) await lockOrder(tx, named);
    const row = await lockOpen(tx, deps, actor, { id, call });
    const { userId, target } = await claimantOf(tx, actor, row, { orderId: named, quoteId });
    const request = requestOf(row, 'warned_approval', { unmatched: 'assign', userId, reason });
    const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.warnedApproval);
    if (pending) return pending;
    const orderId = target ?? (await deps.openOrderOfQuote(tx, quoteId ?? ''));
    if (orderId === undefined) throw new NotFound('order_not_found');
    const now = deps.now();
    await lockOrder(tx, orderId);
    await queries.insertDecision(tx, { ...decided(deps, actor, id, reason), kind: 'assigned', orderId });
    await queries.releaseFormer(tx, { transferId: id, orderId, now });
    await insertManualClaim(tx, { transferId: id, orderId, now });
    await bookClaims(tx, orderId, byOf(actor, now, reason));
    const why = textAbout(userId, reason);
    await recordAudit(tx, actor, 'unmatched.assigned', subjectOf(row), { orderId, reason: why });
    await settleOrder(tx, deps, orderId);
    await finish(tx);
    return { orderId };
  });
}

/** Sends a transfer back to the customer it belongs to. */
export async function refund(
  deps: Deps,
  actor: Actor,
  id: string,
  { userId, reason }: { userId: string; reason: string },
  call: Call,
): Promise<AdminRefundView | PendingApproval> {
  return deps.inTx(async (tx) => {
    const row = await lockOpen(tx, deps, actor, { id, call });
    assertNotOwnCase(actor, userId);
    if (!(await queries.isCustomer(tx, { userId }))) throw new NotFound('account_not_found');
    if (row.state !== 'final') throw new Conflict('conflict', 'transfer_not_final');
    const measured = { id: null, orderId: null, userId, valueUsd: row.valueUsd };
    const isNeeded = await refundNeedsSecond(tx, deps, measured);
    const request = requestOf(row, 'refund', { unmatched: 'refund', userId, reason });
    const pending = await deps.fourEyes.pass(tx, actor, request, call, isNeeded);
    if (pending) return pending;
    const from = await lockCoins(tx, row);
    const due = { orderId: null, transferId: id, userId, cryptoId: row.cryptoId, amount: toText(from.left), reason };
    const { id: refundId } = await openRefund(tx, deps, actor, { ...due, from });
    await queries.insertDecision(tx, { ...decided(deps, actor, id, reason), kind: 'refund', refundId });
    const audited = { amount: due.amount, coin: row.cryptoId, refundId, reason: textAbout(userId, reason) };
    await recordAudit(tx, actor, 'unmatched.refunded', subjectOf(row), audited);
    await finish(tx);
    return findAdminRefund(tx, refundId);
  });
}

/** Retains a transfer that is of no customer. */
export async function retain(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason }: { reason: string },
  call: Call,
): Promise<UnmatchedView | PendingApproval> {
  return deps.inTx(async (tx) => {
    const row = await lockOpen(tx, deps, actor, { id, call });
    const isNeeded = await retainNeedsSecond(tx, deps, { memberId: actor.userId, valueUsd: row.valueUsd });
    const request = requestOf(row, 'refund', { unmatched: 'keep', userId: row.leaseUserId, reason });
    const pending = await deps.fourEyes.pass(tx, actor, request, call, isNeeded);
    if (pending) return pending;
    const amount = toText((await lockCoins(tx, row)).left);
    await queries.insertDecision(tx, { ...decided(deps, actor, id, reason), kind: 'kept' });
    await post(tx, [kept({ transferId: id, coin: row.cryptoId, amount }, byOf(actor, deps.now(), reason))]);
    const audited = { amount, coin: row.cryptoId, reason: aboutLease(row, reason) };
    await recordAudit(tx, actor, 'unmatched.kept', subjectOf(row), audited);
    await finish(tx);
    return openUnmatched({ ...deps, db: tx }, id);
  });
}

const aboutLease = ({ leaseUserId }: UnmatchedRow, reason: string) =>
  leaseUserId === null ? reason : textAbout(leaseUserId, reason);

/** Takes back that a transfer is kept. */
export async function reopen(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason }: { reason: string },
): Promise<UnmatchedView> {
  return deps.inTx(async (tx) => {
    await queries.lockTransfer(tx, { id });
    const row = await findUnmatched(tx, { id, ...toleranceOf(deps) });
    if (!row) throw transferNotFound();
    assertNotOwnCase(actor, row.leaseUserId);
    const entry = await standingEntry(tx, { kind: 'kept', subject: id });
    if (!(await queries.endRetained(tx, { transferId: id, now: deps.now() })) || !entry) {
      throw new Conflict('already_decided', 'transfer_not_kept');
    }
    await post(tx, [reversalOf('kept', id, byOf(actor, deps.now(), reason))]);
    await recordAudit(tx, actor, 'unmatched.reopened', subjectOf(row), { reason: aboutLease(row, reason) });
    await finish(tx);
    return openUnmatched({ ...deps, db: tx }, id);
  });
}
