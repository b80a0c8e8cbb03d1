import type { Drizzle, Sends } from '#server/db/query.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { users } from '#server/features/users/users.tables.ts';
import { amountText } from '#server/lib/texts.ts';
import { proofHours, type OrderStatus } from '#shared/orders/orders.lifecycle.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';

/** A deleted customer has no address. */
export type OrderForMail = Pick<typeof users.$inferSelect, 'email' | 'firstName' | 'language' | 'country'> & {
  id: string;
  reference: string;
  userId: string;
  amount: string;
  /** The symbol of the coin, or the currency that is given. */
  unit: string;
  payoutAmount: string;
  payoutCurrency: string;
};

/** Queues a mail to the customer about the order's current status; a deleted user gets none. */
export async function notifyCustomer(
  tx: Sends<Drizzle>,
  order: OrderForMail,
  status: OrderStatus,
  { notes = null, because = null }: { notes?: string | null; because?: OrderReason | null | undefined } = {},
): Promise<void> {
  const to = recipientOf(order);
  if (!to) return;
  const data = orderDataOf(order);
  if (status === 'pending') return sendMail(tx, { template: 'order_received', to, data });
  if (status === 'processing') return sendMail(tx, { template: 'order_processing', to, data });
  if (status === 'completed') return sendMail(tx, { template: 'order_completed', to, data: { ...data, notes } });
  const { pays: _unpaid, ...ended } = data;
  await sendMail(tx, { template: `order_${status}`, to, data: { ...ended, notes, because } });
}

/** Mails the customer of a new exchange that the payment proof is still missing. */
export async function requestProof(tx: Sends<Drizzle>, order: OrderForMail): Promise<void> {
  const to = recipientOf(order);
  if (to)
    await sendMail(tx, { template: 'order_awaiting_proof', to, data: { ...orderDataOf(order), hours: proofHours } });
}

/** Mails the admin, at `adminEmail`, that an order needs a decision. Never includes payout details. */
export async function notifyAdmin(
  tx: Sends<Drizzle>,
  adminEmail: string,
  order: OrderForMail,
  kind: 'sell' | 'fiat',
): Promise<void> {
  const { id, reference, gives, pays } = orderDataOf({ ...order, language: 'en' });
  const to = { userId: null, email: adminEmail, language: 'en' };
  await sendMail(tx, { template: 'new_order_notice', to, data: { id, reference, gives, pays, kind } });
}

function recipientOf({ userId, email, language }: OrderForMail) {
  return email === null ? undefined : { userId, email, language };
}

function orderDataOf({ firstName, id, reference, language, country, ...order }: OrderForMail) {
  const gives = amountText(order.amount, order.unit, language);
  const pays = amountText(order.payoutAmount, order.payoutCurrency, language);
  return { firstName, id, reference, country, gives, pays };
}
