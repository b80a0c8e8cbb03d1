import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { raiseAlarm, reportForged, reportTamperedSettlement } from '#server/features/alarms/alarms.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Evidence } from '#server/features/users/users.service.ts';
import type { Platform } from '#server/platform.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { readProfiles } from './accounts/payouts.accounts.queries.ts';
import { isOwnProfile } from './accounts/payouts.profiles.service.ts';
import { batchReference } from './list/payouts.present.ts';
import { blockSize, listPayable } from './list/payouts.settled.queries.ts';
import { tamperedOrders } from './list/payouts.settled.service.ts';
import { countUnsent, countUnsettled, readAsked } from './payouts.mail.queries.ts';
import { queuePayoutMails } from './payouts.mail.ts';
import type { PayoutsDeps } from './payouts.ports.ts';
import { isAskedAgain } from './payouts.steps.ts';
import * as queries from './payouts.verify.queries.ts';

export { exportPayoutsPersonalData } from './payouts.verify.queries.ts';

/** Raises the alarm, once, for each payout, attempt, layout, file and settlement that the product did not write so. */
export async function verifyPayouts(deps: PayoutsDeps): Promise<void> {
  const { db } = deps;
  for await (const row of queries.readSignedPayouts(db))
    if (!isSignedRow(signedTables.payout, row)) await reportForged(deps, 'payout', row);
  for await (const row of queries.readSignedAttempts(db))
    if (!isSignedRow(signedTables.payoutAttempt, row)) await reportForged(deps, 'payoutAttempt', row);
  await verifySettled(deps);
  // A profile from before they were signed writes no file either, but raises no alarm: the page marks it.
  for (const row of await readProfiles(db))
    if (row.signature !== null && !isOwnProfile(row)) await reportForged(deps, 'payoutProfile', row);
  for (const { id, seq, sha256, found } of await queries.readChangedFiles(db)) {
    const reference = batchReference(seq);
    deps.log.error({ batch: reference }, 'The file of a batch was changed behind the product: it is not served');
    await raiseAlarm(deps, {
      subject: { type: 'payout_batch', id },
      content: [sha256, found],
      audited: auditRecord('payout_batch.file_changed', { reference }),
      mail: { template: 'order_alarm', data: { reference, path: '/admin/payouts?tab=sent' } },
    });
  }
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Raises the alarm for each payable order whose payout would differ from its signed entry. */
async function verifySettled(deps: PayoutsDeps): Promise<void> {
  for (let after = beforeAll; ;) {
    const block = await listPayable(deps.db, { after });
    const tamperedById = await tamperedOrders(deps.db, block);
    for (const { orderId: id, reference } of block) {
      const match = tamperedById.get(id);
      if (match) await reportTamperedSettlement(deps, { id, reference }, [match.signed, ...match.amounts]);
    }
    const lastPayout = block.at(-1);
    if (!lastPayout || block.length < blockSize) return;
    after = lastPayout.id;
  }
}

/**
 * Clears the texts of statements, which name third persons, once the years of retention are over; after one year at
 * least.
 */
export async function endRetention(deps: PayoutsDeps): Promise<void> {
  const { retentionYears } = settingsOf(deps).limits;
  await deps.inTx((tx) => queries.clearOldStatements(tx, deps.now(), Math.max(1, retentionYears)));
}

/**
 * Reminds the team of batches that were released a day ago and not handed over, and of payouts without a line of a
 * statement after five days; and each week a customer whose money was returned.
 */
export async function remindOfPayouts({ db, inTx, now }: Pick<Platform, 'db' | 'inTx' | 'now'>): Promise<void> {
  const at = now();
  const hoursAgo = (hours: number) => new Date(at.getTime() - hours * hourMs);
  const { batches: releasedBatches } = await countUnsent(db, { before: hoursAgo(24) });
  const { attempts: sentAttempts } = await countUnsettled(db, { before: hoursAgo(5 * 24) });
  const dueReminders = (await readAsked(db)).filter(({ since }) => isAskedAgain(since, at));
  await inTx(async (tx) => {
    if (releasedBatches > 0 || sentAttempts > 0)
      await notifyTeam(tx, { template: 'payouts_late', data: { released: releasedBatches, sent: sentAttempts } });
    await queuePayoutMails(
      tx,
      'payout_returned',
      dueReminders.map(({ id }) => id),
    );
  });
}

/** The payees of a deleted user, which are erased after the retention period; the amounts stay. */
export const payoutEvidence: Evidence = { exists: queries.hasPayouts, erase: queries.erasePayeesOf };
