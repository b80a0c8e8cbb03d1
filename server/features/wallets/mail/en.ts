import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  wallet_notice: {
    asked: {
      subject: 'A deposit address is going to change',
      heading: 'A deposit address is going to change',
      body: 'Customers will be shown the address below. Compare it with your own wallet. If it is not yours, cancel the change and change your password now.',
    },
    live: {
      subject: 'A deposit address was changed',
      heading: 'A deposit address was changed',
      body: 'New sales are shown the address below; sales that began before keep the one they saw. Compare it with your own wallet. If it is not yours, switch the coin off and change your password now.',
    },
    cancelled: {
      subject: 'The change of a deposit address was cancelled',
      heading: 'A change was cancelled',
      body: 'Customers go on seeing the address they saw before, not the one below.',
    },
    stopped: {
      subject: 'A deposit address was stopped for good',
      heading: 'A deposit address was stopped',
      body: 'The address below is on no screen any more: customers read a warning instead. If you did not expect this, ask your team, and set another address.',
    },
    coin: 'Coin',
    address: 'Address',
    memo: 'Destination tag',
    liveAt: 'Live from (UTC)',
    open: 'Look at the addresses',
  },
  wallet_alarm: {
    subject: 'Alarm: a deposit address was tampered with',
    heading: 'A deposit address was tampered with',
    body: 'A deposit address stands in the database that this product did not write. It is not shown to customers: they read "Address not available". Somebody can write to your database. Find out who, then set the address again.',
    coin: 'Coin',
    open: 'Look at the addresses',
  },
} as const;

/** What a translation has to hold. */
export type WalletsMailTexts = Translated<typeof en>;
