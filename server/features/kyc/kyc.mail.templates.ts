import { button, featureMail, oneLine, quote } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    kyc_received: { firstName: string };
    kyc_approved: { firstName: string };
    /** `notes` is the administrator's text for the customer. */
    kyc_rejected: { firstName: string; notes: string };
    /** `notes` is the reason for the customer. */
    kyc_revoked: { firstName: string; notes: string };
    kyc_expired: { firstName: string };
    /** `expiresOn` is the last day of the document, yyyy-mm-dd. */
    kyc_expiring: { firstName: string; expiresOn: string };
  }
}

export const kycMail = featureMail('kyc.mail', {
  kyc_received: (_, { text }) => [text.body, text.never, button(text.open, '/kyc')],
  kyc_approved: (_, { text }) => [text.body, button(text.open, '/sell')],
  kyc_rejected: ({ notes }, { text, texts }) => [
    text.body,
    quote(texts.kyc.notes, notes),
    button(text.open, '/kyc'),
    text.help,
  ],
  kyc_revoked: ({ notes }, { text, texts }) => [
    text.body,
    quote(texts.kyc.notes, notes),
    button(text.open, '/kyc'),
    texts.kyc_rejected.help,
  ],
  kyc_expired: (_, { text }) => [text.body, button(text.open, '/kyc')],
  kyc_expiring: ({ expiresOn }, { text }) => ({
    values: { date: oneLine(expiresOn) },
    blocks: [text.body, button(text.open, '/kyc')],
  }),
});
