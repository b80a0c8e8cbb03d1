import { expect, test } from 'vitest';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { setSettings } from '#tests/factories/approvals.ts';
import { aLitecoinSale, litecoinOf } from '#tests/factories/deposits.ts';
import { anOwnSale } from '#tests/factories/own-sales.ts';
import { refundCalls } from '#tests/factories/refunds.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { unmatchedNeeds } from './unmatched.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, row, rows } = testbed;
const { reviewer } = refundCalls(testbed);
const wait = { timeout: 30_000 };

/** Pays an address and waits for the block; answers the transfer's id. */
async function paid(address: string, amount: string): Promise<string> {
  const chain = litecoinOf(testbed);
  const txHash = chain.pay(address, amount);
  chain.mine(1);
  const included = `select id from chain_transfers where tx_hash = $1 and state = 'included'`;
  await expect.poll(() => rows(included, [txHash]), wait).toHaveLength(1);
  return String((await row(included, [txHash])).id);
}

type Listed = { id: string; awaitedBy: unknown; fits: unknown };
const listed = async (state: 'open' | 'all', id: string) =>
  (await reviewer.get<Listed[]>(`unmatched?state=${state}&pageSize=100`)).body.find((transfer) => transfer.id === id);

test('coins count in the sums from their block on, and not only once they are final', async () => {
  const { id, address } = await anOwnSale(testbed);
  await rows(`update orders set status = 'failed', stage = 'closed', decided_at = now(), version = version + 1 where id = $1`, [id]);
  await paid(address, '0.7');
  type Sums = Record<'cryptoId' | 'arrived' | 'claimed' | 'unmatched' | 'refunded' | 'kept', string>;
  const { body } = await reviewer.get<Sums[]>('unmatched/sums');
  expect(body).toEqual([
    { cryptoId: 'litecoin', arrived: '0.7', claimed: '0', unmatched: '0.7', refunded: '0', kept: '0' },
  ]);
}, 60_000);

test('what an open sale at a shared address could be is shown with that sale, and waits for its decision', async () => {
  const { id: orderId, address } = await aLitecoinSale(testbed);
  const { reference } = await row('select reference from orders where id = $1', [orderId]);
  const before = await unmatchedNeeds(app.deps);
  const id = await paid(address, '0.5');
  expect(await listed('open', id)).toBeUndefined();
  expect(await listed('all', id)).toMatchObject({ awaitedBy: { orderId, reference } });
  expect(await unmatchedNeeds(app.deps)).toEqual(before);
  const decided = reviewer.post(`unmatched/${id}/keep`, { reason: 'Nobody’s.' });
  expect(await outcome(decided)).toBe('409 conflict transfer_awaited');
}, 60_000);

test('how much less than a sale a transfer may be to be its own is what the settings say', async () => {
  const { id: orderId, address } = await aLitecoinSale(testbed);
  const id = await paid(address, '0.47');
  expect(await listed('open', id)).toMatchObject({ awaitedBy: null, fits: [] });
  const { deposits } = settingsOf(app.deps);
  const answer = await setSettings(testbed, { deposits: { ...deposits, tolerance: { percent: 7, maxUsd: 1_000 } } });
  expect(answer.status).toBe(200);
  await expect.poll(() => listed('open', id), wait).toBeUndefined();
  expect(await listed('all', id)).toMatchObject({ awaitedBy: { orderId } });
}, 60_000);
