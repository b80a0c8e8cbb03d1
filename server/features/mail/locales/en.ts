/** Every text of the product's mails in English. `{name}` stands for what a mail is about. */
export const en = {
  layout: {
    hello: 'Hello {firstName},',
    helloAll: 'Hello,',
    linkHint: 'If the button does not work, copy this address into your browser:',
    automatic: 'This message was sent automatically. Questions? Write to {supportEmail}.',
    operator: '{brand} is operated by {operator}.',
    never: 'We never ask for your password or for a code by mail, chat or telephone.',
  },
  order: {
    reference: 'Reference',
    gives: 'You send',
    pays: 'You receive',
    open: 'View your transactions',
    notes: 'Note from the desk',
  },
  verification_code: {
    subject: 'Your code',
    heading: 'Your code',
    body: 'Enter this code to confirm your email address. It is valid for {minutes} minutes.',
    ignore: 'If you did not ask for it, you can ignore this message.',
  },
  already_registered: {
    subject: 'Somebody tried to register with your address',
    heading: 'You already have an account',
    body: 'Somebody, perhaps you, just tried to register with this email address. Nothing has changed.',
    signIn: 'Sign in',
    forgot: 'If you have forgotten your password, you can choose a new one:',
    reset: 'Reset your password',
    ignore: 'If it was not you, there is nothing you need to do.',
  },
  password_reset: {
    subject: 'Reset your password',
    heading: 'Choose a new password',
    body: 'Use this link within {minutes} minutes. It works once, and signs you out everywhere.',
    open: 'Choose a new password',
    ignore: 'If you did not ask for it, you can ignore this message: your password stays as it is.',
  },
  password_changed: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    body: 'The password of your account was just changed, and all other devices were signed out.',
    notYou: 'If it was not you, reset your password now and write to us.',
    reset: 'Reset your password',
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
  payment_method_notice: {
    subject: 'A receiving account of the desk was changed',
    heading: 'A receiving account was changed',
    body: 'Customers pay into the accounts that are set up here. If this change was not yours, change your password now and check every account.',
    account: 'Account',
    currency: 'Currency',
    deed: 'What was done',
    created: 'added',
    changed: 'changed',
    deleted: 'deleted',
    open: 'Look at the accounts',
  },
  held_rate_notice: {
    subject: 'A rate is held back',
    heading: 'A rate needs your eyes',
    body: 'A new rate lies far from the last good one. It is not quoted until you accept it.',
    rate: 'Rate',
    before: 'Last good one',
    now: 'Offered now',
    from: 'Source',
    none: 'none yet',
    open: 'Open the desk',
  },
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

/** What a translation has to hold. */
export type MailTexts = Texts<typeof en>;
