import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  order: {
    reference: 'Reference',
    gives: 'You send',
    pays: 'You receive',
    open: 'View your transactions',
    notes: 'Message from our team',
  },
  reasons: {
    cancelled_by_customer: 'Cancelled by the customer',
    proof_not_received:
      'We received no proof of payment within {hours} hours. If you’ve paid, contact support and include the reference.',
    quote_expired:
      'The quote had expired and no rate was available when your proof came in. The amount is that of the quote until our team confirms it.',
  },
  order_received: {
    subject: 'We have received your order {reference}',
    heading: 'We’ve received your order',
    body: 'A person checks every order, {check}. We’ll email you at each step.',
  },
  order_awaiting_proof: {
    subject: 'Your exchange {reference} is waiting for your proof of payment',
    heading: 'One step left: your proof of payment',
    body: 'Your exchange is open. Upload your proof of payment within {hours} hours, or the exchange is cancelled automatically.',
    cancel: 'If you haven’t paid, you can cancel the exchange under Transactions.',
  },
  order_processing: {
    subject: 'Your order {reference} is being processed',
    heading: 'Your order is being processed',
    body: 'We’ve started work on your order and will email you as soon as we’ve paid you.',
  },
  order_completed: {
    subject: 'Your order {reference} is complete',
    heading: 'Your payout has been sent',
    body: 'We’ve paid out your order. How soon it arrives depends on your bank or wallet: usually {payout}.',
  },
  order_rejected: {
    subject: 'Your order {reference} was rejected',
    heading: 'Your order was rejected',
    body: 'We couldn’t accept your order. Here’s why:',
    help: 'If you think this is a mistake, write to {supportEmail} and include the reference.',
  },
  order_failed: {
    subject: 'Your order {reference} failed',
    heading: 'We couldn’t complete your order',
    body: 'We couldn’t complete your order. Here’s why:',
    help: 'Questions? Write to {supportEmail} and include the reference.',
  },
  address_stopped: {
    subject: 'Please send no coins for {reference} to the address shown',
    heading: 'Don’t use this deposit address any more',
    body: 'We’ve stopped the deposit address of your sale. Coins sent there from now on may be lost.',
    unsent: 'If you haven’t sent anything, cancel this sale and start a new one.',
    sent: 'If you’ve already sent coins, open the sale and add the photo of the transfer, or write to {supportEmail} and include the reference.',
    open: 'Open the sale',
  },
  new_order_notice: {
    subject: 'New order {reference}',
    heading: 'A new order is waiting',
    sell: 'Crypto sale',
    fiat: 'Currency exchange',
    kind: 'Kind',
    gives: 'Customer gives',
    pays: 'Customer receives',
    open: 'Open the desk',
  },
  order_alarm: {
    subject: 'Alarm: order {reference} was tampered with',
    heading: 'An order was tampered with',
    body: 'The database holds this order, or the quote it comes from, other than this product wrote it: an address, an account or an amount was changed. The customer is shown no address for it, and it cannot be approved. Somebody can write to your database. Find out who, then settle it with the customer.',
    open: 'Open the desk',
  },
} as const;

/** What a translation has to hold. */
export type OrdersMailTexts = Translated<typeof en>;
