import { newestCheckpoint, type ChainHead } from '#server/features/audit/audit.key.service.ts';
import { verifyNow } from '#server/features/audit/audit.verification.service.ts';
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

/** Rests after each thousand rows at least as long as reading them takes: a million rows are verified in minutes. */
const restMs = 100;

/** Verifies the audit log and records the outcome, which metrics and overview show. */
export async function verifyNightly(deps: Pick<Platform, 'db' | 'env' | 'inTx' | 'log'>): Promise<void> {
  const { findings, rowIds } = await verifyNow(deps, 'system', restMs);
  if (findings > 0) deps.log.error({ findings, rowIds }, 'the audit log was changed outside of this product');
}
