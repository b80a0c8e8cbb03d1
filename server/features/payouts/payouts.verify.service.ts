import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { raiseAlarm, reportForged } from '#server/features/alarms/alarms.service.ts';
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

/** Raises the alarm, once, for each payout, attempt and file that the product did not write so. */
export async function verifyPayouts(deps: Deps): Promise<void> {
  const { db } = deps;
  for await (const row of readSignedPayouts(db))
    if (!isSignedRow(signedTables.payout, row)) await reportForged(deps, 'payout', row);
  for await (const row of readSignedAttempts(db))
    if (!isSignedRow(signedTables.payoutAttempt, row)) await reportForged(deps, 'payoutAttempt', row);
  for (const { id, seq, sha256, found } of await readChangedFiles(db)) {
    const reference = batchReference(seq);
    deps.log.error({ batch: reference }, 'The file of a batch was changed behind the product: it is not served');
    await raiseAlarm(deps, {
      subject: { type: 'payout_batch', id },
      action: 'payout_batch.file_changed',
      content: [sha256, found],
      audited: { reference },
      mail: { template: 'order_alarm', data: { reference, path: '/admin/payouts?tab=sent' } },
    });
  }
}

/** Statements name third persons: what they say is kept as long as other evidence. */
export async function endRetention(deps: Deps): Promise<void> {
  const { retentionYears } = settingsOf(deps).limits;
  await deps.inTx((tx) => clearOldStatements(tx, deps.now(), Math.max(1, retentionYears)));
}
