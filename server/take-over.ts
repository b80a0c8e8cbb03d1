import type { Tx } from './db/connection.ts';
import { recordAudit } from './features/audit/audit.service.ts';
import { dropWaitingMail } from './features/mail/mail.service.ts';
import { dropWaitingNotices } from './features/mail/notices/notices.service.ts';
import { stopNewsletters } from './features/newsletter/newsletter.sending.service.ts';

/**
 * Runs when a restored copy becomes the installation: mails that waited in its backup were sent since, or are late, and
 * a newsletter may have reached all by now.
 */
export async function onTakeOver(tx: Tx): Promise<void> {
  // Newsletters end first: a dropped mail no longer names the newsletter that it belonged to.
  await stopNewsletters(tx);
  await dropWaitingMail(tx);
  await dropWaitingNotices(tx);
  await recordAudit(tx, 'system', 'backup.restored');
}
