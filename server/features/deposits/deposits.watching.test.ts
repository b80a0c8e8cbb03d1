import { expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', CHAIN_ETHEREUM: 'simulated' });

test('a payment to the address that customers are shown is stored within ten seconds, by the running product', async () => {
  const { app, rows } = testbed;
  const [{ address } = {}] = await rows(
    `select address from deposit_wallets where crypto_id = 'litecoin' and is_active`,
  );
  const { controls } = app.deps.chainReaders.get('litecoin')?.source ?? {};
  const paid = { to: String(address), coinId: 'litecoin', amount: decimal('1.5') };
  const txHash = controls?.pay([paid]);
  const stored = () => rows('select tx_hash, amount::float8, state from chain_transfers');
  await expect.poll(stored, { timeout: 10_000 }).toEqual([{ tx_hash: txHash, amount: 1.5, state: 'seen' }]);
  controls?.mine(6);
  await expect.poll(stored, { timeout: 10_000 }).toEqual([{ tx_hash: txHash, amount: 1.5, state: 'final' }]);
  expect(await rows('select chain, last_error from chain_cursors order by chain')).toEqual([
    { chain: 'ethereum', last_error: null },
    { chain: 'litecoin', last_error: null },
  ]);
});
