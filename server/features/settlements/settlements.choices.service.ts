import { createHash } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import {
  alreadyDecided,
  hasStatus,
  lockOrder,
  moveOrder,
  type LockedOrder,
} from '#server/features/orders/orders.service.ts';
import { listRefundsOf, refundOfOrder } from '#server/features/refunds/refunds.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval, ApprovalRequest, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import { requireInstallation } from '#server/installation/installation.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { onWire } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import type { DepositChoices } from '#shared/deposits/deposits.contract.ts';
import { inTimeUntil } from '#shared/deposits/deposits.terms.ts';
import { decimal, toText, toWire, zero } from '#shared/kernel/money.ts';
import { openStatuses, type OpenStatus } from '#shared/orders/orders.lifecycle.ts';
import type { SettlementView } from '#shared/orders/orders.settlement.ts';
import { choiceUntil, countedOf, customerChoices, type CustomerChoice } from '#shared/settlements/settlement.ts';
import {
  settlementInput,
  type SettlementRequest,
  type SettlementState,
} from '#shared/settlements/settlements.contract.ts';
import { computeSettlement, type Computed, type ComputeDeps } from './settlements.compute.service.ts';
import { insertChoice, insertSettlement, listSettlements, type SettlementRow } from './settlements.queries.ts';
import { accept, endSettlement, type SettleDeps } from './settlements.service.ts';

const notFound = () => new NotFound('order_not_found');
const unavailable = () => new Conflict('choice_unavailable', 'choice_unavailable');

/** What can be chosen about the deposit of an order, and what came of it; without an own address a refund alone. */
export async function depositChoicesOf(deps: ComputeDeps, db: Db, orderId: string): Promise<DepositChoices> {
  const [refund = null] = await listRefundsOf({ db }, orderId);
  const computed = await computeSettlement(deps, db, orderId);
  if (!computed) return { choices: [], offer: null, settlement: null, refund };
  const { live } = computed;
  const settlement = live ? presentSettlement(withoutTeam(live)) : null;
  return { choices: [...choicesOf(computed)], offer: offerOf(computed), settlement, refund };
}

/** A customer reads neither who of the team accepted it, nor why. */
function withoutTeam(row: SettlementRow): SettlementRow {
  const isOfTeam = row.acceptedBy !== 'rule' && row.acceptedBy !== 'customer';
  return { ...row, reason: null, ...(isOfTeam && { acceptedBy: 'desk' }) };
}

/** The open order under its lock. Refuses with not_found and already_decided. */
async function lockOpen(tx: Tx, id: string): Promise<LockedOrder<OpenStatus>> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound();
  if (!hasStatus(order, ...openStatuses)) throw alreadyDecided(order.status);
  return order;
}

type Chosen = { choice: CustomerChoice; offerId?: string | undefined };

/**
 * What a customer decides where too little or too late arrived. Refuses with choice_unavailable, already_decided, and
 * with rate_changed and the new offer where more has arrived since the one that was shown.
 */
export async function choose(deps: SettleDeps, tx: Tx, actor: Actor, id: string, { choice, offerId }: Chosen) {
  requireInstallation(deps);
  const seen = await lockOrder(tx, id);
  if (seen?.userId !== actor.userId) throw notFound();
  const order = await lockOpen(tx, id);
  const computed = await computeSettlement(deps, tx, id);
  if (!computed || !choicesOf(computed).includes(choice)) throw unavailable();
  const offer = offerOf(computed);
  const agrees = choice === 'take' || choice === 'accept_rate';
  if (agrees && offer?.offerId !== offerId) throw new Conflict('rate_changed', 'deposit_offer_changed', { offer });
  const now = deps.now();
  await insertChoice(tx, id, choice, JSON.stringify(offer), now);
  const details = { choice, net: offer?.netAmount ?? null };
  await recordAudit(tx, actor, 'deposit.chosen', { type: 'transaction', id }, details);
  if (choice === 'top_up') return;
  const settled = await computeSettlement(deps, tx, id, choice);
  if (!settled) throw notFound();
  const by = { acceptedBy: 'customer', reason: null };
  if (choice === 'refund') await sendBack(tx, deps, actor, order, settled, by);
  else await accept(tx, deps, actor, order, settled, by);
}

/** Ends an order without a payout; all that arrived is sent back. Its transfers stay claimed. */
async function sendBack(
  tx: Tx,
  deps: SettleDeps,
  actor: Actor,
  order: LockedOrder<OpenStatus>,
  { settlement, live }: Computed,
  by: { acceptedBy: string; reason: string | null },
): Promise<void> {
  const now = deps.now();
  const { id } = order;
  const because = by.acceptedBy === 'customer' ? ('refund_asked' as const) : ('refund_decided' as const);
  if (live) await endSettlement(tx, actor, id, 'settled_anew', now);
  await insertSettlement(tx, id, settlement, { ...by, now });
  const record = { adminNotes: null, adminTransactionId: null, because: { reason: because, params: {} } };
  await moveOrder(tx, actor, order, 'failed', { ...record, stage: 'refund_due' }, now);
  await refundOfOrder(tx, deps, actor, { orderId: id, reason: by.reason ?? because });
}

/** What the team sees of the settlement of a sale. Refuses with not_found for one without an own address. */
export async function readSettlement(deps: ComputeDeps & Pick<Platform, 'db'>, id: string): Promise<SettlementState> {
  const computed = await computeSettlement(deps, deps.db, id);
  if (!computed) throw notFound();
  return presentState(computed);
}

type TeamDeps = SettleDeps & Pick<Platform, 'fourEyes'>;

/**
 * The team decides what is paid for what arrived; with the rule of warned approvals a second member confirms it. Refuses with
 * own_case, already_decided, conflict and choice_unavailable.
 */
