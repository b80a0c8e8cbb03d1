import type { Db, Tx } from '#server/db/connection.ts';
import { searchOf } from '#server/db/like.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { chainStateOf } from '#server/features/chains/chains.service.ts';
import { bookClaims } from '#server/features/deposits/deposits.claims.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { retainNeedsSecond, refundNeedsSecond } from '#server/features/refunds/refunds.limit.service.ts';
import { findAdminRefund, openRefund } from '#server/features/refunds/refunds.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval, ApprovalRequest, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { onWire } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import { finalityOf } from '#shared/deposits/deposits.finality.ts';
import { decimal, toText } from '#shared/kernel/money.ts';
import { filled } from '#shared/kernel/reason.ts';
import type { AdminRefundView } from '#shared/refunds/refunds.contract.ts';
import type { AssignInput, UnmatchedQuery, UnmatchedView } from '#shared/settlements/unmatched.contract.ts';
import type { SettlementsPorts } from './settlements.ports.ts';
import { settleOrder, type SettleDeps } from './settlements.service.ts';
import * as queries from './unmatched.queries.ts';

type Deps = SettleDeps & SettlementsPorts & Pick<Platform, 'fourEyes'>;
type ReadDeps = Pick<Deps, 'db' | 'chainReaders' | 'settings'> & Pick<ChainsPorts, 'chainReaders'>;

function toleranceOf(deps: SettingsPorts): queries.Tolerance {
  const { tolerance, overPercent } = settingsOf(deps).deposits;
  return { ...tolerance, overPercent };
}

/** More than any limit: an unknown value waits for as many blocks as the largest. */
const unknownUsd = decimal('1e12');

const notFound = () => new NotFound('transfer_not_found');

/** A page of what arrived without an order; a search finds no more than its reader may see. */
export async function unmatchedQueue(
  deps: ReadDeps,
  actor: Actor,
  { q, page, pageSize, ...filter }: UnmatchedQuery,
): Promise<{ rows: UnmatchedView[]; total: number }> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await queries.selectUnmatched(
    deps.db,
    { ...filter, ...searchOf(q, actor) },
    toleranceOf(deps),
    range,
  );
  return { rows: await Promise.all(rows.map((row) => present(deps, row))), total };
}

async function present(deps: ReadDeps, row: queries.UnmatchedRow): Promise<UnmatchedView> {
  const { chain, leaseReference: reference, leaseUserId: userId, leaseQuoteId: quoteId, kind, decidedBy } = row;
  const health = await chainStateOf(deps, row.cryptoId);
  const policy = settingsOf(deps).deposits;
  const valueUsd = row.valueUsd === null ? unknownUsd : decimal(row.valueUsd);
  const depth = health && finalityOf(row, { chain, valueUsd, policy, health });
  const wired = onWire(row, 'amount', 'valueUsd');
  const lease = {
    cryptoId: row.leaseCryptoId,
    userName: row.leaseUserName,
    userEmail: row.leaseUserEmail,
    orderId: row.leaseOrderId,
    endedAt: wired.leaseEndedAt,
  };
  const { orderId, refundId, decisionReason } = row;
  const { decidedAt: at } = wired;
  return {
    ...wired,
    confirmations: depth?.confirmations ?? 0,
    required: depth?.required ?? 0,
    lease: reference && userId && quoteId ? { ...lease, reference, userId, quoteId } : null,
    awaitedBy: awaitedBy(row),
    fits: row.fits as UnmatchedView['fits'],
    resolution:
      kind && decidedBy && at ? { kind, orderId, refundId, by: decidedBy, at, reason: decisionReason ?? '' } : null,
  };
}

/** The sale at a shared address that a transfer could be. */
function awaitedBy({ awaitedOrderId: orderId, awaitedReference: reference }: queries.UnmatchedRow) {
  return orderId !== null && reference !== null ? { orderId, reference } : null;
}

/**
 * The transfer under its lock, if nothing covers it. Refuses with not_found, own_case, already_decided, and conflict while
 * a sale at a shared address could be what it pays.
 */
