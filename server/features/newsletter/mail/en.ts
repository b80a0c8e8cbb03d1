import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  newsletter_confirm: {
    subject: 'Please confirm your subscription',
    heading: 'One click and you’re subscribed',
    body: 'Someone, hopefully you, asked for our newsletter at this address. We send nothing until you confirm.',
    open: 'Confirm my subscription',
    ignore: 'If it wasn’t you, there’s nothing you need to do. We delete unconfirmed addresses after a week.',
    leave: 'Don’t email me again',
  },
  newsletter_welcome: {
    subject: 'You are subscribed',
    heading: 'You’re subscribed',
    body: 'From now on you’ll get news from {brand} at this address. In the meantime, here’s what we’ve written so far.',
    open: 'Read the blog',
    leave: 'Unsubscribe',
  },
} as const;

/** What a translation has to hold. */
export type NewsletterMailTexts = Translated<typeof en>;
