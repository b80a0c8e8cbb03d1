import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
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
import { inTimeUntil, isInTime } from '#shared/deposits/deposits.terms.ts';
import { decimal, toText, toWire, zero } from '#shared/kernel/money.ts';
import { openStatuses, type OpenStatus } from '#shared/orders/orders.lifecycle.ts';
import type { SettlementView } from '#shared/orders/orders.settlement.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import { countedOf, teamActions, type CustomerChoice, type TeamAction } from '#shared/settlements/settlement.terms.ts';
import { offerFor, settle, type Settlement } from '#shared/settlements/settlement.ts';
import {
  settlementInput,
  type SettlementRequest,
  type SettlementState,
} from '#shared/settlements/settlements.contract.ts';
import { computeSettlement, type Computed, type ComputeDeps } from './settlements.compute.service.ts';
import {
  choicesOf,
  currentOffer,
  offerMs,
  presentOffer,
  recordedOffer,
  standingOffer,
  type StandingOffer,
} from './settlements.offers.service.ts';
import { insertChoice, insertSettlement, listSettlements, type SettlementRow } from './settlements.queries.ts';
import { accept, endSettlement, type SettleDeps } from './settlements.service.ts';

const notFound = () => new NotFound('order_not_found');
const unavailable = () => new Conflict('choice_unavailable', 'choice_unavailable');

type ChoiceDeps = ComputeDeps & Pick<Platform, 'db' | 'inTx'>;

