import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  kyc: {
    notes: 'Message from our team',
  },
  kyc_received: {
    subject: 'We have received your documents',
    heading: 'We’ve received your documents',
    body: 'A person checks them within {review}. We’ll email you as soon as it’s done. There’s nothing you need to do.',
    never: 'Please never send documents by email or chat.',
    open: 'See your verification',
  },
  kyc_approved: {
    subject: 'Your identity is verified',
    heading: 'Your identity is verified',
    body: 'You can now sell more than {limit} USD in {days} days.',
    open: 'Sell crypto',
  },
  kyc_rejected: {
    subject: 'We could not verify your identity',
    heading: 'We couldn’t verify your identity',
    body: 'Here’s why. Please correct it and submit your documents again. Your details from last time are still filled in.',
    open: 'Submit again',
    help: 'If you think this is a mistake, write to {supportEmail}.',
  },
  kyc_revoked: {
    subject: 'Your verification no longer counts',
    heading: 'Your identity verification no longer counts',
    body: 'Here’s why. Until you’ve submitted your documents again and we’ve checked them, you can sell up to {limit} USD in {days} days. Orders you’ve already submitted aren’t affected.',
    open: 'Submit again',
  },
  kyc_expired: {
    subject: 'Your identity document has expired',
    heading: 'Your identity document has expired',
    body: 'Until we’ve checked a valid document, you can sell up to {limit} USD in {days} days. Your details from last time are still filled in.',
    open: 'Submit a new document',
  },
  kyc_expiring: {
    subject: 'Your identity document expires soon',
    heading: 'Your identity document expires soon',
    body: 'Your document is valid until {date}. After that day you can sell up to {limit} USD in {days} days until you’ve submitted a new one and we’ve checked it.',
    open: 'See your verification',
  },
} as const;

/** What a translation has to hold. */
export type KycMailTexts = Translated<typeof en>;
