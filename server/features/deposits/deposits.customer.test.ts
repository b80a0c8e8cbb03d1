import { expect, test } from 'vitest';
import { depositView, type Play } from '#shared/deposits/deposits.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { aLitecoinSale, depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/outcomes.ts';
import { socketClients, waitForMessage } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { playTransfer } from './deposits.simulated.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { reviewer, sees, name } = depositReviews(testbed);
const { aClient, goAway } = socketClients(() => `${testbed.app.url.replace('http', 'ws')}/ws`);
const wait = { timeout: 20_000 };
const call: typeof testbed.app.call = (...sent) => testbed.app.call(...sent);
const play = (id: string, what: Play, { token } = reviewer) =>
  call('POST', `/api/admin/transactions/${id}/play`, { token, json: { play: what } });

/** A customer with a sale of half a Litecoin, and what they read of its deposit. */
async function aCustomerWithSale() {
  const ada = await aSeller(testbed.app, testbed.database.pool);
  const { id, address } = await aLitecoinSale(testbed, { userId: ada.id });
  const deposit = async () =>
    depositView.parse((await call('GET', `/api/transactions/${id}/deposit`, { token: ada.token })).body);
  return { ...ada, sale: id, address, deposit };
}

test('a customer names the transaction and watches it being confirmed', async () => {
  const ada = await aCustomerWithSale();
  const chain = litecoinOf(testbed);
  const transactionHash = chain.pay(ada.address, '0.5', '0.2');
  expect(await ada.deposit()).toEqual({ isRead: true, isSimulated: true, transactionHash: null, seen: null });
  const named = await name(ada.sale, ada, transactionHash.toUpperCase());
  expect(named).toMatchObject({ status: 200, body: { transactionHash } });
  const seen = { amount: 0.5, confirmations: 0, required: 6 };
  await expect.poll(ada.deposit, wait).toMatchObject({ transactionHash, seen });
  chain.mine(2);
  await expect.poll(ada.deposit, wait).toMatchObject({ seen: { ...seen, confirmations: 2 } });
}, 60_000);

test('a customer can neither read nor name the deposit of somebody else, nor a hash that is not one; one that another names is taken', async () => {
  const [ada, eve] = [await aCustomerWithSale(), await aCustomerWithSale()];
  const hash = litecoinOf(testbed).pay(ada.address, '0.5');
  expect(await outcome(name(ada.sale, eve, hash))).toMatch('404 not_found');
  const read = call('GET', `/api/transactions/${ada.sale}/deposit`, { token: eve.token });
  expect(await outcome(read)).toMatch('404 not_found');
  expect(await outcome(name(ada.sale, ada, 'nonsense'))).toMatch('400 invalid_input');
  for (const customer of [ada, eve]) expect(await outcome(name(customer.sale, customer, hash))).toBe('200');
});

test('a customer corrects the hash of an order five times, and then asks the team', async () => {
  const ada = await aCustomerWithSale();
  const rename = (digit: number) => name(ada.sale, ada, `${digit}`.repeat(64));
  for (const digit of [0, 1, 2, 3, 4, 5]) expect(await outcome(rename(digit))).toBe('200');
  const refused = await rename(6);
  expect(await outcome(refused)).toBe('409 conflict transaction_hash_renamed');
  expect(refused.body.fields).toHaveProperty('transactionHash');
  // The one on record is no change.
  expect(await outcome(rename(5))).toBe('200');
}, 60_000);

test('a played transfer reaches the customer and the reviewer like a real one, and is in the audit log', async () => {
  const ada = await aCustomerWithSale();
  const browser = await aClient({ token: ada.token });
  litecoinOf(testbed);
  expect(await outcome(play(ada.sale, 'exact'))).toBe('200');
  await waitForMessage(browser, { type: 'chain_advanced', chain: 'litecoin' });
  const seen = { amount: 0.5, confirmations: 0, required: 6 };
  await expect.poll(ada.deposit, wait).toMatchObject({ isSimulated: true, seen });
  for (let block = 0; block < 6; block += 1) await play(ada.sale, 'block');
  await expect.poll(ada.deposit, wait).toMatchObject({ seen: { ...seen, confirmations: 6 } });
  await sees(ada.sale, 'pale fits_shared');
  const audited = `select details from audit_log where action = 'deposit.played' and subject_id = $1`;
  expect(await testbed.rows(audited, [ada.sale])).toEqual([{ details: { play: 'exact' } }]);
  goAway();
}, 60_000);

test('too little, another token, a late transfer and one that the chain takes back look as they would', async () => {
  const played: [Play, string][] = [
    ['less', 'red short'],
    ['wrong_token', 'red other_token'],
    ['late', 'pale fits_shared'],
    ['exact', 'pale fits_shared'],
  ];
  const sales: string[] = [];
  for (const [what] of played) {
    const { id } = await aLitecoinSale(testbed);
    expect(await outcome(play(id, what))).toBe('200');
    sales.push(id);
  }
  litecoinOf(testbed).mine(6);
  for (const [at, [, verdict]] of played.entries()) await sees(sales[at] ?? '', verdict);
  const gone = sales.at(-1) ?? '';
  expect(await outcome(play(gone, 'reorganised'))).toBe('200');
  await sees(gone, 'red not_found');
}, 60_000);

test('nothing is played on a chain that is not simulated, in production, by support, or for a decided order', async () => {
  const { app, database } = testbed;
  const actor = await aUser(database.pool);
  expect(await outcome(play(await anOrder(app.deps, actor), 'exact'))).toBe('404 not_found page_not_found');
  const { id } = await aLitecoinSale(testbed);
  const production = { ...app.deps, env: { ...app.deps.env, production: true } };
  const inProduction = playTransfer(production, actor, id, 'exact');
  await expect(inProduction).rejects.toMatchObject({ because: { reason: 'page_not_found' } });
  expect(await outcome(play(id, 'exact', await aColleague(testbed, 'support')))).toBe('403 not_permitted');
  const decided = `update orders set status = 'failed', decided_at = now(), version = version + 1 where id = $1`;
  await testbed.rows(decided, [id]);
  expect(await outcome(play(id, 'exact'))).toMatch('409 already_decided');
});
