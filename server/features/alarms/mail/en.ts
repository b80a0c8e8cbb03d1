import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  audit_cut: {
    subject: 'Alarm: the end of the audit log was cut off',
    heading: 'The end of the audit log was cut off',
    body: 'The audit log in the database no longer holds the checkpoint below: entries were removed from its end, or an older state of the database was brought back. If you restored a backup yourself, delete audit-head.json in the data folder and restart. Otherwise somebody can write to your database: find out who.',
  },
  audit_head: {
    subject: 'The audit log reaches to checkpoint {seq}',
    heading: 'How far the audit log reaches',
    body: 'Keep this mail. It shows later whether entries were cut off the end of the audit log, even by somebody who controls the server and its database: run the audit check with the number and the hash below.',
  },
  checkpoint: 'Checkpoint',
  hash: 'Hash',
  open: 'Open the audit log',
} as const;

/** What a translation has to hold. */
export type AlarmsMailTexts = Translated<typeof en>;
