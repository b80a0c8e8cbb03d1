import type { Tx } from '#server/db/connection.ts';
import { post } from '#server/features/book/book.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Approval, ApprovalRequest, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import * as book from '#shared/book/book.postings.ts';
import { amountOf, none, proportionOf, round, toText, usdCents } from '#shared/kernel/money.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import type { AmendmentInput } from '#shared/orders/orders.review.ts';
import { minorUnitsOf } from '#shared/reference/payout-currencies.ts';
import type { OrdersPorts } from '../orders.ports.ts';
import type { LockedOrder } from '../orders.queries.ts';

export type MoneyBackDeps = Pick<Platform, 'fourEyes' | 'now'> & Pick<OrdersPorts, 'dayTotalUsd' | 'paysFrom'>;

/** True if a request of a second member is about money that goes back to a customer, or about another addition. */
export const isAboutAmendment = ({ input }: Pick<Approval, 'input'>): boolean => 'amendment' in input;

/**
 * Money of an exchange that was refused or failed goes back to its customer; the order is locked. Above the limit of the day,
 * counted at the order's own rate, a second member approves it first. Refuses with conflict of any other order and of more
 * than is owed, and with invalid_input.
 */
export async function sendMoneyBack(
  tx: Tx,
  deps: MoneyBackDeps,
  actor: Actor,
  order: LockedOrder,
  amendment: AmendmentInput,
  approval?: Approval,
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
  const pending = await passSecond(tx, deps, actor, { order, unit, amendment, amount }, approval);
  if (pending) return pending;
  const bank = book.accounts.bank(accountId, unit);
  const by = { at: deps.now(), actorId: actor.userId, reason: note };
  await post(tx, [book.moneyBack({ orderId, unit, amount }, bank, by)]);
  return undefined;
}

type Asked = { order: LockedOrder; unit: string; amount: string; amendment: AmendmentInput };

/** The request that a second member approves where this and what the customer gets on this day is above the limit. */
async function passSecond(
  tx: Tx,
  deps: MoneyBackDeps,
  actor: Actor,
  { order, unit, amount, amendment }: Asked,
  approval: Approval | undefined,
): Promise<PendingApproval | undefined> {
  const { payoutOverUsd } = deps.fourEyes.rules;
  const { id: subjectId, userId, reference, version, status } = order;
  const sent = (text: string) => amountOf('sent', text, unit);
  const usd = proportionOf(amountOf('usd', order.valueUsd), sent(amount), sent(order.amount));
  const valueUsd = toText(round(usd, usdCents, 'half-up'));
  const counted = { ...order, netToPay: valueUsd, payoutCurrency: 'USD', valueUsd };
  const total = payoutOverUsd === null ? undefined : await deps.dayTotalUsd(tx, counted, deps.now());
  const isOver = payoutOverUsd !== null && (!total || total.gt(amountOf('usd', String(payoutOverUsd))));
  const request: ApprovalRequest = {
    kind: 'payout',
    subjectId,
    facts: {
      moneyBack: true,
      userId,
      reference,
      payout: amount,
      currency: unit,
      valueUsd,
      // The total at the time of the request: other payouts since then are no reason to ask again.
      dayTotalUsd: approval ? (approval.facts.dayTotalUsd ?? null) : total ? toText(total) : null,
      reason: amendment.note,
    },
    input: { amendment },
    state: `${version} ${status}`,
  };
  return deps.fourEyes.pass(tx, actor, request, approval, isOver);
}
