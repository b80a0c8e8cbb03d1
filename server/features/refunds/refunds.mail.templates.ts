import { button, code, details, featureMail, oneLine } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Coins will be sent back; `amount` is "0.3 BTC". Never carries an address. */
    refund_due: { firstName: string; amount: string; path: string };
    /** The digits that confirm where to; `address` holds its first and last four characters alone. */
    refund_code: { firstName: string; code: string; minutes: number; address: string };
    refund_sent: { firstName: string; amount: string; txHash: string; path: string };
  }
}

/** The mails of this feature. */
export const refundsMail = featureMail('refunds.mail', {
  refund_due: ({ amount, path }, { text }) => ({
    values: { amount: oneLine(amount) },
    blocks: [text.body, button(text.open, path)],
  }),
  refund_code: (confirmation, { text }) => ({
    values: { address: oneLine(confirmation.address), code: confirmation.code.replaceAll(/\D/g, '') },
    blocks: [text.body, code(confirmation.code), text.ignore],
  }),
  refund_sent: ({ amount, txHash, path }, { text }) => ({
    values: { amount: oneLine(amount) },
    blocks: [text.body, details([[text.hash, txHash]]), button(text.open, path)],
  }),
});
