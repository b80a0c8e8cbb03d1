import { expect, test, vi } from 'vitest';
import type { Tx } from '#server/db/connection.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { setAttemptStates } from './payouts.moves.queries.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, rows } = testbed;
const { aPayout, aBatch, release, markSent } = payoutCalls(testbed);

const lockWaits = `select 1 from pg_stat_activity where datname = current_database()
  and application_name = 'landfall' and wait_event_type = 'Lock'`;
const settle = (tx: Tx, id: string) =>
  setAttemptStates(tx, [id], { from: ['sent'], to: 'settled', settledBy: 'member', now: app.deps.now() });

test('a batch closes when its last two payouts arrive at the same moment', async () => {
  const first = await aPayout();
  const second = await aPayout(inEuro('20.00'));
  const batch = await aBatch([first.id, second.id]);
  await release(batch);
  await markSent(batch);
  const settling: Promise<void>[] = [];
  await app.deps.inTx(async (tx) => {
    await settle(tx, first.id);
    settling.push(app.deps.inTx(async (other) => settle(other, second.id)));
    await vi.waitFor(async () => expect(await rows(lockWaits)).toHaveLength(1), 30_000);
  });
  await Promise.all(settling);
  expect(await rows(`select state from payout_batches where id = $1`, [batch.id])).toEqual([{ state: 'closed' }]);
});
