import { expect, test } from 'vitest';
import { unnamedAmount } from '#shared/kernel/money.ts';
import { bookCalls } from '#tests/factories/books.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { anOwnSale } from '#tests/factories/own-sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0' });
const { admin, aBoughtSale } = bookCalls(testbed);

const litecoin = async () => {
  const { body } = await admin.get<{ coins: { id: string; readAt: string | null }[] }>('books/reconciliation');
  return body.coins.find(({ id }) => id === 'litecoin');
};

test('the owner reads the node’s balances of paid addresses, and the coins that left unbooked', async () => {
  const { mine, pay, source } = litecoinOf(testbed);
  const { address } = await anOwnSale(testbed);
  pay(address, '0.4');
  mine(12);
  await expect.poll(litecoin).toMatchObject({ book: '0.4', chain: '0.4', difference: '0', gap: null });
  expect((await litecoin())?.readAt).toBeTruthy();
  source.controls?.pay([{ to: 'an exchange', coinId: 'litecoin', amount: unnamedAmount('coin', '0.1') }], {
    from: address,
  });
  mine();
  // A node is asked once a minute.
  testbed.minutesLater(2);
  expect(await litecoin()).toMatchObject({ book: '0.4', chain: '0.3', difference: '-0.1', gap: null });
});

test('coins whose chain is not read have no balance, and the reason', async () => {
  await aBoughtSale();
  const { body } = await admin.get<{ coins: object[] }>('books/reconciliation');
  expect(body.coins).toContainEqual({
    id: 'bitcoin',
    book: '0.01',
    chain: null,
    difference: null,
    gap: 'not_read',
    readAt: null,
    entries: 1,
  });
});
