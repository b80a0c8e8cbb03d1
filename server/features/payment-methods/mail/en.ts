import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  payment_method_notice: {
    subject: 'A receiving account of the desk was changed',
    heading: 'A receiving account was changed',
    body: 'Customers pay into the accounts that are set up here. If this change was not yours, change your password now and check every account.',
    account: 'Account',
    currency: 'Currency',
    change: 'What was done',
    created: 'added',
    changed: 'changed',
    deleted: 'deleted',
    open: 'Look at the accounts',
  },
  payment_method_alarm: {
    subject: 'Alarm: a receiving account was tampered with',
    heading: 'A receiving account was tampered with',
    body: 'A receiving account stands in the database that this product did not write. It is not shown to customers, and nobody is asked to pay into it. Somebody can write to your database. Find out who, then save the account again.',
    account: 'Account',
    open: 'Look at the accounts',
  },
} as const;

/** What a translation has to hold. */
export type PaymentMethodsMailTexts = Translated<typeof en>;