async function lockOpen(tx: Tx, deps: SettingsPorts, actor: Actor, id: string): Promise<queries.UnmatchedRow> {
  await queries.lockTransfer(tx, id);
  const row = await queries.findUnmatched(tx, id, toleranceOf(deps));
  if (!row) throw notFound();
  assertNotOwnCase(actor, row.leaseUserId);
  if (!row.isUndecided) throw new Conflict('already_decided', 'transfer_decided');
  const sale = awaitedBy(row);
  if (sale) throw new Conflict('conflict', filled('transfer_awaited', { reference: sale.reference }));
  return row;
}

type Action = {
  unmatched: 'assign' | 'refund' | 'keep';
  orderId?: string | undefined;
  quoteId?: string;
  userId?: string;
  reason: string;
};

function requestOf(
  row: queries.UnmatchedRow,
  kind: 'warned_approval' | 'refund',
  input: Action,
  userId: string | null,
): ApprovalRequest {
  const { id, amount, symbol, valueUsd, txHash, leaseReference, leaseUserId, state } = row;
  const isOfOther = input.unmatched === 'refund' && leaseUserId !== null && leaseUserId !== userId;
  const facts = {
    userId,
    reference: leaseReference,
    unmatched: input.unmatched,
    amount: `${toText(decimal(amount))} ${symbol}`,
    valueUsd,
    txHash,
    reason: input.reason,
    ...(isOfOther && { warnings: 'other_person' }),
  };
  return { kind, subjectId: id, facts, input, state: `${state} ${input.orderId ?? input.quoteId ?? ''}` };
}

async function finish(tx: Tx): Promise<void> {
  await publish(tx, { kind: 'unmatched_changed' });
}

const decided = ({ now }: Pick<Deps, 'now'>, { userId: decidedBy }: Actor, transferId: string, reason: string) => {
  return { transferId, reason, decidedBy, decidedAt: now() };
};

const subjectOf = ({ id }: queries.UnmatchedRow) => ({ type: 'transfer', id }) as const;

