import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { act, type ActionRow } from '#server/features/audit/audit.actions.service.ts';
import { bookClaims } from '#server/features/deposits/deposits.claims.service.ts';
import { payeeDetails } from '#server/features/orders/decide/orders.requirements.service.ts';
import { alreadyDecided, lockOrder, type LockedOrder } from '#server/features/orders/orders.service.ts';
import { refundOfOrder } from '#server/features/refunds/refunds.service.ts';
import { seenValues, type Call } from '#server/http/guards/four-eyes.ts';
import { assertInstallation } from '#server/installation/installation.ts';
import { Conflict, Invalid, NotFound } from '#server/lib/refusal.ts';
import { inTimeUntil, isInTime } from '#shared/deposits/deposits.terms.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, none, rateOf, toText, toWire } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { keysOf, recordOf } from '#shared/kernel/records.ts';
import type { SettlementView } from '#shared/orders/orders.settlement.ts';
import { isDepositStage, offerMs } from '#shared/orders/orders.stages.ts';
import { choiceUntil, countedOf, teamActions, type TeamAction } from '#shared/settlements/settlement.terms.ts';
import { offerFor, settle, type Settlement } from '#shared/settlements/settlement.ts';
import * as contract from '#shared/settlements/settlements.contract.ts';
import type { SettlementState } from '#shared/settlements/settlements.contract.ts';
import { notFound, presentSettlement, requireOpen, sendBack, unavailable } from './settlements.choices.service.ts';
import { claimNamed, noteRates } from './settlements.claims.queries.ts';
import { computeSettlement, isFree, type Computed } from './settlements.compute.service.ts';
import { choicesOf, standingOffer, type StandingOffer } from './settlements.offers.service.ts';
import type { SettlementsDeps } from './settlements.ports.ts';
import { listSettlements } from './settlements.queries.ts';
import { accept } from './settlements.service.ts';
import { lockTransfers } from './settlements.shared.queries.ts';

/**
 * Presents the settlement of a sale to the team; at a shared address, of the named transfers. Refuses with
 * not_found, also for an exchange.
 */
export async function readSettlement(
  deps: SettlementsDeps,
  id: Id<'order'>,
  named: readonly string[] = [],
): Promise<SettlementState> {
  const computation = await computeSettlement(deps, deps.db, id, { named });
  if (!computation) throw notFound();
  return presentState(computation, await standingOffer(deps.db, computation, computation.input.now));
}

/** Open orders, with the settlement that stands. */
const orderRow: ActionRow<SettlementsDeps, LockedOrder, SettlementView, { id: Id<'order'> }> = {
  lock: (tx, { id }) => lockOrder(tx, id),
  missing: 'order_not_found',
  ownersOf: ({ userId }) => [userId],
  state: { of: ({ status }) => status, decided: ({ status }) => alreadyDecided(status) },
  version: { of: ({ version }) => version, changed: 'order_changed' },
  present: async ({ id }, { tx }) => {
    const [newestSettlement] = await listSettlements(tx, id);
    if (!newestSettlement) throw notFound();
    return presentSettlement(newestSettlement);
  },
};

/**
 * The team decides which amount is paid for the coins that arrived; with the rule of warned approvals a second member
 * confirms it. Refuses with payout_batched and choice_unavailable too.
 */
