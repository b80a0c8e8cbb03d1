import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import type { RemovedTransfer } from '#server/features/chains/chains.ports.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { OrderDecision, SeenDeposit } from '#server/features/orders/orders.ports.ts';
import { lockOrder } from '#server/features/orders/orders.service.ts';
import { listLeasedTransfers } from '#server/features/sell/sell.opening.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Author } from '#shared/book/book.postings.ts';
import { isEffective } from '#shared/chains/chains.transfers.ts';
import type { FindingCode } from '#shared/deposits/verdict.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { needsReason } from '#shared/orders/orders.verdict-levels.ts';
import { coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { listStatedFor } from './deposits.claims.queries.ts';
import { bookClaims } from './deposits.claims.service.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { listApproved } from './deposits.queries.ts';
import {
  hasClaimed,
  insertAwaited,
  insertClaims,
  insertVerdict,
  listAwaiting,
  releaseClaims,
  releaseClaimsOf,
  restoreClaims,
} from './deposits.verdict.queries.ts';
import { awaitedMs, toleranceShare, verdictOn, type SaleVerdict } from './deposits.verdict.service.ts';

/**
 * The verdict on a sale that is decided under its lock, stored with the decision; undefined where the chain is not
 * read. Refuses with conflict where the node contradicts a counted transfer, and with verdict_needs_reason.
 */
export async function judgeDeposit(
  tx: Tx,
  deps: DepositsDeps,
  decision: OrderDecision,
): Promise<SeenDeposit | undefined> {
  const { orderId, status, reason } = decision;
  const isLast = status === 'completed';
  const seenVerdict = await verdictOn(deps, tx, orderId, { isLast });
  if (!seenVerdict || seenVerdict.verdict.findings.every(({ code }) => code === 'by_hand')) return undefined;
  const { level, findings } = seenVerdict.verdict;
  if (isLast && findings.some(({ code }) => code === 'node_differs'))
    throw new Conflict('conflict', 'deposit_differs', { level });
  if (isLast && needsReason(seenVerdict.verdict) && reason === null) {
    throw new Conflict('verdict_needs_reason', 'verdict_needs_reason', {
      fields: { reason: 'verdict_needs_reason' },
      level,
    });
  }
  return {
    level,
    findings: findings.map(({ code }) => code),
    record: (actor, now) => record(tx, actor, decision, { ...seenVerdict, now }),
  };
}

/**
 * An approved sale claims its transfers, or awaits one; a refused one releases them. Refuses with conflict where
 * another order took the transfer meanwhile.
 */
async function record(
  tx: Tx,
  actor: Actor,
  { orderId, status, reason }: OrderDecision,
  { now, ...seen }: SaleVerdict & { now: Date },
): Promise<void> {
  const { verdict } = seen;
  const { level } = verdict;
  const isApproved = status === 'completed';
  await insertVerdict(tx, verdict, { orderId, decision: status, reason, decidedBy: actor.userId, at: now });
  const findings = verdict.findings.map(({ code }) => code);
  const details = { decision: status, level, findings, reason: textAbout(seen.sale.userId, reason) };
  await recordAudit(tx, actor, 'deposit.verdict_seen', { type: 'transaction', id: orderId }, details);
  const author = { at: now, actorId: actor.userId };
  // The transfers of a refused sale are still its own: it may send them back, and until then another sale may claim
  // them.
  await claim(tx, seen, author, { awaits: isApproved });
  if (!isApproved) await releaseClaims(tx, { orderId, now });
}

/** Claims the transfers that the verdict counts for their order; without any the order awaits one. */
async function claim(
  tx: Tx,
  { sale, verdict, candidates }: SaleVerdict,
  by: Author,
  { awaits = true } = {},
): Promise<void> {
  const { at: now } = by;
  if (verdict.source === null) return;
  const chosenOutputs = new Set(verdict.transfers.map(({ txHash, outIndex }) => `${txHash} ${outIndex}`));
  const freeCandidates = candidates.filter(
    ({ txHash, outIndex, coinId, claimedBy, state }) =>
      chosenOutputs.has(`${txHash} ${outIndex}`) && coinId === sale.coinId && claimedBy === null && isEffective(state),
  );
  const ids = freeCandidates.map(({ id }) => id);
  if (ids.length === 0) return awaits ? insertAwaited(tx, { orderId: sale.id, now }) : undefined;
  const claimCount = await insertClaims(tx, sale.id, ids, { grade: 'shared', now });
  if (claimCount < ids.length) throw new Conflict('conflict', 'order_changed');
  await bookClaims(tx, sale.id, by);
}

/**
 * Restores the claims that an order had before a decision of this moment. Refuses with already_decided where another
 * order has one of them by now.
 */
export async function undoClaims(tx: Tx, orderId: Id<'order'>, { at, now }: { at: Date; now: Date }): Promise<void> {
  await releaseClaimsOf(tx, { orderId, at, now });
  const restoredClaims = await restoreClaims(tx, { orderId, at });
  if (restoredClaims.some(({ isTaken }) => isTaken)) throw new Conflict('already_decided', 'order_changed');
}

/**
 * Releases the transfers of a sale that its customer cancels; false where coins have arrived for it, or are on their
 * way.
 */
export async function releaseCancelled(
  tx: Tx,
  { id, quoteId }: { id: Id<'order'>; quoteId: Id<'quote'> | null },
  now: Date,
): Promise<boolean> {
  const atOwnAddress = quoteId === null ? [] : await listLeasedTransfers(tx, { quoteId });
  if (atOwnAddress.length > 0 || (await hasClaimed(tx, { orderId: id }))) return false;
  await releaseClaims(tx, { orderId: id, now });
  return true;
}

export { reorganisedSales } from './deposits.queries.ts';

const doubts: readonly FindingCode[] = ['two_fit', 'quote_fits', 'contested'];

/**
 * Claims the transfers that approved sales still await, so that they prove no second sale. A transfer in a block
 * replaces one that a member stated.
 */
export async function claimAwaited(deps: DepositsDeps, chain: ChainName) {
  const now = deps.now();
  const msBefore = (ms: number) => new Date(now.getTime() - ms);
  const share = toleranceShare(settingsOf(deps).deposits);
  const filter = { coinIds: coinsOfChain(chain), since: msBefore(awaitedMs), share, seenSince: msBefore(dayMs) };
  for (const { orderId: id } of await listAwaiting(deps.db, filter)) {
    await deps.inTx(async (tx) => {
      const seenVerdict = await verdictOn(deps, tx, id);
      if (
        !seenVerdict ||
        ['red', 'grey'].includes(seenVerdict.verdict.level) ||
        seenVerdict.verdict.transfers.length === 0
      )
        return;
      if (seenVerdict.verdict.findings.some(({ code }) => doubts.includes(code))) return;
      await releaseClaims(tx, { orderId: id, now });
      await claim(tx, seenVerdict, { at: now, actorId: null });
      const { txHash } = seenVerdict.verdict.transfers[0] ?? {};
      await recordAudit(tx, 'system', 'deposit.claimed', { type: 'transaction', id }, { chain, txHash });
      await publish(tx, { kind: 'chain_advanced', chain });
    });
  }
  // A transfer that was unconfirmed when its sale was approved.
  for (const { orderId: id } of await listStatedFor(deps.db, { coins: coinsOfChain(chain) })) {
    await deps.inTx(async (tx) => {
      await lockOrder(tx, id);
      await bookClaims(tx, id, { at: now, actorId: null });
    });
  }
}

/**
 * Raises the alarm for completed sales whose deposit a reorganisation removed, and for approved ones whose coins are
 * lost by it, in its transaction.
 */
export async function reportRemoved(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  removedTransfers: readonly RemovedTransfer[],
  lostTransferIds: readonly Id<'transfer'>[],
) {
  if (removedTransfers.length === 0) return;
  const ids = removedTransfers.map(({ id }) => id);
  for (const { orderId, reference, transferId } of await listApproved(tx, {
    transferIds: ids,
    lost: lostTransferIds,
  })) {
    const { chain, txHash = '', state } = removedTransfers.find(({ id }) => id === transferId) ?? {};
    const subject = { type: 'transaction', id: orderId } as const;
    await recordAudit(tx, 'system', 'deposit.reorganised', subject, { chain, txHash, state });
    const to = { userId: null, email: env.admin.email, language: 'en' };
    await sendMail(tx, { template: 'deposit_alarm', to, data: { reference, txHash } });
  }
}