/** Assigns a transfer to an open sale, or to a quote, whose order is opened. */
export async function assign(
  deps: Deps,
  actor: Actor,
  id: string,
  { orderId: named, quoteId, reason }: AssignInput,
  approval?: Approval,
): Promise<{ orderId: string } | PendingApproval> {
  return deps.inTx(async (tx) => {
    const row = await lockOpen(tx, deps, actor, id);
    const ofQuote = quoteId === undefined ? undefined : await queries.findClaimingQuote(tx, quoteId);
    const target = named ?? ofQuote?.orderId;
    const claimant = target ? await queries.findClaimant(tx, target) : ofQuote;
    if (!claimant) throw new NotFound('order_not_found');
    assertNotOwnCase(actor, claimant.userId);
    if (!claimant.isOpen) throw new Conflict('already_decided', filled('order_decided', { status: claimant.status }));
    if (claimant.coinId !== row.cryptoId) throw new Conflict('conflict', 'transfer_other_coin');
    const about = quoteId === undefined ? { orderId: named } : { quoteId };
    const request = requestOf(row, 'warned_approval', { unmatched: 'assign', ...about, reason }, claimant.userId);
    const pending = await deps.fourEyes.pass(tx, actor, request, approval, deps.fourEyes.rules.warnedApproval);
    if (pending) return pending;
    const orderId = target ?? (await deps.openOrderOfQuote(tx, quoteId ?? ''));
    if (orderId === undefined) throw new NotFound('order_not_found');
    await queries.insertDecision(tx, { ...decided(deps, actor, id, reason), kind: 'assigned', orderId });
    await queries.insertManualClaim(tx, id, orderId, deps.now());
    await bookClaims(tx, orderId, { at: deps.now(), actorId: actor.userId, reason });
    const why = textAbout(claimant.userId, reason);
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
  approval?: Approval,
): Promise<AdminRefundView | PendingApproval> {
  return deps.inTx(async (tx) => {
    const row = await lockOpen(tx, deps, actor, id);
    assertNotOwnCase(actor, userId);
    if (!(await queries.isCustomer(tx, userId))) throw new NotFound('account_not_found');
    if (row.state !== 'final') throw new Conflict('conflict', 'transfer_not_final');
    const measured = { id: null, orderId: null, userId, valueUsd: row.valueUsd };
    const isNeeded = await refundNeedsSecond(tx, deps, measured);
    const request = requestOf(row, 'refund', { unmatched: 'refund', userId, reason }, userId);
    const pending = await deps.fourEyes.pass(tx, actor, request, approval, isNeeded);
    if (pending) return pending;
    const due = { orderId: null, transferId: id, userId, cryptoId: row.cryptoId, amount: row.amount, reason };
    const { id: refundId } = await openRefund(tx, deps, actor, due);
    await queries.insertDecision(tx, { ...decided(deps, actor, id, reason), kind: 'refund', refundId });
    await recordAudit(tx, actor, 'unmatched.refunded', subjectOf(row), { refundId, reason: textAbout(userId, reason) });
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
  approval?: Approval,
): Promise<UnmatchedView | PendingApproval> {
  return deps.inTx(async (tx) => {
    const row = await lockOpen(tx, deps, actor, id);
    const isNeeded = await retainNeedsSecond(tx, deps, { memberId: actor.userId, valueUsd: row.valueUsd });
    const request = requestOf(row, 'refund', { unmatched: 'keep', reason }, row.leaseUserId);
    const pending = await deps.fourEyes.pass(tx, actor, request, approval, isNeeded);
    if (pending) return pending;
    await queries.insertDecision(tx, { ...decided(deps, actor, id, reason), kind: 'kept' });
    await recordAudit(tx, actor, 'unmatched.kept', subjectOf(row), { reason: aboutLease(row, reason) });
    await finish(tx);
    return found(deps, tx, id);
  });
}

const aboutLease = ({ leaseUserId }: queries.UnmatchedRow, reason: string) =>
  leaseUserId === null ? reason : textAbout(leaseUserId, reason);

/** Takes back that a transfer is kept. */
export async function reopen(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason }: { reason: string },
): Promise<UnmatchedView> {
  return deps.inTx(async (tx) => {
    await queries.lockTransfer(tx, id);
    const row = await queries.findUnmatched(tx, id, toleranceOf(deps));
    if (!row) throw notFound();
    assertNotOwnCase(actor, row.leaseUserId);
    if (!(await queries.endRetained(tx, id, deps.now()))) throw new Conflict('already_decided', 'transfer_not_kept');
    await recordAudit(tx, actor, 'unmatched.reopened', subjectOf(row), { reason: aboutLease(row, reason) });
    await finish(tx);
    return found(deps, tx, id);
  });
}

async function found(deps: Deps, tx: Tx, id: string): Promise<UnmatchedView> {
  const row = await queries.findUnmatched(tx, id, toleranceOf(deps));
  if (!row) throw notFound();
  return present({ ...deps, db: tx }, row);
}

function countOpen({ db, ...deps }: { db: Pick<Db, 'run'> } & SettingsPorts) {
  const { percent, maxUsd, overPercent } = toleranceOf(deps);
  return queries.countUnmatched(db, percent, maxUsd, overPercent);
}

/** How many transfers wait for a decision, for the overview. */
export async function unmatchedNeeds(
  deps: { db: Pick<Db, 'run'> } & SettingsPorts,
): Promise<{ count: number; oldestAt: string | null }> {
  const { count, oldestAt } = await countOpen(deps);
  return { count, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Mails the administrator about what came in the last hour and no order claims. */
export async function notifyOfUnmatched(deps: Pick<Platform, 'db' | 'env' | 'inTx'> & SettingsPorts): Promise<void> {
  const { count: waiting, recent } = await countOpen(deps);
  if (recent === 0) return;
  const to = { userId: null, email: deps.env.admin.email, language: 'en' };
  await deps.inTx((tx) => sendMail(tx, { template: 'unmatched_arrived', to, data: { recent, waiting } }));
}

/** Whether a request of a second member is about a transfer without an order. */
export const isAboutUnmatched = ({ input }: Pick<Approval, 'input'>): boolean => 'unmatched' in input;

/** Carries out what a second member has approved about a transfer without an order. */
export async function decideUnmatchedApproved(deps: Deps, actor: Actor, approval: Approval): Promise<unknown> {
  const { unmatched, orderId, quoteId, userId = '', reason } = approval.input as Action;
  const { subjectId: id } = approval;
  if (unmatched === 'assign') return assign(deps, actor, id, { orderId, quoteId, reason }, approval);
  if (unmatched === 'refund') return refund(deps, actor, id, { userId, reason }, approval);
  return retain(deps, actor, id, { reason }, approval);
}
