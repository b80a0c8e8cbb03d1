import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import { balancesOf, standingEntry } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import type { RemovedTransfer } from '#server/features/chains/chains.ports.ts';
import { bookClaims } from '#server/features/deposits/deposits.claims.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import { unitOf } from '#server/features/orders/orders.book.service.ts';
import {
  hasStatus,
  lockOrder,
  proveByDeposit,
  writeStage,
  type LockedOrder,
  type Mover,
} from '#server/features/orders/orders.service.ts';
import { clockText } from '#server/lib/clock-text.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Platform } from '#server/platform.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import { reversalOf, settlementPosting, type Author } from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, toText } from '#shared/kernel/money.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { AskedParty } from '#shared/orders/orders.stage.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { choiceUntil, countedOf } from '#shared/settlements/settlement.terms.ts';
import { offerFor, type Settlement } from '#shared/settlements/settlement.ts';
import { claimArrivals } from './settlements.claims.queries.ts';
import { computeSettlement, type Computed } from './settlements.compute.service.ts';
import type { PayoutsOfSettlements, SettlementsDeps } from './settlements.ports.ts';
import * as queries from './settlements.queries.ts';
import { findOwnSale } from './settlements.sales.queries.ts';

export { exportSettlementsPersonalData } from './settlements.queries.ts';

/** Settles the open sales with own addresses of these chains, each in its own transaction. */
export async function settleChains(deps: SettlementsDeps, chains: readonly ChainName[]): Promise<void> {
  for (const { id } of await queries.listToSettle(deps.db, { coinIds: chains.flatMap(coinsOfChain) })) {
    await deps
      .inTx((tx) => settleOrder(tx, deps, id))
      .catch((error: unknown) => {
        deps.log.error({ order: id, ...describeError(error) }, 'a sale could not be settled');
      });
  }
}

/**
 * Updates stage and settlement of a sale to the coins that arrived. While transfers can still change, only the stage
 * is written; a choice or decision stays as long as its coins are unchanged.
 */
export async function settleOrder(tx: Tx, deps: SettlementsDeps, orderId: Id<'order'>): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || !hasStatus(order, ...openStatuses)) return;
  // An approved order stays as it was settled.
  if (!isDepositStage(order.stage)) return;
  const now = deps.now();
  const ownSale = await findOwnSale(tx, { id: orderId });
  if (!ownSale) return;
  await claimArrivals(tx, ownSale, now);
  await bookClaims(tx, orderId, { at: now, actorId: null });
  const computedSettlement = await computeSettlement(deps, tx, orderId, { writing: tx });
  if (!computedSettlement) return;
  const { settlement, live, isFinal, twoFit, sale } = computedSettlement;
  const isSame = live !== undefined && settlement.received.eq(amountOf('coin', live.received, sale.coinId));
  if (isFinal && isSame && (settlement.asks === 'nobody' || live.acceptedBy !== 'rule')) return;
  if (settlement.outcome === 'reorganised') return ask(tx, deps, order, computedSettlement, 'team');
  const result = settlementNow(computedSettlement);
  if (result && (!live || result.net.gt(amountOf('payout', live.net, sale.currency)))) {
    const by = computedSettlement.input.choice === null ? 'rule' : 'customer';
    return accept(tx, deps, order, { live, settlement: result }, { actor: 'system', acceptedBy: by, reason: null });
  }
  // A valid settlement changes by later coins only if they add value; the team may still pay the settled amount.
  if (live) return;
  if (!isFinal) return order.stage === 'confirming' ? undefined : updateStage(tx, 'system', order, null, now);
  await ask(tx, deps, order, computedSettlement, settlement.asks === 'desk' || twoFit ? 'team' : 'customer');
}

/**
 * Settles without a decision: all deposits if none can still change or is meant for another sale, or those that
 * came in time where that alone is enough.
 */
function settlementNow({ settlement, sure, isFinal, twoFit }: Computed): Settlement | undefined {
  if (isFinal && !twoFit) return settlement.asks === 'nobody' ? settlement : undefined;
  return sure.isEnough && sure.asks === 'nobody' ? sure : undefined;
}

/** Notes who is asked, or that no one is any more, and writes the stage that follows. */
async function updateStage(
  tx: Tx,
  mover: Mover,
  order: LockedOrder,
  askedParty: AskedParty | null,
  now: Date,
): Promise<void> {
  await queries.setAsked(tx, order.id, askedParty, now);
  const changedIds = await writeStage(tx, mover, [order.id], now);
  if (changedIds.length === 0) return;
  const { id, reference, userId, quoteId } = order;
  if (askedParty === 'team') {
    const by = mover === 'system' ? null : mover.userId;
    await notifyTeam(tx, { template: 'order_question_notice', data: { id, reference }, by, about: userId });
  }
  await publish(tx, { kind: 'deposit_changed', userId, quoteId, orderId: id });
}

const stageAt = { customer: 'short', team: 'question' } as const;

/** Leaves it to the customer or the team, who is mailed when the question or its figures are new. */
async function ask(
  tx: Tx,
  deps: SettlementsDeps,
  order: LockedOrder,
  { settlement, sale, live, input }: Computed,
  askedParty: AskedParty,
): Promise<void> {
  const now = deps.now();
  if (live) await endSettlement(tx, 'system', order.id, settlement.outcome, now);
  if (order.stage === stageAt[askedParty]) return;
  await updateStage(tx, 'system', order, askedParty, now);
  if (sale.email === null) return;
  const { userId, email, language, firstName, country, symbol, currency, reference } = sale;
  const until = choiceUntil(countedOf(input.terms, input.transfers), input.policy);
  const to = { userId, email, language };
  const amount = (text: string, unit: string) => amountText(text, unit, language);
  const data = {
    firstName,
    reference,
    path: `/transactions?tx=${order.id}`,
    received: amount(toText(settlement.received), symbol),
    missing: amount(toText(settlement.missing), symbol),
    agreed: amount(sale.promisedNet, currency),
    wanted: amount(toText(input.terms.amount), symbol),
    until: until && askedParty === 'customer' ? clockText(until, { language, country }) : '',
    // The button shows this amount: no more than the current value.
    offered: amount(toText((offerFor(input, 'accept_rate') ?? settlement).net), currency),
  };
  const isLate = settlement.outcome === 'late';
  const template = askedParty === 'team' ? 'deposit_question' : isLate ? 'deposit_late' : 'deposit_short';
  await sendMail(tx, { template, to, data });
}

