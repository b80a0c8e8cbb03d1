import type { Tx } from '#server/db/connection.ts';
import { post } from '#server/features/book/book.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import * as book from '#shared/book/book.postings.ts';
import { amountOf, none, proportionOf, round, toText, usdCents } from '#shared/kernel/money.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import type { AmendmentInput } from '#shared/orders/orders.review.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import type { OrdersDeps } from '../orders.ports.ts';
import type { LockedOrder } from '../orders.queries.ts';

/**
 * Sends money of a refused or failed exchange, which is locked, back to its customer. Above the limit of the day, by
 * the order's own rate, a second member approves it. Refuses with conflict and invalid_input.
 */
export async function sendMoneyBack(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  order: LockedOrder,
  { call, ...amendment }: AmendmentInput & { call: Call },
): Promise<PendingApproval | undefined> {
  const { fromCurrency: unit, type, id: orderId } = order;
  if (type !== 'fiat' || unit === null || !isRefused(order.status))
    throw new Conflict('conflict', 'money_back_unavailable');
  const { amount = '', accountId = null, note } = amendment;
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (decimals > minorUnitsOf(unit) || amountOf('sent', amount).lte(none.sent))
    throw wrongField('amount', 'money_back_amount');
  if (accountId !== null && !(await deps.paysFrom(tx, accountId, unit)))
    throw wrongField('accountId', 'payout_account_unusable');
  const pendingApproval = await requestSecond(tx, deps, actor, { order, unit, note, amount, call });
  if (pendingApproval) return pendingApproval;
  const bank = book.accounts.bank(accountId, unit);
  const author = { at: deps.now(), actorId: actor.userId, reason: note };
  await post(tx, [book.moneyBack({ orderId, unit, amount }, bank, author)]);
  return undefined;
}

type MoneyBackRequest = { order: LockedOrder; unit: string; amount: string; note: string; call: Call };

/**
 * The request that a second member approves if this and the other payments to the customer on this day are above the
 * limit.
 */
async function requestSecond(
  tx: Tx,
  deps: OrdersDeps,
  actor: Actor,
  { order, unit, amount, note, call }: MoneyBackRequest,
): Promise<PendingApproval | undefined> {
  const { payoutOverUsd } = deps.fourEyes.rules;
  const approval = call.approved?.approval;
  const { id: subjectId, userId, reference, version, status } = order;
  const sentAmount = (text: string) => amountOf('sent', text, unit);
  const usd = proportionOf(amountOf('usd', order.valueUsd), sentAmount(amount), sentAmount(order.amount));
  const valueUsd = toText(round(usd, usdCents, 'half-up'));
  const countedOrder = { ...order, netToPay: valueUsd, payoutCurrency: 'USD', valueUsd };
  const total = payoutOverUsd === null ? undefined : await deps.dayTotalUsd(tx, countedOrder, deps.now());
  const isOver = payoutOverUsd !== null && (!total || total.gt(amountOf('usd', String(payoutOverUsd))));
  const request: ApprovalRequest = {
    kind: 'payout',
    subjectId,
    details: {
      moneyBack: true,
      userId,
      reference,
      payout: amount,
      currency: unit,
      valueUsd,
      // The total at the time of the request: other payouts since then are no reason to ask again.
      dayTotalUsd: approval ? (approval.details.dayTotalUsd ?? null) : total ? toText(total) : null,
      reason: note,
    },
    state: `${version} ${status}`,
  };
  return deps.fourEyes.pass(tx, actor, request, call, isOver);
}
