import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  newsletter_confirm: {
    subject: 'Please confirm your subscription',
    heading: 'One press and you are subscribed',
    body: 'Somebody, hopefully you, asked for our news at this address. Nothing is sent before you confirm.',
    open: 'Confirm my subscription',
    ignore: 'If it was not you, there is nothing you need to do: unconfirmed addresses are forgotten after a week.',
    leave: 'Never write to me',
  },
  newsletter_welcome: {
    subject: 'You are subscribed',
    heading: 'You are subscribed',
    body: 'From now on you get the news of {brand} at this address. Until then, this is what we have written so far.',
    open: 'Read the blog',
    leave: 'Unsubscribe',
  },
} as const;

/** What a translation has to hold. */
export type NewsletterMailTexts = Translated<typeof en>;
