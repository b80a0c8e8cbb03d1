import { expect, test, vi } from 'vitest';
import { pauseAfter } from '#server/features/chains/chains.watcher.ts';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { decimal } from '#shared/kernel/money.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { aLitecoinSale, litecoinOf } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', CHAIN_ETHEREUM: 'simulated' });
const wait = { timeout: 30_000 };

test('a payment to the address that customers are shown is stored by the running product', async () => {
  const { app, rows } = testbed;
  const [{ address } = {}] = await rows(
    `select address from deposit_wallets where crypto_id = 'litecoin' and is_active`,
  );
  const { controls } = app.deps.chainReaders.get('litecoin')?.source ?? {};
  const paid = { to: String(address), coinId: 'litecoin', amount: decimal('1.5') };
  const txHash = controls?.pay([paid]);
  const stored = () => rows('select tx_hash, amount::float8, state from chain_transfers');
  await expect.poll(stored, wait).toEqual([{ tx_hash: txHash, amount: 1.5, state: 'seen' }]);
  controls?.mine(6);
  await expect.poll(stored, wait).toEqual([{ tx_hash: txHash, amount: 1.5, state: 'final' }]);
  expect(await rows('select chain, last_error from chain_cursors order by chain')).toEqual([
    { chain: 'ethereum', last_error: null },
    { chain: 'litecoin', last_error: null },
  ]);
});

test('a reviewer reads of a transfer, and of its blocks, after the first reading that begins once the source knows them', async () => {
  const { app, database } = testbed;
  const { token } = await aMember(database.pool, app.deps, 'reviewer');
  const { id, address } = await aLitecoinSale(testbed);
  const source = app.deps.chainReaders.get('litecoin')?.source;
  if (!source?.pending) throw new Error('The simulated chain is switched off.');
  // Each reading of the chain begins with its mempool, and is stored before the next one begins.
  const readings = vi.spyOn(source as Required<typeof source>, 'pending');
  const chain = litecoinOf(testbed);
  const readAfter = async (change: () => void): Promise<string> => {
    change();
    const begun = readings.mock.calls.length;
    await expect.poll(() => readings.mock.calls.length, wait).toBeGreaterThanOrEqual(begun + 2);
    const { body } = await app.call('GET', `/api/admin/transactions/${id}/verdict`, { token });
    return verdictView.parse(body).level;
  };
  expect(await readAfter(() => void chain.pay(address, '0.5'))).toBe('amber');
  expect(await readAfter(() => chain.mine(6))).toBe('pale');
}, 120_000);

test('two readings of a chain are at most five seconds apart, so that a transfer is on the screen within ten', () => {
  for (const chain of chainNames) expect(pauseAfter(chain, 0)).toBeLessThanOrEqual(5_000);
});
