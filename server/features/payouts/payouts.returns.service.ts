import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import { nameOf } from '#server/features/team/team.notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { PayoutRow } from './list/payouts.list.queries.ts';
import { moneyText, sumText } from './list/payouts.present.ts';
import { dayBooked } from './payouts.entries.ts';
import { notifyOwners, queuePayoutMails } from './payouts.mail.ts';
import { setAsksCustomer, type ReturnedMoney } from './payouts.moves.queries.ts';
import { auditedPayout, movePayouts, payoutChanged, stageOrders } from './payouts.service.ts';
import { noonOf } from './payouts.steps.ts';
import { endSettlingMatches } from './statements/payouts.match.queries.ts';

/** True for a payout that the bank may still return. */
export const isReturnable = ({ attemptState }: PayoutRow) => attemptState === 'sent' || attemptState === 'settled';

/**
 * The details that a second member is shown of money that was returned. A request about several payouts names no
 * customer.
 */
export function shownReturn(payouts: readonly PayoutRow[]): ShownReturn {
  const [firstPayout] = payouts;
  const currency = firstPayout?.currency ?? '';
  return {
    returns: true,
    ...(firstPayout && payouts.length === 1 && { userId: firstPayout.userId }),
    reference: payouts
      .slice(0, 10)
      .map((payout) => payout.reference)
      .join(', '),
    payout: sumText(
      payouts.map((payout) => moneyText(payout.amount, currency)),
      currency,
    ),
    currency,
  };
}

type ShownReturn = { returns: true; userId?: Id<'user'>; reference: string; payout: string; currency: string };

/**
 * The part of a request about money that was returned that a second member's approval is checked by: `notBy` released a
 * payout or imported the statement and may not approve, `state` must not change meanwhile.
 */
export function returnRequest(payouts: readonly PayoutRow[], importedBy: Id<'user'> | null = null) {
  const involvedIds = [...payouts.map(({ releasedBy }) => releasedBy), importedBy];
  return {
    notBy: [...new Set(involvedIds.filter((id) => id !== null))].toSorted(),
    state: payouts.map(({ attemptId, attemptState }) => `${attemptId} ${attemptState}`).join(' '),
  };
}

/** Mails the owners at once, because money recorded as returned is paid a second time. */
export async function mailReturnAsked(tx: Tx, actor: Actor, payouts: readonly PayoutRow[]): Promise<void> {
  const { reference, payout, currency } = shownReturn(payouts);
  const by = await nameOf(tx, actor.userId);
  await notifyOwners(tx, (language) => {
    const data = { by, reference, total: amountText(payout, currency, language) };
    return { template: 'payout_return_asked', data };
  });
}

type ReturnDetails = Pick<ReturnedMoney, 'reason' | 'note' | 'fee'> & {
  ask: boolean;
  now: Date;
  /** The day on which the bank booked it. */
  bookedOn?: string;
};

/**
 * Records money that the bank sent back: it is owed again, and the customer is asked for another account. Returns the
 * audited details.
 */
export async function returnMoney(
  tx: Tx,
  mover: Mover,
  payout: PayoutRow,
  { reason, note, fee, ask, now, bookedOn }: ReturnDetails,
) {
  // Noon, so that it is the same day almost everywhere.
  const at = bookedOn === undefined ? now.toISOString() : noonOf(bookedOn);
  const amount = moneyText(payout.amount, payout.currency);
  const payoutReturn = { reason, note, at, amount, fee, asksCustomer: ask, ...(ask && { askedAt: now.toISOString() }) };
  const bookedAt = bookedOn === undefined ? now : dayBooked(bookedOn, now);
  await movePayouts(tx, mover, [payout], 'returned', {
    from: ['sent', 'settled'],
    returned: payoutReturn,
    now,
    bookedAt,
  });
  const by = mover === 'system' ? null : mover.userId;
  await endSettlingMatches(tx, { attemptId: payout.attemptId, now, by });
  const { orderId, reference, userId: customerId } = payout;
  await notifyTeam(tx, { template: 'payout_returned_notice', data: { id: orderId, reference }, by, about: customerId });
  if (payout.kind === 'order' && ask) await queuePayoutMails(tx, 'payout_returned', [payout.id]);
  return { ...auditedPayout(payout, note), because: reason, asked: ask };
}

/** Asks a customer whose money came back for another account, for the first time or again. */
export async function askForDetails(tx: Tx, mover: Mover, payout: PayoutRow, now: Date): Promise<void> {
  if (!(await setAsksCustomer(tx, { payoutId: payout.id, at: now.toISOString() }))) throw payoutChanged();
  await publish(tx, { kind: 'payouts_changed' });
  await stageOrders(tx, mover, [payout], now);
  await queuePayoutMails(tx, 'payout_returned', [payout.id]);
}
