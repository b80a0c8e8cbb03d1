import { newestCheckpoint, type ChainHead } from '#server/features/audit/audit.key.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import { raiseAlarm } from './alarms.service.ts';

/** The audit log no longer holds a checkpoint that it once held; one alarm for each. */
export async function raiseCutLogAlarm(deps: Pick<Platform, 'env' | 'inTx'>, head: ChainHead): Promise<void> {
  await raiseAlarm(deps, {
    subject: { type: 'audit_log', id: head.seq },
    action: 'audit_log.end_removed',
    content: [head.seq, head.hash],
    audited: { ...head },
    mail: { template: 'audit_cut', data: head },
  });
}

/** Mails the newest checkpoint of the audit log to the administrator: evidence outside this machine and its database. */
export async function mailAuditHead({ db, env, inTx }: Pick<Platform, 'db' | 'env' | 'inTx'>): Promise<void> {
  const head = await newestCheckpoint(db);
  if (!head) return;
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await inTx((tx) => sendMail(tx, { template: 'audit_head', data: head, to }));
}