export async function decideSettlement(
  deps: TeamDeps,
  actor: Actor,
  id: string,
  { action, reason, version }: SettlementRequest,
  approval?: Approval,
): Promise<SettlementView | PendingApproval> {
  requireInstallation(deps);
  return deps.inTx(async (tx) => {
    const seen = await lockOrder(tx, id);
    if (!seen) throw notFound();
    assertNotOwnCase(actor, seen.userId);
    const order = await lockOpen(tx, id);
    if (order.version !== version) throw new Conflict('conflict', 'order_changed', { version: order.version });
    const before = await computeSettlement(deps, tx, id);
    if (!before?.isFinal || !teamChoices(before).includes(action)) throw unavailable();
    const computed = await computeSettlement(deps, tx, id, action);
    if (!computed) throw notFound();
    const request = requestOf(order, computed, { action, reason, version });
    const pending = await deps.fourEyes.pass(tx, actor, request, approval, deps.fourEyes.rules.warnedApproval);
    if (pending) return pending;
    const by = { acceptedBy: actor.userId, reason };
    if (action === 'refund') await sendBack(tx, deps, actor, order, computed, by);
    else await accept(tx, deps, actor, order, computed, by);
    if (action === 'cap' && computed.settlement.rest.gt(zero)) {
      await refundOfOrder(tx, deps, actor, { orderId: id, amount: toText(computed.settlement.rest), reason });
    }
    const [made] = await listSettlements(tx, id);
    if (!made) throw notFound();
    return presentSettlement(made);
  });
}

function requestOf(order: LockedOrder, { settlement, sale }: Computed, input: SettlementRequest): ApprovalRequest {
  const { id, userId, reference, version, stage } = order;
  const facts = {
    userId,
    reference,
    settlement: input.action,
    received: `${toText(settlement.received)} ${sale.symbol}`,
    payout: toText(settlement.net),
    currency: sale.currency,
    reason: input.reason,
  };
  return { kind: 'warned_approval', subjectId: id, facts, input: { settlement: input }, state: `${version} ${stage}` };
}

/** Whether a request of a second member is about a settlement. */
export const isAboutSettlement = ({ input }: Pick<Approval, 'input'>): boolean => 'settlement' in input;

/** Carries out the settlement that a second member has approved. */
export async function settleApproved(deps: TeamDeps, actor: Actor, approval: Approval): Promise<unknown> {
  const { settlement } = approval.input;
  return decideSettlement(deps, actor, approval.subjectId, settlementInput.parse(settlement), approval);
}

const presentSettlement = (row: SettlementRow): SettlementView =>
  onWire(row, 'received', 'paidFor', 'rest', 'rate', 'gross', 'feePercent', 'fee', 'net');

/** The choices that are the customer's now: only once nothing that arrived can change. */
function choicesOf({ settlement, isFinal, live, sale }: Computed): readonly CustomerChoice[] {
  if (settlement.asks !== 'customer' || !isFinal || live || sale.stage !== 'short') return [];
  return customerChoices.filter((choice) => settlement.choices.includes(choice));
}

/** What taking what arrived, or accepting the rate, comes to. It names the state it was made of: another arrival ends it. */
function offerOf(computed: Computed): DepositChoices['offer'] {
  const { settlement, sale, transfers, terms, policy } = computed;
  const choices = choicesOf(computed);
  const until = choiceUntil(countedOf(terms, transfers), policy);
  if (!until || !choices.some((choice) => choice === 'take' || choice === 'accept_rate')) return null;
  const figures = [sale.id, settlement.received, settlement.net].map((item) =>
    typeof item === 'string' ? item : toText(item),
  );
  return {
    offerId: createHash('sha256').update(figures.join(' ')).digest('hex').slice(0, 32),
    netAmount: toWire(settlement.net),
    currency: sale.currency,
    promisedNet: toWire(decimal(sale.promisedNet)),
    validUntil: until.toISOString(),
  };
}

/** What the team sees: what the rules come to, what was settled, and the transfers. */
function presentState(computed: Computed): SettlementState {
  const { settlement, live, history, rows, transfers, terms, policy, twoFit, isFinal } = computed;
  const until = inTimeUntil(terms, countedOf(terms, transfers), policy);
  const { parts, asks, outcome, choices: _, ...amounts } = settlement;
  const figures = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, toWire(value)]));
  return {
    computed: {
      ...(figures as Record<keyof typeof amounts, number>),
      outcome,
      parts: parts.map(({ amount, rate, kind }) => ({ amount: toWire(amount), rate: toWire(rate), kind })),
      asks: twoFit && asks === 'nobody' ? 'desk' : asks,
      choices: isFinal ? [...teamChoices(computed), ...choicesOf(computed)] : [],
    },
    live: live ? presentSettlement(live) : null,
    history: history.filter(({ voidedAt }) => voidedAt !== null).map(presentSettlement),
    transfers: transfers.map(({ id, amount, state, firstSeenAt, isFinal: isDeep, rateThen }, index) => ({
      id,
      txHash: rows[index]?.txHash ?? '',
      outIndex: rows[index]?.outIndex ?? 0,
      amount: toWire(amount),
      state,
      seenAt: firstSeenAt.toISOString(),
      isFinal: isDeep,
      isLate: firstSeenAt > until,
      rateThen: rateThen && toWire(rateThen),
    })),
  };
}

/** The actions of the team: what the rules leave to it, and a transfer that another sale fits as well. */
function teamChoices({ settlement, twoFit, live }: Computed) {
  if (settlement.asks === 'desk') return settlement.choices;
  return twoFit && !live && settlement.asks === 'nobody' ? (['accept', 'refund'] as const) : [];
}
