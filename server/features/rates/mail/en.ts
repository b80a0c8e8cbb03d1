import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  held_rate_notice: {
    subject: 'A rate is held back',
    heading: 'A rate needs your eyes',
    body: 'A new rate lies far from the last good one. It is not quoted until you accept it. While a lower price waits, nobody can sell that coin.',
    rate: 'Rate',
    before: 'Last good one',
    now: 'Offered now',
    from: 'Source',
    none: 'none yet',
    open: 'Open the desk',
  },
  rates_stopped_notice: {
    subject: 'No rates arrive',
    heading: 'No rates arrive any more',
    body: 'This source has sent nothing usable for so long that sales which need it are no longer quoted. They resume by themselves.',
    from: 'Source',
    since: 'Last success',
    reason: 'Reason',
    never: 'never',
    open: 'Open the desk',
  },
} as const;

/** What a translation has to hold. */
export type RatesMailTexts = Translated<typeof en>;
