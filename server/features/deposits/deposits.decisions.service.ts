import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { OrderDecision, SeenDeposit } from '#server/features/orders/orders.ports.ts';
import type { Actor } from '#server/http/actor.ts';
import { Conflict } from '#server/http/refusal.ts';
import { isEffective } from '#shared/chains/chains.transfers.ts';
import { isWarning } from '#shared/orders/orders.verdict-levels.ts';
import { insertClaims, insertVerdict, releaseClaims } from './deposits.verdict.queries.ts';
import { verdictOn, type SaleVerdict, type VerdictDeps } from './deposits.verdict.service.ts';

/**
 * Stores the verdict on a sale that is decided in this transaction, under the order's lock. An approved sale claims its
 * transfers, a refused one releases them. Refuses with verdict_needs_reason, and with conflict where another order
 * took the transfer meanwhile. Does nothing where the chain is not read.
 */
export async function recordVerdict(deps: VerdictDeps, tx: Tx, actor: Actor, decision: OrderDecision): Promise<void> {
  const seen = await judged(deps, tx, decision);
  if (!seen) return;
  const { orderId, status, reason } = decision;
  const { verdict } = seen;
  const { level } = verdict;
  const now = deps.now();
  const isApproved = status === 'completed';
  await insertVerdict(tx, verdict, { orderId, decision: status, reason, decidedBy: actor.userId, at: now });
  const findings = verdict.findings.map(({ code }) => code);
  await recordAudit(
    tx,
    actor,
    'deposit.verdict_seen',
    { type: 'transaction', id: orderId },
    { decision: status, level, findings, reason },
  );
  if (isApproved) await claim(tx, seen, now);
  else await releaseClaims(tx, orderId, now);
}

/** The verdict that a decision would be stored with, for a second member to see. Refuses with verdict_needs_reason. */
export async function readVerdict(
  deps: VerdictDeps,
  tx: Tx,
  decision: OrderDecision,
): Promise<SeenDeposit | undefined> {
  const seen = await judged(deps, tx, decision);
  if (!seen) return undefined;
  const { level, findings } = seen.verdict;
  return { level, findings: findings.map(({ code }) => code) };
}

/** Undefined where the chain is not read. */
async function judged(
  deps: VerdictDeps,
  tx: Tx,
  { orderId, status, reason }: OrderDecision,
): Promise<SaleVerdict | undefined> {
  const seen = await verdictOn(deps, tx, orderId);
  if (!seen || seen.verdict.findings.some(({ code }) => code === 'by_hand')) return undefined;
  const { level } = seen.verdict;
  if (status === 'completed' && isWarning(level) && reason === null) {
    throw new Conflict('verdict_needs_reason', 'verdict_needs_reason', {
      fields: { reason: 'verdict_needs_reason' },
      level,
    });
  }
  return seen;
}

/** Binds the transfers that the verdict rests on to their order. */
async function claim(tx: Tx, { sale, verdict, candidates }: SaleVerdict, now: Date): Promise<void> {
  const chosen = new Set(verdict.transfers.map(({ txHash, outIndex }) => `${txHash} ${outIndex}`));
  const free = candidates.filter(
    ({ txHash, outIndex, coinId, claimedBy, state }) =>
      chosen.has(`${txHash} ${outIndex}`) && coinId === sale.coinId && claimedBy === null && isEffective(state),
  );
  const ids = free.map(({ id }) => id);
  const claimed = await insertClaims(tx, sale.id, ids, { grade: 'shared', now });
  if (claimed < ids.length) throw new Conflict('conflict', 'order_changed');
}
