import type { TransactionSender } from '#server/db/query.ts';
import { sendMail, type MailHold } from '#server/features/mail/mail.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { users } from '#server/features/users/users.tables.ts';
import { clockText } from '#server/lib/clock-text.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { proofHours, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import { payoutCountryOf, type Destination } from '#shared/orders/orders.times.ts';
import type { Mover } from './orders.stage.service.ts';

/** The order and the customer of a mail; a deleted customer has no email address. */
export type OrderForMail = Pick<typeof users.$inferSelect, 'email' | 'firstName' | 'language' | 'country'> &
  Destination & {
    id: Id<'order'>;
    reference: string;
    userId: Id<'user'>;
    amount: string;
    /** The symbol of the coin, or the currency that is given. */
    unit: string;
    payoutAmount: string;
    payoutCurrency: string;
    /** The id of its rail. */
    method?: string | undefined;
    /** True while its coins still have to be confirmed: no one can say yet when its money arrives. */
    isConfirming?: boolean;
  };

type OrderMailOptions = {
  notes?: string | null;
  because?: OrderReason | null | undefined;
  held?: MailHold | undefined;
};

/** Queues a mail to the customer about the order's current status; a deleted user gets none. */
export async function notifyCustomer(
  tx: TransactionSender,
  order: OrderForMail,
  status: OrderStatus,
  { notes = null, because = null, held }: OrderMailOptions = {},
): Promise<void> {
  const to = recipientOf(order);
  if (!to) return;
  const data = orderDataOf(order);
  if (status === 'pending') return sendMail(tx, { template: 'order_received', to, data });
  if (status === 'processing') return sendMail(tx, { template: 'order_processing', to, data, held });
  if (status === 'completed')
    return sendMail(tx, { template: 'order_completed', to, data: { ...data, notes, method: order.method } });
  const { pays: _unpaid, ...endedData } = data;
  await sendMail(tx, { template: `order_${status}`, to, data: { ...endedData, notes, because }, held });
}

/** Mails the customer that the team opened an order for them: the end of the account shows whom it pays. */
export async function notifyOfOpened(tx: TransactionSender, order: OrderForMail, account: string): Promise<void> {
  const to = recipientOf(order);
  const ending = account.slice(-4);
  if (to) await sendMail(tx, { template: 'order_opened_for_customer', to, data: { ...orderDataOf(order), ending } });
}

/** Mails the customer of a new exchange that the payment proof is still missing. */
export async function requestProof(tx: TransactionSender, order: OrderForMail): Promise<void> {
  const to = recipientOf(order);
  if (to)
    await sendMail(tx, { template: 'order_awaiting_proof', to, data: { ...orderDataOf(order), hours: proofHours } });
}

/** Mails the customer a question of the team about the order, with the time that they have to answer it. */
export async function mailQuestion(
  tx: TransactionSender,
  order: Addressee & Pick<OrderForMail, 'firstName' | 'id' | 'reference' | 'country'>,
  { text: question, until }: { text: string; until: Date },
): Promise<void> {
  const to = recipientOf(order);
  const { firstName, id, reference, country, language } = order;
  const data = { firstName, id, reference, question, until: clockText(until, { language, country }) };
  if (to) await sendMail(tx, { template: 'order_question', to, data });
}

/** Notifies the team that an order needs a decision. Never includes payout details. */
export async function notifyOfOrder(
  tx: TransactionSender,
  mover: Mover,
  order: OrderForMail,
  kind: 'sell' | 'fiat',
): Promise<void> {
  const { id, reference, gives, pays } = orderDataOf({ ...order, language: 'en' });
  const by = mover === 'system' ? null : mover.userId;
  const data = { id, reference, gives, pays, kind };
  await notifyTeam(tx, { template: 'new_order_notice', data, by, about: order.userId });
}

type Addressee = Pick<OrderForMail, 'userId' | 'email' | 'language'>;

function recipientOf({ userId, email, language }: Addressee) {
  return email === null ? undefined : { userId, email, language };
}

function orderDataOf({ firstName, id, reference, language, country, isConfirming = false, ...order }: OrderForMail) {
  const gives = amountText(order.amount, order.unit, language);
  const pays = amountText(order.payoutAmount, order.payoutCurrency, language);
  const bankCountry = payoutCountryOf(order) ?? null;
  return { firstName, id, reference, country, bankCountry, isConfirming, gives, pays };
}
