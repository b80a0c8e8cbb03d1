import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { raiseAlarm, reportForged } from '#server/features/alarms/alarms.service.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { batchReference } from './list/payouts.present.ts';
import { readChangedFiles, readLivePayouts } from './payouts.verify.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'payouts.verify': object;
  }
}

/** Raises the alarm for each file and each payout that the product did not write so. */
async function verifyPayouts(deps: Platform): Promise<void> {
  for (const { id, seq, sha256, found } of await readChangedFiles(deps.db)) {
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
  for (const row of await readLivePayouts(deps.db))
    if (!isSignedRow(signedTables.payout, row)) await reportForged(deps, 'payout', row);
}

/** Once a day, before the first batch is made. */
export const payoutsJobs: FeatureJobs<Platform> = {
  tasks: { 'payouts.verify': (deps) => verifyPayouts(deps) },
  crons: [{ task: 'payouts.verify', at: '23 4 * * *' }],
};
