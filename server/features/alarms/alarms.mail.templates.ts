import {
  featureMail,
  noticeBlocks,
  type MailContext,
  type TemplateResult,
} from '#server/features/mail/mail.templates.service.ts';

/** A checkpoint of the audit log: its number and its hash in hex. */
type Checkpoint = { seq: string; hash: string };

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Mail to the administrator: the audit log no longer holds a checkpoint that it once held. */
    audit_cut: Checkpoint;
    /** Mail to the administrator, once a week: evidence of the log's end that access to the database cannot undo. */
    audit_head: Checkpoint;
  }
}

const checkpointMail = (
  { seq, hash }: Checkpoint,
  { text, texts }: MailContext<'alarms.mail', 'audit_cut' | 'audit_head'>,
): TemplateResult => ({
  values: { seq: /^\d+$/.test(seq) ? seq : '' },
  blocks: noticeBlocks({ ...texts, ...text }, '/admin/audit-log', [
    [texts.checkpoint, seq],
    [texts.hash, hash],
  ]),
});

export const alarmsMail = featureMail('alarms.mail', { audit_cut: checkpointMail, audit_head: checkpointMail });
