import { button, featureMail, nameInSubject } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Mail to the team: the source of a chain has failed for a quarter of an hour; `chain` is its usual name. */
    node_away_notice: { chain: string };
  }
}

export const chainsMail = featureMail('chains.mail', {
  node_away_notice: ({ chain }, { text }) => ({
    values: { chain: nameInSubject(chain) },
    blocks: [button(text.open, '/admin/dashboard')],
  }),
});
