import { expect, test } from 'vitest';
import { depositView } from '#shared/deposits/deposits.contract.ts';
import { aLitecoinSale, litecoinOf } from '#tests/factories/deposits.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const aCustomer = () => aSeller(testbed.app, testbed.database.pool);
const name = (id: string, token: string, transactionHash: string) =>
  testbed.app.call('PUT', `/api/transactions/${id}/hash`, { token, json: { transactionHash } });

test('a customer names the transaction and watches it being confirmed', async () => {
  const ada = await aCustomer();
  const { id, address } = await aLitecoinSale(testbed, { userId: ada.id });
  const deposit = async () => {
    const { body } = await testbed.app.call('GET', `/api/transactions/${id}/deposit`, { token: ada.token });
    return depositView.parse(body);
  };
  const chain = litecoinOf(testbed);
  const transactionHash = chain.pay(address, '0.5', '0.2');
  expect(await deposit()).toEqual({ isRead: true, isSimulated: true, transactionHash: null, seen: null });
  const named = await name(id, ada.token, transactionHash.toUpperCase());
  expect(named).toMatchObject({ status: 200, body: { transactionHash } });
  await expect.poll(deposit, { timeout: 15_000 }).toMatchObject({
    transactionHash,
    seen: { amount: 0.5, confirmations: 0, required: 6 },
  });
  chain.mine(2);
  await expect.poll(deposit, { timeout: 15_000 }).toMatchObject({ seen: { amount: 0.5, confirmations: 2 } });
}, 60_000);

test('a customer can neither read nor name the deposit of somebody else, nor a hash that is not one; one that another names is taken', async () => {
  const [ada, eve] = [await aCustomer(), await aCustomer()];
  const [ours, theirs] = [
    await aLitecoinSale(testbed, { userId: ada.id }),
    await aLitecoinSale(testbed, { userId: eve.id }),
  ];
  const hash = litecoinOf(testbed).pay(ours.address, '0.5');
  expect((await name(ours.id, eve.token, hash)).status).toBe(404);
  const read = await testbed.app.call('GET', `/api/transactions/${ours.id}/deposit`, { token: eve.token });
  expect(read.status).toBe(404);
  expect(await name(ours.id, ada.token, 'nonsense')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect((await name(ours.id, ada.token, hash)).status).toBe(200);
  expect((await name(theirs.id, eve.token, hash)).status).toBe(200);
});

test('a customer corrects the hash of an order five times, and then asks the team', async () => {
  const ada = await aCustomer();
  const { id } = await aLitecoinSale(testbed, { userId: ada.id });
  const hashes = Array.from({ length: 7 }, (_, index) => `${index}`.repeat(64));
  const answers: number[] = [];
  for (const hash of hashes) answers.push((await name(id, ada.token, hash)).status);
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 409]);
  // The one on record is no change.
  expect((await name(id, ada.token, hashes[5] ?? '')).status).toBe(200);
  expect(await name(id, ada.token, hashes[6] ?? '')).toMatchObject({
    body: { code: 'conflict', reason: 'transaction_hash_renamed', fields: { transactionHash: {} } },
  });
}, 60_000);
