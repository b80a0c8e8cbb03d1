import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  order: {
    reference: 'Reference',
    gives: 'You send',
    pays: 'You receive',
    open: 'View your transactions',
    notes: 'Note from the desk',
    cancelled: 'Cancelled by the customer',
    unproven:
      'No payment proof was received within {hours} hours. If you have paid, please write to support and name the reference.',
  },
  order_received: {
    subject: 'We have received your order {reference}',
    heading: 'We have received your order',
    body: 'A person checks every order, {check}. We write to you at each step.',
  },
  order_awaiting_proof: {
    subject: 'Your exchange {reference} waits for your payment proof',
    heading: 'One step is left: your payment proof',
    body: 'We have opened your exchange. Please upload the proof of your payment within {hours} hours; without it the exchange ends by itself.',
    cancel: 'If you have not paid, you can cancel the exchange in your transactions.',
  },
  order_processing: {
    subject: 'Your order {reference} is being processed',
    heading: 'Your order is being processed',
    body: 'We have started to work on your order and will write to you as soon as it is paid out.',
  },
  order_completed: {
    subject: 'Your order {reference} is complete',
    heading: 'Your payout has been sent',
    body: 'We have paid out your order. How soon it arrives depends on your bank or wallet: usually {payout}.',
  },
  order_rejected: {
    subject: 'Your order {reference} was rejected',
    heading: 'Your order was rejected',
    body: 'We could not accept your order. Below you can read why.',
    help: 'If you think that this is a mistake, answer to {supportEmail} and name the reference.',
  },
  order_failed: {
    subject: 'Your order {reference} failed',
    heading: 'Your order could not be carried out',
    body: 'We could not carry out your order. Below you can read why.',
    help: 'Questions? Write to {supportEmail} and name the reference.',
  },
  new_order_notice: {
    subject: 'New order {reference}',
    heading: 'A new order waits for you',
    sell: 'Crypto sale',
    fiat: 'Currency exchange',
    kind: 'Kind',
    gives: 'Customer gives',
    pays: 'Customer receives',
    open: 'Open the desk',
  },
} as const;

/** What a translation has to hold. */
export type OrdersMailTexts = Translated<typeof en>;
