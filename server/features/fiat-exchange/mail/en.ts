import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. */
export const en = {
  pair_rate_notice: {
    subject: 'A pair rate was changed',
    heading: 'A rate was changed',
    body: 'Customers are quoted these rates at once. If you didn’t make this change, change your password now and check every rate.',
    pair: 'Pair',
    before: 'Before',
    now: 'Now',
    none: 'none',
    open: 'View the rates',
  },
} as const;

/** What a translation has to hold. */
export type FiatExchangeMailTexts = Translated<typeof en>;
