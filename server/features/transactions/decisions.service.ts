import { normalizeTxHash } from '#shared/reference/coins.ts';
import type { AdminTransactionDetails } from '#shared/transactions/transactions.contract.ts';
import type { Tx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { insertFile, type StoredFile } from '#server/features/files/files.service.ts';
import { withStored } from '#server/features/files/keeping.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Once, RunOnce } from '#server/http/idempotency.ts';
import { Conflict } from '#server/http/refusal.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { deskTransaction, noTransaction } from './lists.service.ts';
import { requireEvidence, requireProof, requireReason, type Door } from './transactions.evidence.ts';
import { isHashTaken, lockOrder, type DeskRecord, type LockedOrder } from './transactions.queries.ts';
import { alreadyDecided, hashUsed, moveTransaction, standsAt } from './transactions.service.ts';

/** What the desk decides about an order. */
export type Decision = {
  status: 'processing' | 'completed' | 'failed' | 'rejected';
  adminNotes?: string;
  adminTransactionId?: string;
  /** The version the decision was made on, where the screen says it. */
  version?: number;
};

type Needs = Pick<Deps, 'now' | 'settings'>;

/** The quick action of a row: decides with what is on record or sent along. Answers adminTransactionDetails as JSON. */
export async function decideQuickly(
  deps: Needs & Pick<Deps, 'inTx'>,
  actor: Actor,
  id: string,
  decision: Decision,
): Promise<string> {
  return deps.inTx((tx) => decide(tx, deps, actor, { ...decision, id, door: 'quick', screenshots: [] }));
}

/** The review panel: the same decision with its payout screenshots, kept only if the decision holds. */
export async function review(
  deps: Needs & Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  id: string,
  { screenshots, ...decision }: Decision & { screenshots: readonly StagedFile[] },
  once: RunOnce<AdminTransactionDetails>,
): Promise<Once<AdminTransactionDetails>> {
  const about = { purpose: 'payout_screenshot', ownerId: null } as const;
  return withStored(deps, screenshots, about, (stored, keep) =>
    once(async (tx) => {
      const json = await decide(tx, deps, actor, { ...decision, id, door: 'review', screenshots: stored });
      return keep({ result: JSON.parse(json) as AdminTransactionDetails, areKept: true });
    }),
  );
}

type Decided = Decision & { id: string; door: Door; screenshots: readonly StoredFile[] };

/**
 * Both doors lead here. Refuses with not_found, already_decided, conflict, evidence_missing, proof_missing and
 * hash_used; a refusal changes nothing.
 */
async function decide(tx: Tx, deps: Needs, actor: Actor, decision: Decided): Promise<string> {
  const { id, status: to, screenshots } = decision;
  const now = deps.now();
  const order = await openOrder(tx, decision);
  const record = deskRecord(order, decision);
  // Theirs to see: the customer owns what the desk adds to the order.
  for (const file of screenshots) await insertFile(tx, file, { transactionId: id, ownerId: order.userId });
  if (to === 'processing') {
    if (!standsAt(order, 'pending')) throw alreadyDecided(order.status);
    requireProof(order);
    await moveTransaction(tx, actor, order, to, record, now);
  } else {
    await checkRules(tx, deps, order, decision, record);
    await moveTransaction(tx, actor, order, to, record, now);
  }
  return deskTransaction({ db: tx }, id);
}

/** The order under its lock, if it is open and the desk has seen what it decides about. */
async function openOrder(tx: Tx, { id, version }: Decided): Promise<LockedOrder<'pending' | 'processing'>> {
  const order = await lockOrder(tx, id);
  if (!order) throw noTransaction();
  if (!standsAt(order, 'pending', 'processing')) throw alreadyDecided(order.status);
  if (version !== undefined && version !== order.version) {
    const message = 'This transaction has changed since you opened it. Please look at it again.';
    throw new Conflict('conflict', message, { version: order.version, status: order.status });
  }
  return order;
}

/** An empty field keeps what is on record; an on-chain id is kept in its coin's one spelling. */
function deskRecord(order: LockedOrder, { adminNotes, adminTransactionId }: Decision): DeskRecord {
  const given = adminTransactionId || null;
  const onChain = given && order.cryptoId ? normalizeTxHash(order.cryptoId, given) : undefined;
  return { adminNotes: adminNotes || null, adminTransactionId: onChain ?? given };
}

async function checkRules(
  tx: Tx,
  deps: Needs,
  order: LockedOrder,
  { status, door, screenshots }: Decided,
  record: DeskRecord,
): Promise<void> {
  if (status !== 'completed') return requireReason(order, record, door);
  const given = { ...record, sentScreenshots: screenshots.length };
  requireEvidence(order, given, settingsOf(deps).rules.payoutEvidenceRequired);
  const settledBy = record.adminTransactionId ?? order.adminTransactionId;
  if (!settledBy || !order.cryptoId || !normalizeTxHash(order.cryptoId, settledBy)) return;
  if (await isHashTaken(tx, order.cryptoId, settledBy, order.id)) throw hashUsed('adminTransactionId');
}
