import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail, type MailMessage } from '#server/features/mail/mail.service.ts';
import { signFields } from '#server/lib/keys.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditActionName } from '#shared/audit/audit.actions.ts';
import { insertForgeryAlarm } from './alarms.queries.ts';

/** A signed row whose content the product did not write. */
export type Forgery = {
  subject: { type: 'wallet' | 'payment_method' | 'sell_quote' | 'transaction' | 'audit_log'; id: string };
  /** What the audit log calls it. */
  action: AuditActionName;
  /** The whole forged row: another forgery is another alarm. */
  signedFields: readonly unknown[];
  /** What the audit log stores of it. */
  audited: Record<string, unknown>;
  /** Never contains the address or account: a reader of the mail could mistake it for ours. */
  mail: MailMessage;
};

/** Forgeries this process has reported: asking the database each time would let a customer's click write. */
const reported = new Set<string>();

/** Notifies the administrator of a forgery by audit row and mail, once in the whole cluster. */
export async function raiseAlarm({ env, inTx }: Pick<Platform, 'env' | 'inTx'>, forgery: Forgery): Promise<void> {
  const { subject, action, signedFields, audited, mail } = forgery;
  const fingerprint = signFields(env.encryptionKey, 'forgery alarm', [
    subject.type,
    subject.id,
    action,
    ...signedFields,
  ]);
  const known = fingerprint.toString('base64');
  if (reported.has(known)) return;
  await inTx(async (tx) => {
    if (!(await insertForgeryAlarm(tx, fingerprint, subject))) return;
    await recordAudit(tx, 'system', action, subject, audited);
    await sendMail(tx, { ...mail, to: { userId: null, email: env.admin.email, language: 'en' } });
  });
  reported.add(known);
}
