import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { post } from '#server/features/book/book.service.ts';
import { approverOf } from '#server/features/orders/decide/orders.approving.service.ts';
import { approveWaiting, type WaitingDecision } from '#server/features/orders/decide/orders.decisions.service.ts';
import { orderNotFound } from '#server/features/orders/list/orders.lists.service.ts';
import { lockOrder, withOrderAlarm, type LockedOrder } from '#server/features/orders/orders.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { PendingApproval, type Call } from '#server/http/guards/four-eyes.ts';
import { assertNotOwnCase } from '#server/http/guards/guard.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { Conflict, Invalid } from '#server/lib/refusal.ts';
import * as book from '#shared/book/book.postings.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, none, toText } from '#shared/kernel/money.ts';
import type { approveForPayout, PayoutView } from '#shared/payouts/payouts.contract.ts';
import { minorText, moneyIn } from '#shared/payouts/payouts.money.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import { extraTotalUsd } from './batches/payouts.sums.ts';
import { lockPayoutOfOrder, type PayoutRow } from './list/payouts.list.queries.ts';
import { payoutView } from './list/payouts.list.service.ts';
import { moneyText, payeeOf } from './list/payouts.present.ts';
import { queuePayoutMails } from './payouts.mail.ts';
import type { PayoutsDeps } from './payouts.ports.ts';
import { insertPayout, readNextNumbers } from './payouts.queries.ts';
import { approveAgain, isApprovedAgain } from './payouts.reorganised.service.ts';
import { auditedPayout, payoutSubject, lockCompletedPayout } from './payouts.service.ts';

type Body = BodyOf<typeof approveForPayout>;
type Result = PayoutView | PendingApproval;

/** Approves an order whose payout waits for a batch, or adds a second payment to a completed one. */
export async function approvePayout(
  deps: PayoutsDeps,
  actor: Actor,
  id: Id<'order'>,
  { body, call }: { body: Body; call: Call },
  idempotency: Idempotency<Result>,
): Promise<Outcome<Result>> {
  // Prices are read before rows are locked: members who wait for those may hold every other connection.
  await deps.rates();
  if (body.kind === 'order') await deps.deposits.reread(id);
  const work = (tx: Tx) =>
    body.kind === 'extra'
      ? addExtra(tx, deps, actor, id, { ...body, call })
      : approveOrder(tx, deps, actor, { ...body, id, call });
  return withOrderAlarm(deps, id, idempotency.run(work));
}

/**
 * Approves an order whose payout waits for a batch, in the transaction of the caller. Refuses with payout_exists for an
 * order that has one, and as `approveWaiting` does.
 */
export async function approveOrder(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  decision: WaitingDecision,
): Promise<Result> {
  let knownPayout: PayoutRow | undefined;
  const approver = approverOf(decision.call, actor);
  const assertCanPay = async ({ id, stage, netToPay }: LockedOrder) => {
    knownPayout = await lockPayoutOfOrder(tx, id);
    // Coins that a reorganisation removed and that came again are approved again, and paid for once.
    const isAgain = knownPayout && stage === 'confirmed' && isApprovedAgain(knownPayout, netToPay);
    if (knownPayout && !isAgain) throw new Conflict('payout_exists', 'payout_exists');
  };
  const moveDependents = async (order: LockedOrder) => {
    const { id: orderId, netToPay, payoutCurrency: currency, paymentDetails: details } = order;
    const now = deps.now();
    if (knownPayout) return approveAgain(tx, actor, knownPayout, { approver, now });
    const seq = (await readNextNumbers(tx, [orderId])).get(orderId)?.seq ?? 1;
    const terms = { orderId, kind: 'order', seq, amount: moneyText(netToPay, currency), currency, details } as const;
    await insertPayout(tx, { ...terms, state: 'due', approvedBy: approver.userId, now });
  };
  const order = await approveWaiting(tx, deps, actor, decision, { assertCanPay, moveDependents });
  if (order instanceof PendingApproval) return order;
  const payout = await lockPayoutOfOrder(tx, order.id);
  if (!payout) throw new Error('The payout was not written.');
  const { id, currency } = payout;
  const audited = { ...auditedPayout(payout), amount: moneyText(payout.amount, currency), currency };
  await recordAudit(tx, actor, 'payout.due', payoutSubject(payout), audited);
  await publish(tx, { kind: 'payouts_changed' });
  return payoutView(tx, deps, id);
}

