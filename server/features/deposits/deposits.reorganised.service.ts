import type { Db, Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { RemovedTransfer } from '#server/features/chains/chains.ports.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import { listApproved, listGone } from './deposits.reorganised.queries.ts';

/** Raises the alarm for approved sales whose deposit a reorganisation removed, in its transaction. */
export async function reportRemoved(
  { env }: Pick<Platform, 'env'>,
  tx: Tx,
  removed: readonly RemovedTransfer[],
): Promise<void> {
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id);
  for (const { orderId, reference, transferId } of await listApproved(tx, ids)) {
    const { chain, txHash = '', state } = removed.find(({ id }) => id === transferId) ?? {};
    await recordAudit(
      tx,
      'system',
      'deposit.reorganised',
      { type: 'transaction', id: orderId },
      { chain, txHash, state },
    );
    const to = { userId: null, email: env.admin.email, language: 'en' };
    await sendMail(tx, { template: 'deposit_alarm', to, data: { reference, txHash } });
  }
}

/** Approved sales whose deposit is in no block any more, for the overview. */
export async function reorganisedSales(db: Pick<Db, 'run'>): Promise<{ id: string; reference: string }[]> {
  return listGone(db);
}
