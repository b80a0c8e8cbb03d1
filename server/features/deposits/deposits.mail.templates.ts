import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type DepositsMailTexts = ServerTexts['deposits.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the administrator: the chain took back a transfer that a sale was approved for. */
    deposit_alarm: { reference: string; txHash: string };
  }
}

const depositAlarm: Template<'deposit_alarm', DepositsMailTexts> = ({ reference, txHash }, { texts, layout }) => {
  const labels = texts.deposit_alarm;
  const rows = [
    { label: labels.sale, value: reference },
    { label: labels.hash, value: txHash },
  ];
  return adminNotice(layout, { labels, rows, path: '/admin/transactions' });
};

/** The mails of this feature. */
export const depositsMail = featureMail('deposits.mail', { deposit_alarm: depositAlarm });
