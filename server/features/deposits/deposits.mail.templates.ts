import { button, featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';
import type { Id } from '#shared/kernel/ids.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Mail to the administrator: the chain took back a transfer that a sale was approved for. */
    deposit_alarm: { reference: string; txHash: string };
    /** Mail to the team: the arrived amount is the agreed one. */
    order_green_notice: { id: Id<'order'>; reference: string };
  }
}

export const depositsMail = featureMail('deposits.mail', {
  deposit_alarm: ({ reference, txHash }, { text }) =>
    noticeBlocks(text, '/admin/transactions', [
      [text.sale, reference],
      [text.hash, txHash],
    ]),
  order_green_notice: ({ id }, { text }) => [button(text.open, `/admin/transactions?tx=${encodeURIComponent(id)}`)],
});