type Extra = { amount: string; note: string; call: Call };

/**
 * A second payment after the end, at most as much as the first; above the limit of the day a second member approves it.
 */
async function addExtra(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  orderId: Id<'order'>,
  { amount: askedAmount, note, call }: Extra,
): Promise<Result> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw orderNotFound();
  assertNotOwnCase(actor, order.userId);
  if (order.status !== 'completed') throw new Conflict('conflict', 'payout_extra_too_early');
  const { payoutCurrency: currency, netToPay, userId } = order;
  const now = deps.now();
  const firstPayout = await lockCompletedPayout(tx, order, now);
  const sum = moneyIn(askedAmount, currency);
  const decimals = askedAmount.split('.')[1]?.length ?? 0;
  if (decimals > minorUnitsOf(currency) || sum.lte(none.payout) || sum.gt(moneyIn(netToPay, currency)))
    throw new Invalid('invalid_input', 'payout_extra_amount', { fields: { amount: 'payout_extra_amount' } });
  const amount = minorText(sum);
  const pendingApproval = await extraBySecond(tx, deps, actor, {
    order,
    amount,
    note,
    call,
    details: firstPayout.details,
  });
  if (pendingApproval) return pendingApproval;
  const seq = (await readNextNumbers(tx, [orderId])).get(orderId)?.seq ?? 2;
  const terms = { orderId, kind: 'extra', seq, amount, currency, details: firstPayout.details, note } as const;
  const id = await insertPayout(tx, { ...terms, state: 'due', approvedBy: approverOf(call, actor).userId, now });
  await post(tx, [
    book.extraPosting(id, { orderId, unit: currency, amount }, { at: now, actorId: actor.userId, reason: note }),
  ]);
  const audited = { ...auditedPayout({ orderId, userId }, note), amount, currency };
  await recordAudit(tx, actor, 'payout.extra', payoutSubject({ id }), audited);
  await queuePayoutMails(tx, 'payout_extra', [id]);
  await publish(tx, { kind: 'payouts_changed' });
  return payoutView(tx, deps, id);
}

type AskedExtra = Extra & { order: LockedOrder; details: unknown };

/**
 * The request that a second member approves if this and the other payments to the customer on this day are above the
 * limit.
 */
async function extraBySecond(
  tx: Tx,
  deps: PayoutsDeps,
  actor: Actor,
  { order, amount, note, call, details }: AskedExtra,
): Promise<PendingApproval | undefined> {
  const { payoutOverUsd } = deps.fourEyes.rules;
  const approval = call.approved?.approval;
  const { id, userId, reference, payoutCurrency: currency, version, status } = order;
  const total =
    payoutOverUsd === null
      ? undefined
      : await extraTotalUsd(tx, { rates: deps.rates, now: deps.now() }, { userId, amount, currency });
  const isOver = payoutOverUsd !== null && (!total || total.gt(amountOf('usd', String(payoutOverUsd))));
  const { accountName, accountNumber, bankName } = payeeOf(details);
  const request = {
    kind: 'payout',
    subjectId: id,
    details: {
      userId,
      reference,
      payee: accountName,
      payeeAccount: accountNumber,
      payeeBank: bankName,
      payout: amount,
      currency,
      // The state at the time of the request: other payouts since then are no reason to ask again.
      dayTotalUsd: approval ? (approval.details.dayTotalUsd ?? null) : total ? toText(total) : null,
      reason: note,
    },
    state: `${version} ${status}`,
  } as const;
  return deps.fourEyes.pass(tx, actor, request, call, isOver);
}
