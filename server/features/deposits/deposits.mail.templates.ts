import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import { ar } from './mail/ar.ts';
import { de } from './mail/de.ts';
import { en, type DepositsMailTexts } from './mail/en.ts';
import { es } from './mail/es.ts';
import { fr } from './mail/fr.ts';
import { ja } from './mail/ja.ts';
import { ko } from './mail/ko.ts';
import { pt } from './mail/pt.ts';
import { ru } from './mail/ru.ts';
import { zh } from './mail/zh.ts';

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

const texts = { ar, de, en, es, fr, ja, ko, pt, ru, zh };

/** The mails of this feature. */
export const depositsMail = featureMail(texts, { deposit_alarm: depositAlarm });
