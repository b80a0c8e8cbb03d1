import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. */
export const en = {
  deposit_alarm: {
    subject: 'Alarm: a deposit left the chain after its payout',
    heading: 'A deposit left the chain after its payout',
    body: 'A reorganisation of the chain has removed the transfer that an approved sale was paid for. It may return in a later block. If it does not, the coins never arrived. Look at the sale before you pay the next one to the same customer.',
    sale: 'Sale',
    hash: 'Transaction hash',
    open: 'Look at the sale',
  },
} as const;

/** What a translation has to hold. */
export type DepositsMailTexts = Translated<typeof en>;
