import { adminNotice, featureMail, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type AlarmsMailTexts = ServerTexts['alarms.mail'];

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

/** The mails of this feature. */
export const alarmsMail = featureMail('alarms.mail', {
  audit_cut: auditMail('audit_cut'),
  audit_head: auditMail('audit_head'),
});