export const makeSettlement = act(contract.makeSettlement, orderRow, {
  check: async ({ tx, deps, row: { id }, body: { action, transferIds }, approved }) => {
    assertInstallation(deps);
    await deps.assertNotBeingPaid(tx, id);
    await lockTransfers(tx, { ids: transferIds ?? [] });
    const computation = await computeSettlement(deps, tx, id, { writing: tx, named: transferIds ?? [] });
    const shownComputation = atShownRate(computation, approved);
    if (shownComputation) assertNamed(shownComputation, transferIds);
    const settlement = shownComputation?.isFinal
      ? teamChoices(shownComputation).find((item) => item.action === action)
      : undefined;
    if (!shownComputation || !settlement) throw unavailable();
    return { ...shownComputation, ...settlement };
  },
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.warnedApproval,
    details: ({ row, body: { action, reason }, checked: { settlement, sale } }) => ({
      userId: row.userId,
      reference: row.reference,
      ...payeeDetails.parse(row.paymentDetails),
      settlement: action,
      received: `${toText(settlement.received)} ${sale.symbol}`,
      ...(settlement.missing.gt(none.coin) && { missing: `${toText(settlement.missing)} ${sale.symbol}` }),
      ...(settlement.surplus.gt(none.coin) && { surplus: `${toText(settlement.surplus)} ${sale.symbol}` }),
      ...(action === 'cap' && settlement.rest.gt(none.coin) && { rest: `${toText(settlement.rest)} ${sale.symbol}` }),
      agreed: toText(decimal(sale.promisedNet)),
      payout: toText(settlement.net),
      currency: sale.currency,
      reason,
    }),
    more: ({ row: { version, stage }, checked, approved }) => {
      const approvedRate = approved ? shownRate.of(approved) : shownTo(checked);
      return { state: `${version} ${stage}`, ...(approvedRate && { seen: shownRate.stored(approvedRate) }) };
    },
  },
  apply: async ({ tx, deps, actor, row, body: { action, reason, transferIds }, now, checked }) => {
    const { id } = row;
    if (transferIds) await claimAsNamed(tx, checked, transferIds);
    // The sale claims coins again that left their block and came back.
    await bookClaims(tx, id, { at: now, actorId: actor.userId });
    const by = { actor, acceptedBy: actor.userId, reason };
    if (action === 'refund') await sendBack(tx, deps, requireOpen(row), checked, by);
    else await accept(tx, deps, row, checked, by);
    const { rest } = checked.settlement;
    if (action === 'cap' && rest.gt(none.coin))
      await refundOfOrder(tx, deps, actor, { orderId: id, amount: toText(rest), reason });
    // The settlement and the end of its order make their own audit entries, for a member and a rule alike.
    return { row, entries: [] };
  },
});

/** Refuses names at an own address, none at a shared one, and what another order, refund or decision has. */
function assertNamed({ sale, nameable }: Computed, namedIds: readonly Id<'transfer'>[] | undefined): void {
  if (sale.leaseId !== null) {
    if (namedIds) throw unavailable();
    return;
  }
  if (!namedIds && !nameable.some(({ isClaimed }) => isClaimed)) {
    throw new Invalid('invalid_input', 'transfers_required', { fields: { transferIds: 'transfers_required' } });
  }
  for (const id of namedIds ?? []) {
    const item = nameable.find((row) => row.id === id);
    if (!item) throw new NotFound('transfer_not_found');
    if (isFree(item)) continue;
    const { coveredBy: reference } = item;
    if (reference === null) throw new Conflict('conflict', 'transfer_decided');
    throw new Conflict('conflict', reasonWith('transfer_of_order', { reference }));
  }
}

/** Naming a transfer claims it: the transfers are this sale's, at the rates that are known for them. */
async function claimAsNamed(
  tx: Tx,
  { sale, input, nameable }: Computed,
  namedIds: readonly Id<'transfer'>[],
): Promise<void> {
  const { now, rateNow } = input;
  const ids = nameable.filter(({ id, isClaimed }) => namedIds.includes(id) && !isClaimed).map(({ id }) => id);
  const claimedTransfers = await claimNamed(tx, { orderId: sale.id, ids, now });
  if (claimedTransfers.length < ids.length) throw new Conflict('conflict', 'transfer_decided');
  await noteRates(tx, { orderId: sale.id, rate: rateNow && toText(rateNow), now });
}

/** A request to a second member is priced like an offer: its rate stands as long, or each new price would end it. */
const shownRate = seenValues(z.object({ rate: z.string(), until: z.coerce.date() }));

