import { featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the administrator: the chain took back a transfer that a sale was approved for. */
    deposit_alarm: { reference: string; txHash: string };
  }
}

export const depositsMail = featureMail('deposits.mail', {
  deposit_alarm: ({ reference, txHash }, { text }) =>
    noticeBlocks(text, '/admin/transactions', [
      [text.sale, reference],
      [text.hash, txHash],
    ]),
});
