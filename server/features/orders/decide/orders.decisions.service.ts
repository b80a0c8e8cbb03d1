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
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses, type DecisionStatus, type OpenStatus } from '#shared/orders/orders.lifecycle.ts';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import { adminOrder, orderNotFound } from '../list/orders.lists.service.ts';
import { lockHash } from '../orders.hash.queries.ts';
import type { OrdersDeps } from '../orders.ports.ts';
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
import { approve, approverOf, type OpenOrder } from './orders.approving.service.ts';
import {
  assertAcceptedPrice,
  assertEvidence,
  assertProof,
  assertReason,
  assertSettlement,
  assertStage,
  type EntryPoint,
} from './orders.requirements.service.ts';

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
  id: Id<'order'>,
  decision: Decision & { call: Call },
): Promise<JsonText | PendingApproval> {
  const input: DecisionInput = { ...decision, id, entryPoint: 'quick', screenshots: [] };
  if (decision.status === 'completed') await deps.deposits.reread(id);
  const decisionRun = deps.inTx((tx) => decide(tx, deps, actor, input));
  const outcome = await withOrderAlarm(deps, id, decisionRun);
  if (outcome instanceof PendingApproval) return outcome;
  deps.orders.bump(outcome.userId);
  return jsonText(outcome.json);
}

/**
 * Decides in the review panel, with payout screenshots that are stored only if the decision is. A decision that a
 * second member confirmed has none, because they were stored with its request.
 */
export async function review(
  deps: OrdersDeps,
  actor: Actor,
  id: Id<'order'>,
  { screenshots, ...decision }: Decision & { call: Call; screenshots: readonly StagedFile[] },
  idempotency: Idempotency<JsonText | PendingApproval>,
): Promise<Outcome<JsonText | PendingApproval>> {
  const uploads = { files: screenshots, purpose: 'payout_screenshot', ownerId: null } as const;
  if (decision.status === 'completed') await deps.deposits.reread(id);
  let customerId: Id<'user'> | undefined;
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
  id: Id<'order'>;
  entryPoint: EntryPoint;
  screenshots: readonly StoredFile[];
  call: Call;
};

type RefusedStatus = Exclude<DecisionStatus, 'processing' | 'completed'>;

/** The decided order, as adminOrderDetails in JSON, and its customer. */
type Decided = { json: string; userId: Id<'user'> };

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
  const order = await lockOpenOrder(tx, actor, decision);
  // The customer owns the files that the admin adds to the order, and may see them.
  for (const file of decision.screenshots) await insertFile(tx, file, { orderId: order.id, ownerId: order.userId });
  const { status } = decision;
  if (status === 'processing') await startProcessing(tx, deps, actor, order, decision);
  else if (status !== 'completed') await refuse(tx, deps, actor, order, { ...decision, status });
  else {
    const pendingApproval = await complete(tx, deps, actor, order, decision);
    if (pendingApproval) return pendingApproval;
  }
  return { json: await adminOrder({ ...deps, db: tx }, order.id), userId: order.userId };
}

async function startProcessing(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  order: OpenOrder,
  decision: DecisionInput,
): Promise<void> {
  if (!hasStatus(order, 'pending')) throw alreadyDecided(order.status);
  assertSigned(order);
  assertProof(order);
  await moveOrder(tx, actor, order, 'processing', { ...adminRecord(order, decision), now: deps.now() });
}

/** Rejects or cancels the order with its payout, and opens the refund of coins that go back at once. */
async function refuse(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  order: OpenOrder,
  decision: DecisionInput & { status: RefusedStatus },
): Promise<void> {
  const { status: to, sendBack: amount, adminNotes, call } = decision;
  const now = deps.now();
  const record = adminRecord(order, decision);
  assertReason(order, record, decision.entryPoint);
  const before = await deps.payoutBefore(tx, order.id, to);
  const verdict = await deps.deposits.judge(tx, { orderId: order.id, status: to, reason: decision.reason || null });
  await verdict?.record(actor, now);
  assertStage(order, to);
  const moveDependents = async () => {
    await deps.payoutDecided(tx, actor, order, { to, approver: approverOf(call, actor), now, before });
    if (amount === undefined) return;
    const reason = adminNotes || order.adminNotes || '';
    await deps.sendBack(tx, actor, { orderId: order.id, amount, reason, at: now });
  };
  await moveOrder(tx, actor, order, to, { ...record, now, moveDependents, mayUndo: true });
}

/** Approves the order as paid. */
async function complete(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  order: OpenOrder,
  decision: DecisionInput,
): Promise<PendingApproval | undefined> {
  const to = 'completed';
  const record = adminRecord(order, decision);
  assertSettlement(order);
  assertSigned(order);
  assertAcceptedPrice(order, record);
  const evidence = { ...record, sentScreenshots: decision.screenshots.length };
  assertEvidence(order, evidence, settingsOf(deps).rules.payoutEvidenceRequired);
  await assertUnusedPayoutId(tx, order, record);
  const before = await deps.payoutBefore(tx, order.id, to);
  const approver = approverOf(decision.call, actor);
  return approve(tx, deps, actor, order, { ...decision, record, isReleased: before === 'released' }, async (now) => {
    const moveDependents = () => deps.payoutDecided(tx, actor, order, { to, approver, now, before });
    await moveOrder(tx, actor, order, to, { ...record, now, moveDependents, mayUndo: false });
  });
}

export type WaitingDecision = {
  id: Id<'order'>;
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
  assertProof(order);
  const approval = { ...decision, record, screenshots: [], waits: true };
  const pendingApproval = await approve(tx, deps, actor, order, approval, async (now) => {
    const movePayout = () => moveDependents(order);
    if (hasStatus(order, 'pending')) {
      await moveOrder(tx, actor, order, 'processing', { ...record, now, moveDependents: movePayout, mayUndo: true });
      return;
    }
    await movePayout();
    await writeStage(tx, actor, [order.id], now);
  });
  return pendingApproval ?? order;
}

/** The order under its lock, if it is open and the admin has seen its present version. */
async function lockOpenOrder(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: Id<'order'>; version?: number | undefined },
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

/** Refuses a payout's on-chain id that another order has. */
async function assertUnusedPayoutId(tx: Tx, order: LockedOrder, record: AdminRecord): Promise<void> {
  const payoutId = record.adminTransactionId ?? order.adminTransactionId;
  if (!payoutId || !order.cryptoId || !normalizeTxHash(order.cryptoId, payoutId)) return;
  const uses = await lockHash(tx, { cryptoId: order.cryptoId, hash: payoutId, exceptId: order.id });
  if (uses.length > 0) throw hashTaken('adminTransactionId');
}
