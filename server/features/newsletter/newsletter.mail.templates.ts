import { button, featureMail } from '#server/features/mail/mail.templates.service.ts';

/** The ways to unsubscribe: a page, and an address that a mail program calls at one press (RFC 8058). */
type UnsubscribePaths = { unsubscribePath: string; oneClickPath: string };

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Double opt-in: `path` confirms, the other two end it, one for people and one for mail programs. */
    newsletter_confirm: { path: string } & UnsubscribePaths;
    newsletter_welcome: UnsubscribePaths;
  }
}

export const newsletterMail = featureMail('newsletter.mail', {
  newsletter_confirm: ({ path, unsubscribePath }, { text }) => [
    text.body,
    button(text.open, path),
    text.ignore,
    button(text.leave, unsubscribePath),
  ],
  newsletter_welcome: ({ unsubscribePath }, { text }) => [
    text.body,
    button(text.open, '/blog'),
    button(text.leave, unsubscribePath),
  ],
});
