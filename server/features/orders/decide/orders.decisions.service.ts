import type { Tx } from '#server/db/connection.ts';
import { idempotentCommand, insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { PendingApproval, type Call } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { jsonText, type JsonText } from '#server/http/reply.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { openStatuses, type DecisionStatus, type OpenStatus } from '#shared/orders/orders.lifecycle.ts';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import { adminOrder, orderNotFound } from '../list/orders.lists.service.ts';
import { bookApproved } from '../orders.book.service.ts';
import { lockHash } from '../orders.hash.queries.ts';
import type { OrderDecision, OrdersDeps, SeenDeposit } from '../orders.ports.ts';
import { lockOrder, type AdminRecord, type LockedOrder } from '../orders.queries.ts';
import {
  alreadyDecided,
  hashTaken,
  hasStatus,
  moveOrder,
  assertSigned,
  withOrderAlarm,
  writeStage,
} from '../orders.service.ts';
import {
  acceptedWarnings,
  approvalRequestOf,
  recordAccepted,
  assertAcceptedPrice,
  assertEvidence,
  assertOtherThanOpener,
  assertProof,
  assertReason,
  assertSettlement,
  assertStage,
  type EntryPoint,
} from './orders.requirements.service.ts';
import { requireSettledAsSigned } from './orders.settled.service.ts';

/** The decision of an admin about an order. */
export type Decision = {
  status: DecisionStatus;
  adminNotes?: string;
  adminTransactionId?: string;
  /** Why it is approved although the chain does not confirm the deposit. */
  reason?: string;
  /** Coins of a refused sale that go back at once, as decimal text. */
  sendBack?: string | undefined;
  /** The version the decision was made on, where the screen sends it. */
  version?: number;
};

/**
 * The quick action of a row: decides with the stored details and those of the call. Returns adminOrderDetails as JSON,
 * or that it waits for a second member. The lists of this process are new at once, before the event of the commit
 * arrives.
 */
export async function decideQuickly(
  deps: OrdersDeps,
  actor: Actor,
  id: string,
  decision: Decision & { call: Call },
): Promise<string | PendingApproval> {
  const input: DecisionInput = { ...decision, id, entryPoint: 'quick', screenshots: [] };
  if (decision.status === 'completed') await deps.deposits.reread(id);
  const decisionRun = deps.inTx((tx) => decide(tx, deps, actor, input));
  const outcome = await withOrderAlarm(deps, id, decisionRun);
  if (outcome instanceof PendingApproval) return outcome;
  deps.orders.bump(outcome.userId);
  return outcome.json;
}

/**
 * A decision in the review panel with its payout screenshots, which are stored only if the decision is. A decision that
 * a second member confirmed has none: they were stored with the order when it was requested.
 */
export async function review(
  deps: OrdersDeps,
  actor: Actor,
  id: string,
  { screenshots, ...decision }: Decision & { call: Call; screenshots: readonly StagedFile[] },
  idempotency: Idempotency<JsonText | PendingApproval>,
): Promise<Outcome<JsonText | PendingApproval>> {
  const uploads = { files: screenshots, purpose: 'payout_screenshot', ownerId: null } as const;
  if (decision.status === 'completed') await deps.deposits.reread(id);
  let customerId: string | undefined;
  const outcome = idempotentCommand(deps, { idempotency, uploads }, async (tx, storedFiles) => {
    const reviewOutcome = await decide(tx, deps, actor, {
      ...decision,
      id,
      entryPoint: 'review',
      screenshots: storedFiles,
    });
    if (reviewOutcome instanceof PendingApproval) return reviewOutcome;
    customerId = reviewOutcome.userId;
    return jsonText(reviewOutcome.json);
  });
  await withOrderAlarm(deps, id, outcome);
  if (customerId !== undefined) deps.orders.bump(customerId);
  return outcome;
}

type DecisionInput = Decision & {
  id: string;
  entryPoint: EntryPoint;
  screenshots: readonly StoredFile[];
  call: Call;
};

/** The decided order, as adminOrderDetails in JSON, and its customer. */
type Decided = { json: string; userId: string };

/**
 * Decides an order for both endpoints, or stores its approval for a second member. Refuses with not_found, own_case,
 * already_decided, conflict, evidence_missing, proof_missing, hash_used, customer_blocked, warning_needs_reason,
 * verdict_needs_reason.
 */
async function decide(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  decision: DecisionInput,
): Promise<Decided | PendingApproval> {
  const { id, status: to, screenshots } = decision;
  const now = deps.now();
  const order = await lockOpenOrder(tx, actor, decision);
  const record = adminRecord(order, decision);
  // The customer owns the files that the admin adds to the order, and may see them.
  for (const file of screenshots) await insertFile(tx, file, { orderId: id, ownerId: order.userId });
  if (to === 'processing') {
    if (!hasStatus(order, 'pending')) throw alreadyDecided(order.status);
    assertSigned(order);
    assertProof(order);
    await moveOrder(tx, actor, order, to, { ...record, now });
  } else {
    await checkRules(tx, deps, order, decision, record);
    const settledEntries = to === 'completed' ? await requireSettledAsSigned(tx, order) : undefined;
    const before = await deps.payoutBefore(tx, id, to);
    const isReleased = before === 'released';
    const reason = decision.reason || null;
    const warnings = to === 'completed' ? await acceptedWarnings(tx, id, reason) : [];
    const judge = judgeOnce(tx, deps, { orderId: id, status: to, reason });
    const pendingApproval =
      to === 'completed' &&
      (await approvedBySecond(tx, deps, actor, order, { ...decision, reason, warnings, record, judge, isReleased }));
    if (pendingApproval) return pendingApproval;
    const seen = await judge();
    await seen?.record(actor, now);
    if (to === 'completed')
      await bookApproved(tx, order, { at: now, actorId: actor.userId }, seen ? undefined : settledEntries);
    await recordAccepted(tx, actor, order, warnings, reason);
    assertStage(order, to);
    const payoutDecision = { to, approver: approverOf(decision.call, actor), now, before };
    const moveDependents = async () => {
      await deps.payoutDecided(tx, actor, order, payoutDecision);
      const { sendBack: amount, adminNotes } = decision;
      if (to === 'completed' || amount === undefined) return;
      await deps.sendBack(tx, actor, { orderId: id, amount, reason: adminNotes || order.adminNotes || '', at: now });
    };
    await moveOrder(tx, actor, order, to, { ...record, now, moveDependents, mayUndo: to !== 'completed' });
  }
  return { json: await adminOrder({ ...deps, db: tx }, id), userId: order.userId };
}

/** Reads the verdict on the deposit when it is first asked for. */
function judgeOnce(tx: Tx, { deposits }: OrdersDeps, decision: OrderDecision): () => Promise<SeenDeposit | undefined> {
  let judgement: Promise<SeenDeposit | undefined> | undefined;
  return () => (judgement ??= deposits.judge(tx, decision));
}

/** The request that a second member must approve before an order is; undefined where none has to. */
async function approvedBySecond(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  order: LockedOrder,
  approvalInput: Parameters<typeof approvalRequestOf>[3],
): Promise<PendingApproval | undefined> {
  await assertOtherThanOpener(tx, deps, order, approverOf(approvalInput.call, actor));
  const request = await approvalRequestOf(tx, deps, order, approvalInput);
  if (!request) return undefined;
  // With this setting money above the limit, and any where batches need two, leaves through a released batch alone.
  if (request.kind === 'payout' && settingsOf(deps).payouts.handPayments === 'after_release')
    throw new Conflict('release_first', 'release_first');
  return deps.fourEyes.pass(tx, actor, request, approvalInput.call);
}

/**
 * The member whose approval lets money leave, and who may not release it as well: the second member where there is one.
 */
export const approverOf = ({ approved }: Call, actor: Actor): Actor => approved?.by ?? actor;

export type WaitingDecision = {
  id: string;
  adminNotes?: string | undefined;
  reason?: string | undefined;
  version?: number | undefined;
  call: Call;
};

/** The steps of the payout of an order with its approval, both under the lock of the order. */
type Waiting = {
  assertCanPay: (order: LockedOrder) => Promise<void>;
  moveDependents: (order: LockedOrder) => Promise<void>;
};

/**
 * Approves an order whose payout waits for a batch: with every check of completing it except that of the evidence.
 * Refuses as `decide` does.
 */
export async function approveWaiting(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  { adminNotes = '', ...decision }: WaitingDecision,
  { assertCanPay, moveDependents }: Waiting,
): Promise<LockedOrder | PendingApproval> {
  const order = await lockOpenOrder(tx, actor, decision);
  await assertCanPay(order);
  const record = { adminNotes: adminNotes || null, adminTransactionId: null };
  assertSigned(order);
  assertAcceptedPrice(order, record);
  assertSettlement(order);
  const settledEntries = await requireSettledAsSigned(tx, order);
  assertProof(order);
  const reason = decision.reason || null;
  const warnings = await acceptedWarnings(tx, order.id, reason);
  const judge = judgeOnce(tx, deps, { orderId: order.id, status: 'completed', reason });
  const approvalInput = { ...decision, reason, warnings, record, judge, screenshots: [], waits: true };
  const pendingApproval = await approvedBySecond(tx, deps, actor, order, approvalInput);
  if (pendingApproval) return pendingApproval;
  const now = deps.now();
  const seen = await judge();
  await seen?.record(actor, now);
  await bookApproved(tx, order, { at: now, actorId: actor.userId }, seen ? undefined : settledEntries);
  await recordAccepted(tx, actor, order, warnings, reason);
  assertStage(order, 'completed');
  const move = { ...record, now, moveDependents: () => moveDependents(order), mayUndo: true };
  if (hasStatus(order, 'pending')) await moveOrder(tx, actor, order, 'processing', move);
  else {
    await move.moveDependents();
    await writeStage(tx, actor, [order.id], now);
  }
  return order;
}

/** The order under its lock, if it is open and the admin has seen its present version. */
async function lockOpenOrder(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version?: number | undefined },
): Promise<LockedOrder<OpenStatus>> {
  const order = await lockOrder(tx, id);
  if (!order) throw orderNotFound();
  assertNotOwnCase(actor, order.userId);
  if (!hasStatus(order, ...openStatuses)) throw alreadyDecided(order.status);
  if (version !== undefined && version !== order.version)
    throw new Conflict('conflict', 'order_changed', { version: order.version, status: order.status });
  return order;
}

