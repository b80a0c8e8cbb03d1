import { expect, test } from 'vitest';
import { bankDetails } from '#tests/factories/orders.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();
const ada = fixture(() => aSeller(app, database.pool));

const save = (seller: Seller, details: object) =>
  callsOf(app, seller).post('payout-accounts', { currency: 'NGN', ...bankDetails, ...details });
const list = (seller: Seller) => callsOf(app, seller).list('payout-accounts');

test('an account is stored once, in any spelling', async () => {
  const first = await save(ada, {});
  const secondAnswer = await save(ada, { accountNumber: '0123 456-789', bankName: ' first  BANK ' });
  expect([first.status, secondAnswer.status]).toEqual([201, 201]);
  expect(secondAnswer.body.id).toBe(first.body.id);
  await save(ada, { currency: 'USD' });
  await save(ada, { accountNumber: '0123456780' });
  expect(await list(ada)).toHaveLength(3);
});

test('an account at a listed bank is stored once, with or without the code of its bank', async () => {
  const gtb = { bankName: 'GTBank', accountNumber: '0152792740' };
  const first = await save(ada, gtb);
  expect((await save(ada, { ...gtb, bankCode: '058' })).body.id).toBe(first.body.id);
  expect((await save(ada, { ...gtb, bankCode: '50515' })).body.id).not.toBe(first.body.id);
});

test('a PayPal account needs an email address', async () => {
  const savePayPal = (accountNumber: string) => save(ada, { method: 'paypal', bankName: 'PayPal', accountNumber });
  const fields = { accountNumber: 'Please enter the account’s email address' };
  expect(await savePayPal('12345')).toMatchObject({ status: 400, body: { fields } });
  expect((await savePayPal('ada@example.com')).status).toBe(201);
});

test('a customer cannot see or remove the accounts of another', async () => {
  const eve = await aSeller(app, database.pool);
  const { body } = await save(ada, { accountNumber: '0123456781' });
  const remove = async (seller: Seller) =>
    (await callsOf(app, seller).del(`payout-accounts/${String(body.id)}`)).status;
  expect(await list(eve)).toEqual([]);
  expect([await remove(eve), await remove(ada), await remove(ada)]).toEqual([404, 204, 404]);
});

test('a customer has at most fifty accounts, and the longest unused is removed first', async () => {
  const bob = await aSeller(app, database.pool);
  for (let i = 0; i < 52; i += 1) await save(bob, { accountNumber: String(1000 + i) });
  const accounts = await list(bob);
  expect(accounts).toHaveLength(50);
  expect(accounts.at(-1)).toMatchObject({ accountNumber: '1002' });
});