/** Voids the live settlement of an order, whose transfers have changed: nothing is owed for it. */
export async function endSettlement(tx: Tx, actor: Mover, id: Id<'order'>, reason: string, now: Date) {
  await voidRow(tx, actor, id, reason, now);
  await endOwed(tx, actor, id, now);
}

/** Takes back that an order is paid for, unless the money has left. */
async function endOwed(tx: Tx, actor: Mover, id: Id<'order'>, now: Date): Promise<void> {
  if (await isOwed(tx, id))
    await post(tx, [reversalOf('settled', id, { at: now, actorId: actor === 'system' ? null : actor.userId })]);
}

/** True if the money that a settlement owes is in no payment, and not sent. */
async function isOwed(tx: Tx, orderId: Id<'order'>): Promise<boolean> {
  const entry = await standingEntry(tx, { kind: 'settled', subject: orderId });
  const owedLine = entry?.lines.find(({ to }) => to.kind === 'owed');
  if (!entry || !owedLine) return entry !== undefined;
  return (await balancesOf(tx, [owedLine.to])).of(owedLine.to).gte(bookedOf(owedLine.amount, owedLine.to.unit));
}

/** Enters the money owed for the coins that arrived, in place of the settlement before. */
async function bookSettled(tx: Tx, order: LockedOrder, { parts, fee, net }: Settlement, by: Author): Promise<void> {
  const { id: orderId, payoutCurrency: currency } = order;
  const amounts = { parts: parts.map(({ amount }) => toText(amount)), net: toText(net), fee: toText(fee) };
  const standingSettlement = await standingEntry(tx, { kind: 'settled', subject: orderId });
  const reversals = standingSettlement ? [reversalOf('settled', orderId, by)] : [];
  await post(tx, [...reversals, settlementPosting({ orderId, unit: unitOf(order), currency, ...amounts }, by)]);
}

async function voidRow(tx: Tx, actor: Mover, id: Id<'order'>, reason: string, now: Date) {
  await queries.voidSettlement(tx, { orderId: id, reason, now });
  await recordAudit(tx, actor, 'settlement.voided', { type: 'transaction', id }, { reason });
}

/** The acting session that accepts a settlement, and the name that the row stores (a user, `customer` or `rule`). */
export type Acceptance<Author extends Mover = Mover> = { actor: Author; acceptedBy: string; reason: string | null };

/** Writes the settlement of an order and books it; from now on the sale can be decided. */
export async function accept(
  tx: Tx,
  deps: SettlementsDeps,
  order: LockedOrder,
  { settlement, live }: Pick<Computed, 'settlement' | 'live'>,
  { actor, acceptedBy, reason }: Acceptance,
): Promise<void> {
  const now = deps.now();
  const { id, userId } = order;
  if (live) await voidRow(tx, actor, id, 'settled_anew', now);
  await queries.insertSettlement(tx, id, settlement, { acceptedBy, reason, now });
  await bookSettled(tx, order, settlement, { at: now, actorId: actor === 'system' ? null : actor.userId });
  await deps.resumeReorganised(tx, id, toText(settlement.net));
  const { outcome, received, paidFor, net } = settlement;
  const figures = { received: toText(received), paidFor: toText(paidFor), net: toText(net) };
  const units = { coin: order.cryptoId, currency: order.payoutCurrency };
  const details = { outcome, ...figures, ...units, reason: textAbout(userId, reason) };
  await recordAudit(tx, actor, 'settlement.made', { type: 'transaction', id }, details);
  await updateStage(tx, actor, order, null, now);
  await proveByDeposit(tx, actor, order, now);
  await publish(tx, { kind: 'deposit_changed', userId, quoteId: order.quoteId, orderId: id });
}

/**
 * Voids the settlements and approvals of open sales whose transfers a reorganisation removed, so that nothing is paid
 * until a member has checked. Money that was released already stays released: the coins are lost.
 */
export async function voidReorganised(
  tx: Tx,
  deps: Pick<Platform, 'now'> & Pick<PayoutsOfSettlements, 'holdReorganised'>,
  removedTransfers: readonly RemovedTransfer[],
) {
  if (removedTransfers.length === 0) return;
  const now = deps.now();
  const ids = removedTransfers.map(({ id }) => id);
  const settledIds = await queries.listSettledBy(tx, ids);
  const isSettled = new Set(settledIds);
  const approvedOrders = await queries.listApprovedBy(tx, { transferIds: ids });
  for (const orderId of [...settledIds, ...approvedOrders.map(({ id }) => id)].toSorted()) {
    const payout = await deps.holdReorganised(tx, orderId);
    const order = await lockOrder(tx, orderId);
    if (!order || !hasStatus(order, ...openStatuses) || payout === 'paid') continue;
    if (isSettled.has(orderId)) await endSettlement(tx, 'system', orderId, 'reorganised', now);
    else await endOwed(tx, 'system', orderId, now);
    await updateStage(tx, 'system', order, 'team', now);
  }
}