function atShownRate(computation: Computed | undefined, approvedCall: Call['approved']): Computed | undefined {
  const approvedRate = shownRate.of(approvedCall);
  if (!computation || !approvedRate || approvedRate.until <= computation.input.now) return computation;
  return { ...computation, input: { ...computation.input, rateNow: rateOf('coin', 'payout', approvedRate.rate) } };
}

function shownTo({ action, input: { rateNow, now } }: Computed & { action: TeamAction }) {
  if (!isOffered(action) || rateNow === null) return undefined;
  return { rate: toText(rateNow), until: new Date(now.getTime() + offerMs) };
}

/**
 * Returns the actions that the team may take and the amounts of each: those that the rules leave to it, for a transfer
 * that may be meant for another sale, and for coins that came after the sale was settled. None of them lowers a settled
 * amount.
 */
function teamChoices(computation: Computed): readonly { action: TeamAction; settlement: Settlement }[] {
  const { settlement, input, twoFit, live, sale } = computation;
  const isShared = sale.leaseId === null;
  if (!isDepositStage(sale.stage) && !(isShared && sale.stage === 'by_hand')) return [];
  const isAsked = settlement.asks === 'desk' || (settlement.asks === 'nobody' && settlement.held.gt(none.coin));
  const actions = isAsked ? settlement.choices : twoFit ? (['accept', 'refund'] as const) : [];
  const figures = teamActions
    .filter((action) => actions.includes(action))
    .flatMap((action) => {
      const atOffer = isOffered(action) && !(isShared && settlement.isEnough);
      const figure = atOffer ? offerFor(input, action) : settle({ ...input, choice: action });
      return figure && (!isShared || figure.asks === 'nobody') ? [{ action, settlement: figure }] : [];
    });
  if (!live) return figures;
  // A member's decision about this amount still holds.
  if (live.acceptedBy !== 'rule' && settlement.received.eq(amountOf('coin', live.received, sale.coinId))) return [];
  return figures.filter(({ settlement: figure }) => figure.net.gt(amountOf('payout', live.net, sale.currency)));
}

/** Pays each part at the lower of its rate and the present one; every other action pays the value at arrival. */
const isOffered = (action: TeamAction): boolean => action === 'take' || action === 'take_at_today';

/** View of the team: the result of the rules, the settlement that stands, and the transfers. */
function presentState(computation: Computed, offer: StandingOffer | undefined): SettlementState {
  const { sale, settlement, live, history, input, isFinal, shown } = computation;
  const { terms, transfers, policy, now } = input;
  const until = inTimeUntil(terms, countedOf(terms, transfers), policy, now);
  const { outcome, parts, asks, choices: _choices, isEnough: _isEnough, ...amounts } = settlement;
  const decisions = isFinal ? teamChoices(computation) : [];
  return {
    computed: {
      ...recordOf(keysOf(amounts), (name) => toWire(amounts[name])),
      outcome,
      parts: parts.map(({ amount, rate, kind }) => ({ amount: toWire(amount), rate: toWire(rate), kind })),
      asks: decisions.length > 0 ? 'desk' : sale.leaseId === null ? 'nobody' : asks,
      choices: [...decisions.map(({ action }) => action), ...choicesOf(computation, offer)],
    },
    decisions: decisions.map(({ action, settlement: { net, rest } }) => ({
      action,
      net: toWire(net),
      rest: toWire(rest),
    })),
    choiceUntil: choiceUntil(countedOf(terms, transfers), policy)?.toISOString() ?? null,
    live: live ? presentSettlement(live) : null,
    history: history.filter(({ voidedAt }) => voidedAt !== null).map(presentSettlement),
    transfers: shown.map((item) => ({
      id: item.id,
      txHash: item.txHash,
      outIndex: item.outIndex,
      amount: toWire(item.amount),
      isNamed: item.isNamed,
      state: item.state,
      seenAt: item.firstSeenAt.toISOString(),
      isFinal: item.isFinal,
      isLate: !isInTime(item, until, policy, now),
      rateThen: item.rateThen && toWire(item.rateThen),
    })),
  };
}
