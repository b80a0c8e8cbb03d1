import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  kyc: {
    notes: 'Note from the desk',
  },
  kyc_received: {
    subject: 'We have received your documents',
    heading: 'We have received your documents',
    body: 'A person checks them within {review}. We write to you as soon as it is decided; there is nothing you need to do.',
    never: 'Please never send documents by mail or chat.',
    open: 'See your verification',
  },
  kyc_approved: {
    subject: 'Your identity is verified',
    heading: 'Your identity is verified',
    body: 'From now on you can sell for more than {limit} USD in {days} days.',
    open: 'Sell crypto',
  },
  kyc_rejected: {
    subject: 'We could not verify your identity',
    heading: 'We could not verify your identity',
    body: 'Below you can read why. Please mend it and hand in your documents again: what you wrote last time is still filled in.',
    open: 'Hand in again',
    help: 'If you think that this is a mistake, write to {supportEmail}.',
  },
} as const;

/** What a translation has to hold. */
export type KycMailTexts = Translated<typeof en>;
