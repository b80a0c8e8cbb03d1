import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { hasStatus, lockOrder, moveOrder, type Mover } from '#server/features/orders/orders.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { filled } from '#shared/kernel/reason.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { PayoutView } from '#shared/payouts/payouts.contract.ts';
import { reorganisedReason } from '#shared/payouts/payouts.lifecycle.ts';
import { lockPayouts, type PayoutRow } from './list/payouts.list.queries.ts';
import { payoutView } from './list/payouts.list.service.ts';
import { queuePayoutMails } from './payouts.mail.ts';
import type { AttemptMove } from './payouts.moves.queries.ts';
import { setPayoutDetails } from './payouts.queries.ts';
import { auditedPayout, payoutSubject, movePayouts, payoutChanged, stageOrders } from './payouts.service.ts';

type Deps = Pick<Platform, 'db' | 'inTx' | 'now'> & SettingsPorts;
type Work = (tx: Tx, payout: PayoutRow) => Promise<void>;

/** One payout, locked, for a member whom it does not pay. Throws not_found and own_case. */
export async function lockPayout(tx: Tx, actor: Actor, id: string): Promise<PayoutRow> {
  const [payout] = await lockPayouts(tx, [id]);
  if (!payout) throw new NotFound('payout_not_found');
  assertNotOwnCase(actor, payout.userId);
  return payout;
}

/** Does `work` on one payout under its lock, and returns it as it is then. */
async function change(deps: Deps, actor: Actor, id: string, work: Work): Promise<PayoutView> {
  return deps.inTx(async (tx) => {
    await work(tx, await lockPayout(tx, actor, id));
    return payoutView(tx, deps, id);
  });
}

const moves = {
  hold: { from: 'due', to: 'held', action: 'payout.held' },
  resume: { from: 'held', to: 'due', action: 'payout.resumed' },
  again: { from: 'returned', to: 'due', action: 'payout.again' },
} as const;

/** Takes a payout that is due out of the list, lets it wait again, or pays returned money again to the same account. */
export async function movePayout(
  deps: Deps,
  actor: Actor,
  id: string,
  { move, reason }: { move: keyof typeof moves; reason: string },
) {
  return change(deps, actor, id, async (tx, payout) => {
    const { from, to, action } = moves[move];
    // Only an approval with all its checks makes it due again.
    if (move === 'resume' && payout.reason === reorganisedReason)
      throw new Conflict('settlement_missing', filled('payout_coins_gone', { reference: payout.reference }));
    const because = to === 'held' ? reason : null;
    await movePayouts(tx, actor, [payout], to, { from: [from], reason: because, now: deps.now() });
    await recordAudit(tx, actor, action, payoutSubject(payout), auditedPayout(payout, reason));
  });
}

export async function settlePayout(deps: Deps, actor: Actor, id: string, { reason }: { reason: string }) {
  return change(deps, actor, id, async (tx, payout) => {
    await settlePayouts(tx, actor, [payout], { by: 'member', now: deps.now() });
    const audited = { ...auditedPayout(payout, reason), by: 'member' as const };
    await recordAudit(tx, actor, 'payout.settled', payoutSubject(payout), audited);
  });
}

type Settled = { by: 'statement' | 'provider' | 'member'; now: Date } & Pick<AttemptMove, 'bookedOn'>;

/** Payouts that have arrived. The customer gets a mail where the bank says so, not where a member does. */
export async function settlePayouts(
  tx: Tx,
  mover: Mover,
  payouts: readonly PayoutRow[],
  { by, now, ...booked }: Settled,
): Promise<void> {
  await movePayouts(tx, mover, payouts, 'settled', { from: ['sent'], withOrders: true, settledBy: by, now, ...booked });
  await completeWaiting(tx, mover, payouts, now);
  await stageOrders(tx, mover, payouts, now);
  const ids = payouts.map(({ id }) => id);
  if (by !== 'member') await queuePayoutMails(tx, 'payout_arrived', ids);
}

/** Completes the orders that waited for the bank to book their payout. */
async function completeWaiting(tx: Tx, mover: Mover, payouts: readonly PayoutRow[], now: Date): Promise<void> {
  const record = { adminNotes: null, adminTransactionId: null };
  for (const { orderId, kind, state, status } of payouts) {
    const isWaiting = kind === 'order' && state === 'sent' && status !== 'completed';
    const order = isWaiting && (await lockOrder(tx, orderId));
    if (order && hasStatus(order, ...openStatuses)) await moveOrder(tx, mover, order, 'completed', record, now);
  }
}

/** Takes back what a statement was said to say, while no later attempt exists. */
export async function undoMatched(
  tx: Tx,
  actor: Actor,
  payout: PayoutRow,
  { to, now }: { to: 'sent' | 'settled'; now: Date },
): Promise<void> {
  if (!['settled', 'returned'].includes(payout.state)) throw new Conflict('payout_batched', 'payout_batched');
  const settledBy = to === 'settled' ? (payout.settledBy ?? 'statement') : null;
  await movePayouts(tx, actor, [payout], to, { from: ['settled', 'returned'], settledBy, now });
}

/** The new account of a customer whose money came back: the payout is due again, to be paid there. */
export async function replacePayee(
  tx: Tx,
  customer: Actor,
  payout: PayoutRow,
  details: unknown,
  now: Date,
): Promise<void> {
  if (!isSignedRow(signedTables.payout, payout)) throw payoutChanged();
  const signature = signRow(signedTables.payout, { ...payout, details });
  if (!(await setPayoutDetails(tx, { id: payout.id, details, signature, now }))) throw payoutChanged();
  await recordAudit(tx, customer, 'payout.details_changed', payoutSubject(payout), auditedPayout(payout));
  await stageOrders(tx, customer, [payout], now);
}
