import { button, featureMail, oneLine } from '#server/features/mail/mail.templates.service.ts';
import { interpolate } from '#server/lib/texts.ts';

/** The ways to unsubscribe: a page, and an address that a mail program calls at one press (RFC 8058). */
type UnsubscribePaths = { unsubscribePath: string; oneClickPath: string };

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Double opt-in: `path` confirms, the other two end it, one for people and one for mail programs. */
    newsletter_confirm: { path: string } & UnsubscribePaths;
    newsletter_welcome: UnsubscribePaths;
    /** A post of the blog; one that a member tests on their own address has nothing to unsubscribe from. */
    newsletter_post: { title: string; excerpt: string; path: string; isTest?: boolean } & (
      | UnsubscribePaths
      | { unsubscribePath: string; oneClickPath?: never }
    );
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
  newsletter_post: ({ title, excerpt, path, isTest, unsubscribePath }, { text }) => {
    const subject = oneLine(title);
    const note = isTest ? [text.test] : [];
    return {
      title: { subject: isTest ? interpolate(text.testSubject, { title: subject }) : subject, heading: subject },
      blocks: [
        ...note,
        ...(excerpt ? [oneLine(excerpt)] : []),
        button(text.open, path),
        text.why,
        button(text.leave, unsubscribePath),
      ],
    };
  },
});
