import {
  button,
  code,
  details,
  featureMail,
  nameInSubject,
  oneLine,
} from '#server/features/mail/mail.templates.service.ts';
import { progressOf } from '#server/features/orders/orders.progress.service.ts';
import type { FeeBearer } from '#shared/orders/orders.refund.ts';
import { maxRefundFeePercent } from '#shared/orders/orders.stages.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Coins will be sent back; `amount` is "0.3 BTC". Never carries an address. */
    refund_due: { firstName: string; amount: string; feeBy?: FeeBearer; path: string };
    /** The digits that confirm where to; `address` holds its first and last four characters alone. */
    refund_code: { firstName: string; code: string; minutes: number; address: string };
    /** Mail to the team; coins without an order are named by their symbol. */
    refund_due_notice: { reference: string | null; coin: string };
    refund_sent: { firstName: string; amount: string; txHash: string; path: string };
  }
}

/** The mails of this feature. */
export const refundsMail = featureMail('refunds.mail', {
  refund_due: ({ amount, feeBy, path }, { text, texts, language }) => ({
    values: { amount: oneLine(amount), percent: String(maxRefundFeePercent) },
    blocks: [
      text.body,
      ...(feeBy === 'customer' ? [texts.youBearFee] : []),
      progressOf(language, 'refund_address'),
      button(text.open, path),
    ],
  }),
  refund_due_notice: ({ reference, coin }, { text }) => ({
    values: { reference: reference ?? '', coin: nameInSubject(coin) },
    title: { subject: reference === null ? text.unmatched : text.subject },
    blocks: [button(text.open, '/admin/refunds')],
  }),
  refund_code: (confirmation, { text }) => ({
    values: { address: oneLine(confirmation.address), code: confirmation.code.replaceAll(/\D/g, '') },
    blocks: [text.body, code(confirmation.code), text.ignore],
  }),
  refund_sent: ({ amount, txHash, path }, { text, language }) => ({
    values: { amount: oneLine(amount) },
    blocks: [text.body, progressOf(language, 'refund_sent'), details([[text.hash, txHash]]), button(text.open, path)],
  }),
});