/** An empty field leaves the stored value; an on-chain id is stored in its coin's one spelling. */
function adminRecord(order: LockedOrder, { adminNotes, adminTransactionId }: Decision): AdminRecord {
  const recordId = adminTransactionId || null;
  const onChain = recordId && order.cryptoId ? normalizeTxHash(order.cryptoId, recordId) : undefined;
  return { adminNotes: adminNotes || null, adminTransactionId: onChain ?? recordId };
}

async function checkRules(
  tx: Tx,
  deps: OrdersDeps,
  order: LockedOrder,
  { status, entryPoint, screenshots }: DecisionInput,
  record: AdminRecord,
): Promise<void> {
  if (status !== 'completed') return assertReason(order, record, entryPoint);
  assertSettlement(order);
  assertSigned(order);
  assertAcceptedPrice(order, record);
  const evidence = { ...record, sentScreenshots: screenshots.length };
  assertEvidence(order, evidence, settingsOf(deps).rules.payoutEvidenceRequired);
  const payoutId = record.adminTransactionId ?? order.adminTransactionId;
  if (!payoutId || !order.cryptoId || !normalizeTxHash(order.cryptoId, payoutId)) return;
  const uses = await lockHash(tx, { cryptoId: order.cryptoId, hash: payoutId, exceptId: order.id });
  if (uses.length > 0) throw hashTaken('adminTransactionId');
}
