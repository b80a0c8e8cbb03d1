import { isSignedRow, signedTables, signedValues } from '#server/db/signing/signed-rows.ts';
import { raiseAlarm } from '#server/features/alarms/alarms.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Platform } from '#server/platform.ts';
import { batchReference } from './list/payouts.present.ts';
import {
  clearOldStatements,
  readChangedFiles,
  readSignedAttempts,
  readSignedPayouts,
} from './payouts.verify.queries.ts';

type Deps = Pick<Platform, 'db' | 'env' | 'inTx' | 'log' | 'now'> & SettingsPorts;

interface Changed {
  orderId: string;
  /** Of the order or the batch, as the mail names it. */
  reference: string;
  content: readonly unknown[];
}

/** Compares every payout and attempt with its signature and every file with its hash; each difference is an alarm, once. */
export async function verifyPayouts(deps: Deps): Promise<void> {
  const { db } = deps;
  for await (const row of readSignedPayouts(db))
    if (!isSignedRow(signedTables.payout, row))
      await report(deps, { ...row, content: ['payout', ...signedValues(signedTables.payout, row)] });
  for await (const row of readSignedAttempts(db))
    if (!isSignedRow(signedTables.payoutAttempt, row))
      await report(deps, { ...row, content: ['attempt', ...signedValues(signedTables.payoutAttempt, row)] });
  for (const { seq, orderId, sha256 } of await readChangedFiles(db))
    await report(deps, { orderId, reference: batchReference(seq), content: ['file', seq, sha256] });
}

async function report(deps: Deps, { orderId, reference, content }: Changed): Promise<void> {
  deps.log.error({ reference }, 'A payout or its file was changed behind the product: it is not paid');
  await raiseAlarm(deps, {
    subject: { type: 'transaction', id: orderId },
    action: 'transaction.signature_failed',
    content,
    audited: { reference },
    mail: {
      template: 'order_alarm',
      data: { reference, path: `/admin/transactions?q=${encodeURIComponent(reference)}` },
    },
  });
}

/** Statements name third persons: what they say is kept as long as other evidence. */
export async function endRetention(deps: Deps): Promise<void> {
  const { retentionYears } = settingsOf(deps).limits;
  await deps.inTx((tx) => clearOldStatements(tx, deps.now(), Math.max(1, retentionYears)));
}