/** What can be chosen about the deposit of an order, and what came of it; without an own address a refund alone. */
export async function depositChoicesOf(deps: ChoiceDeps, orderId: string): Promise<DepositChoices> {
  const { db } = deps;
  const [refund = null] = await listRefundsOf({ db }, orderId);
  const computed = await computeSettlement(deps, db, orderId);
  if (!computed) return { choices: [], offer: null, settlement: null, refund };
  const { live } = computed;
  const settlement = live ? presentSettlement(withoutTeam(live)) : null;
  const offer = await currentOffer(deps, db, computed);
  const choices = [...choicesOf(computed, offer)];
  return { choices, offer: offer ? presentOffer(offer, computed) : null, settlement, refund };
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
 * What a customer decides where too little or too late arrived, by the offer that stood `at` a moment. Refuses with
 * choice_unavailable, already_decided, and with rate_changed and the offer that stands where another one was meant.
 */
export async function choose(
  deps: SettleDeps,
  tx: Tx,
  actor: Actor,
  { id, at }: { id: string; at: Date },
  { choice, offerId }: Chosen,
) {
  requireInstallation(deps);
  const seen = await lockOrder(tx, id);
  if (seen?.userId !== actor.userId) throw notFound();
  const order = await lockOpen(tx, id);
  const computed = await computeSettlement(deps, tx, id, tx);
  if (!computed) throw unavailable();
  const offer = await standingOffer(tx, computed, at);
  if (!choicesOf(computed, offer).includes(choice)) throw unavailable();
  const agrees = choice === 'take' || choice === 'accept_rate';
  const shown = offer ? presentOffer(offer, computed) : null;
  if (agrees && offer?.row.id !== offerId) {
    throw new Conflict('rate_changed', 'deposit_offer_changed', { params: { offer: shown } });
  }
  const now = deps.now();
  await insertChoice(tx, id, choice, offer ? recordedOffer(offer, computed) : 'null', now);
  const details = { choice, net: shown?.netAmount ?? null };
  await recordAudit(tx, actor, 'deposit.chosen', { type: 'transaction', id }, details);
  if (choice === 'top_up') return;
  const by = { acceptedBy: 'customer', reason: null };
  const { input, live } = computed;
  if (choice === 'refund') {
    const settlement = settle({ ...input, choice });
    await sendBack(tx, deps, actor, order, { live, settlement }, by);
  } else if (offer) await accept(tx, deps, actor, order, { live, settlement: offer.settlement }, by);
}

/** Ends an order without a payout; all that arrived is sent back. Its transfers stay claimed. */
async function sendBack(
  tx: Tx,
  deps: SettleDeps,
  actor: Actor,
  order: LockedOrder<OpenStatus>,
  { settlement, live }: Pick<Computed, 'settlement' | 'live'>,
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
  return presentState(computed, await standingOffer(deps.db, computed, computed.input.now));
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
    const before = atShownRate(await computeSettlement(deps, tx, id, tx), approval);
    const settlement = before?.isFinal ? teamChoices(before).find((item) => item.action === action) : undefined;
    if (!before || !settlement) throw unavailable();
    const computed = { ...before, ...settlement };
    const request = requestOf(order, computed, { action, reason, version }, approval);
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

/** What a second member was shown is priced as an offer is: its rate stands as long, or each new price would end it. */
const shownRate = z.object({ rate: z.string(), until: z.coerce.date() });

function atShownRate(computed: Computed | undefined, approval: Approval | undefined): Computed | undefined {
  const shown = shownRate.safeParse(approval?.input.shown).data;
  if (!computed || !shown || shown.until <= computed.input.now) return computed;
  return { ...computed, input: { ...computed.input, rateNow: decimal(shown.rate) } };
}

function requestOf(
  order: LockedOrder,
  computed: Computed,
  asked: SettlementRequest,
  approval: Approval | undefined,
): ApprovalRequest {
  const { settlement, sale } = computed;
  const { rateNow, now } = computed.input;
  const isMoving = isOffered(asked.action) && rateNow !== null;
  const shown = isMoving && { rate: toText(rateNow), until: new Date(now.getTime() + offerMs).toISOString() };
  const { id, userId, reference, version, stage } = order;
  const facts = {
    userId,
    reference,
    settlement: asked.action,
    received: `${toText(settlement.received)} ${sale.symbol}`,
    payout: toText(settlement.net),
    currency: sale.currency,
    reason: asked.reason,
  };
  const input = approval?.input ?? { settlement: asked, ...(shown && { shown }) };
  return { kind: 'warned_approval', subjectId: id, facts, input, state: `${version} ${stage}` };
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

/**
 * The actions of the team and what each comes to: what the rules leave to it, a transfer that another sale may be meant
 * by, and what came later than a sale that is settled. None of them lowers what was settled.
 */
function teamChoices(computed: Computed): readonly { action: TeamAction; settlement: Settlement }[] {
  const { settlement, input, twoFit, live, sale } = computed;
  if (!isDepositStage(sale.stage)) return [];
  const isAsked = settlement.asks === 'desk' || (settlement.asks === 'nobody' && settlement.held.gt(zero));
  const actions = isAsked ? settlement.choices : twoFit ? (['accept', 'refund'] as const) : [];
  const figures = teamActions
    .filter((action) => actions.includes(action))
    .flatMap((action) => {
      const figure = isOffered(action) ? offerFor(input, action) : settle({ ...input, choice: action });
      return figure ? [{ action, settlement: figure }] : [];
    });
  if (!live) return figures;
  // What a person decided about this much stays decided.
  if (live.acceptedBy !== 'rule' && decimal(live.received).eq(settlement.received)) return [];
  return figures.filter(({ settlement: figure }) => figure.net.gt(decimal(live.net)));
}

/** At the lower of each part's rate and that of now; every other action pays what the parts were worth. */
const isOffered = (action: TeamAction): boolean => action === 'take' || action === 'take_at_today';

/** What the team sees: what the rules come to, what was settled, and the transfers. */
function presentState(computed: Computed, offer: StandingOffer | undefined): SettlementState {
  const { settlement, live, history, transfers, input, isFinal } = computed;
  const { terms, policy, now } = input;
  const until = inTimeUntil(terms, countedOf(terms, input.transfers), policy, now);
  const { outcome, parts, asks, choices: _choices, isEnough: _isEnough, ...amounts } = settlement;
  const decisions = isFinal ? teamChoices(computed) : [];
  const figures = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, toWire(value)]));
  return {
    computed: {
      ...(figures as Record<keyof typeof amounts, number>),
      outcome,
      parts: parts.map(({ amount, rate, kind }) => ({ amount: toWire(amount), rate: toWire(rate), kind })),
      asks: decisions.length > 0 ? 'desk' : asks,
      choices: [...decisions.map(({ action }) => action), ...choicesOf(computed, offer)],
    },
    decisions: decisions.map(({ action, settlement: figure }) => ({ action, net: toWire(figure.net) })),
    live: live ? presentSettlement(live) : null,
    history: history.filter(({ voidedAt }) => voidedAt !== null).map(presentSettlement),
    transfers: transfers.map((item) => ({
      id: item.id,
      txHash: item.txHash,
      outIndex: item.outIndex,
      amount: toWire(item.amount),
      state: item.state,
      seenAt: item.firstSeenAt.toISOString(),
      isFinal: item.isFinal,
      isLate: !isInTime(item, until, policy, now),
      rateThen: item.rateThen && toWire(item.rateThen),
    })),
  };
}
