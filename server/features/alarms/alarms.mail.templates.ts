import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import { ar } from './mail/ar.ts';
import { de } from './mail/de.ts';
import { en, type AlarmsMailTexts } from './mail/en.ts';
import { es } from './mail/es.ts';
import { fr } from './mail/fr.ts';
import { ja } from './mail/ja.ts';
import { ko } from './mail/ko.ts';
import { pt } from './mail/pt.ts';
import { ru } from './mail/ru.ts';
import { zh } from './mail/zh.ts';

/** A checkpoint of the audit log: its number and its hash in hex. */
type Checkpoint = { seq: string; hash: string };

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To the administrator: the audit log no longer holds a checkpoint that it once held. */
    audit_cut: Checkpoint;
    /** To the administrator, once a week: evidence of the log's end that access to the database cannot undo. */
    audit_head: Checkpoint;
  }
}

const auditMail =
  <Name extends 'audit_cut' | 'audit_head'>(name: Name): Template<Name, AlarmsMailTexts> =>
  ({ seq, hash }: Checkpoint, { texts, layout }) => {
    const { subject, heading, body } = name === 'audit_cut' ? texts.audit_cut : texts.audit_head;
    const labels = { subject, heading, body, open: texts.open };
    const rows = [
      { label: texts.checkpoint, value: seq },
      { label: texts.hash, value: hash },
    ];
    const notice = adminNotice(layout, { labels, rows, path: '/admin/audit-log' });
    return { ...notice, values: { seq: /^\d+$/.test(seq) ? seq : '' } };
  };

const texts = { ar, de, en, es, fr, ja, ko, pt, ru, zh };

/** The mails of this feature. */
export const alarmsMail = featureMail(texts, {
  audit_cut: auditMail('audit_cut'),
  audit_head: auditMail('audit_head'),
});
