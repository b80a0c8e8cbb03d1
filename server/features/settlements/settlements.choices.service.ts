import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  alreadyDecided,
  hasStatus,
  lockOrder,
  moveOrder,
  writeStage,
  type LockedOrder,
} from '#server/features/orders/orders.service.ts';
import { listRefundsOf, refundFeeBy, refundOfOrder } from '#server/features/refunds/refunds.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency } from '#server/http/guards/idempotency.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { DepositChoices, FollowedDeposit } from '#shared/deposits/deposits.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { openStatuses, type OpenStatus } from '#shared/orders/orders.lifecycle.ts';
import type { SettlementView } from '#shared/orders/orders.settlement.ts';
import { choiceUntil, countedOf, type CustomerChoice } from '#shared/settlements/settlement.terms.ts';
import { settle } from '#shared/settlements/settlement.ts';
import { computeSettlement, type Computed } from './settlements.compute.service.ts';
import {
  choicesOf,
  currentOffer,
  presentOffer,
  recordedOffer,
  renewOffer,
  standingOffer,
} from './settlements.offers.service.ts';
import type { SettlementsDeps, SettlementsPorts } from './settlements.ports.ts';
import { insertChoice, insertSettlement, type SettlementRow } from './settlements.queries.ts';
import { accept, endSettlement, type Acceptance } from './settlements.service.ts';

/** The refusal of a choice on an order that does not exist. */
export const notFound = () => new NotFound('order_not_found');
/** The refusal of a choice that the order no longer offers. */
export const unavailable = () => new Conflict('choice_unavailable', 'choice_unavailable');

/** Choices about the deposit of an order, and their result; without an own address only a refund. */
export async function depositChoicesOf(deps: SettlementsDeps, orderId: Id<'order'>): Promise<DepositChoices> {
  const { db } = deps;
  const [refund = null] = await listRefundsOf({ db }, orderId);
  const computation = await computeSettlement(deps, db, orderId);
  if (!computation) return { choices: [], offer: null, choiceUntil: null, feeBy: null, settlement: null, refund };
  const { live } = computation;
  const settlement = live ? presentSettlement(withoutTeam(live)) : null;
  const offer = await currentOffer(deps, db, computation);
  const choices = [...choicesOf(computation, offer)];
  const { transfers, policy, terms } = computation.input;
  const until = choices.length > 0 ? choiceUntil(countedOf(terms, transfers), policy) : undefined;
  const offerView = offer ? presentOffer(offer, computation) : null;
  const feeBy = choices.includes('refund') ? refundFeeBy(deps, terms.coinId) : null;
  return { choices, offer: offerView, choiceUntil: until?.toISOString() ?? null, feeBy, settlement, refund };
}

/** A customer reads neither who of the team accepted it, nor why. */
function withoutTeam(row: SettlementRow): SettlementRow {
  const isOfTeam = row.acceptedBy !== 'rule' && row.acceptedBy !== 'customer';
  return { ...row, reason: null, ...(isOfTeam && { acceptedBy: 'admin' }) };
}

/** Returns an order if it is still undecided. Refuses with already_decided. */
export function requireOpen(order: LockedOrder): LockedOrder<OpenStatus> {
  if (!hasStatus(order, ...openStatuses)) throw alreadyDecided(order.status);
  return order;
}

type Chosen = { choice: CustomerChoice; offerId?: Id<'offer'> | undefined };

/**
 * The choice of a customer, compared with an offer that is open now, and their deposit as it then is. Refuses with the
 * errors of `choose`.
 */
export async function chooseDeposit(
  deps: SettlementsDeps & SettlementsPorts,
  actor: Actor,
  id: Id<'order'>,
  chosen: Chosen,
  idempotency: Idempotency<FollowedDeposit>,
) {
  const at = await renewOffer(deps, id, actor.userId);
  return idempotency.run(async (tx) => {
    await choose(tx, deps, actor, { id, at }, chosen);
    return deps.ownDepositOf(tx, actor, id);
  });
}

/**
 * Stores the choice of a customer whose deposit was too small or too late, by the offer that was open `at` a moment.
 * Refuses with choice_unavailable, payout_batched, already_decided, and with rate_changed and today's offer.
 */
export async function choose(
  tx: Tx,
  deps: SettlementsDeps,
  actor: Actor,
  { id, at }: { id: Id<'order'>; at: Date },
  { choice, offerId }: Chosen,
) {
  assertInstallation(deps);
  const lockedOrder = await lockOrder(tx, id);
  if (lockedOrder?.userId !== actor.userId) throw notFound();
  const order = requireOpen(lockedOrder);
  await deps.assertNotBeingPaid(tx, id);
  const computation = await computeSettlement(deps, tx, id, { writing: tx });
  if (!computation) throw unavailable();
  const offer = await standingOffer(tx, computation, at);
  if (!choicesOf(computation, offer).includes(choice)) throw unavailable();
  const isAgreed = choice === 'take' || choice === 'accept_rate';
  const offerView = offer ? presentOffer(offer, computation) : null;
  if (isAgreed && offer?.row.id !== offerId) {
    throw new Conflict('rate_changed', 'deposit_offer_changed', { params: { offer: offerView } });
  }
  const now = deps.now();
  await insertChoice(tx, { orderId: id, choice, offer: offer ? recordedOffer(offer, computation) : null, now });
  const details = { choice, net: offerView?.netAmount ?? null, currency: order.payoutCurrency };
  await recordAudit(tx, actor, 'deposit.chosen', { type: 'transaction', id }, details);
  if (choice === 'top_up') {
    await writeStage(tx, actor, [id], now);
    await publish(tx, { kind: 'deposit_changed', userId: actor.userId, quoteId: order.quoteId, orderId: id });
    return;
  }
  const by = { actor, acceptedBy: 'customer', reason: null };
  const { input, live } = computation;
  if (choice === 'refund') {
    const settlement = settle({ ...input, choice });
    await sendBack(tx, deps, order, { live, settlement }, by);
  } else if (offer) await accept(tx, deps, order, { live, settlement: offer.settlement }, by);
}

/** Ends an order without a payout and opens a refund of all its coins. Its transfers stay claimed. */
export async function sendBack(
  tx: Tx,
  deps: SettlementsDeps,
  order: LockedOrder<OpenStatus>,
  { settlement, live }: Pick<Computed, 'settlement' | 'live'>,
  { actor, acceptedBy, reason }: Acceptance<Actor>,
): Promise<void> {
  const now = deps.now();
  const { id } = order;
  const endReason = acceptedBy === 'customer' ? ('refund_asked' as const) : ('refund_decided' as const);
  if (live) await endSettlement(tx, actor, id, 'settled_anew', now);
  await insertSettlement(tx, id, settlement, { acceptedBy, reason, now });
  await deps.cancelPayout(tx, actor, id);
  const moveDependents = () => refundOfOrder(tx, deps, actor, { orderId: id, reason: reason ?? endReason });
  const record = {
    adminNotes: null,
    adminTransactionId: null,
    because: { reason: endReason, params: {} },
    moveDependents,
  };
  await moveOrder(tx, actor, order, 'failed', { ...record, now });
}

/** Presents a settlement. */
export const presentSettlement = (row: SettlementRow): SettlementView =>
  toWireRow(row, 'received', 'paidFor', 'rest', 'rate', 'gross', 'feePercent', 'fee', 'net');
