import { featureMail, greet, oneLine, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type RefundsMailTexts = ServerTexts['refunds.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Coins will be sent back; `amount` is "0.3 BTC". Never carries an address. */
    refund_due: { firstName: string; amount: string; path: string };
    /** The digits that confirm where to; `address` holds its first and last four characters alone. */
    refund_code: { firstName: string; code: string; minutes: number; address: string };
    refund_sent: { firstName: string; amount: string; txHash: string; path: string };
  }
}

const refundDue: Template<'refund_due', RefundsMailTexts> = ({ firstName, amount, path }, { texts, layout }) => {
  const { subject, heading, body, open } = texts.refund_due;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { amount: oneLine(amount) },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: open, path },
    ],
  };
};

const refundCode: Template<'refund_code', RefundsMailTexts> = (
  { firstName, code, minutes, address },
  { texts, layout },
) => {
  const { subject, heading, body, ignore } = texts.refund_code;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { minutes, address: oneLine(address) },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'code', code: oneLine(code) },
      { kind: 'text', text: ignore },
    ],
  };
};

const refundSent: Template<'refund_sent', RefundsMailTexts> = (
  { firstName, amount, txHash, path },
  { texts, layout },
) => {
  const { subject, heading, body, hash, open } = texts.refund_sent;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { amount: oneLine(amount) },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'details', rows: [{ label: hash, value: oneLine(txHash) }] },
      { kind: 'button', label: open, path },
    ],
  };
};

/** The mails of this feature. */
export const refundsMail = featureMail('refunds.mail', {
  refund_due: refundDue,
  refund_code: refundCode,
  refund_sent: refundSent,
});
