import { featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type NewsletterMailTexts = ServerTexts['newsletter.mail'];

/** How a reader leaves the newsletter: a page, and an address that a mail program calls at one press (RFC 8058). */
type UnsubscribePaths = { unsubscribePath: string; oneClickPath: string };

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Double opt-in: `path` confirms, the other two end it, one for people and one for mail programs. */
    newsletter_confirm: { path: string } & UnsubscribePaths;
    newsletter_welcome: UnsubscribePaths;
  }
}

const newsletterConfirm: Template<'newsletter_confirm', NewsletterMailTexts> = (
  { path, unsubscribePath },
  { texts, layout },
) => {
  const { subject, heading, body, open, ignore, leave } = texts.newsletter_confirm;
  return {
    subject,
    heading,
    greeting: layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path },
      { kind: 'text', text: ignore },
      { kind: 'button', label: leave, path: unsubscribePath },
    ],
  };
};

const newsletterWelcome: Template<'newsletter_welcome', NewsletterMailTexts> = (
  { unsubscribePath },
  { texts, layout, settings },
) => {
  const { subject, heading, body, open, leave } = texts.newsletter_welcome;
  return {
    subject,
    heading,
    greeting: layout.helloAll,
    values: { brand: settings.brand.name },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path: '/blog' },
      { kind: 'button', label: leave, path: unsubscribePath },
    ],
  };
};

/** The mails of this feature. */
export const newsletterMail = featureMail('newsletter.mail', {
  newsletter_confirm: newsletterConfirm,
  newsletter_welcome: newsletterWelcome,
});
