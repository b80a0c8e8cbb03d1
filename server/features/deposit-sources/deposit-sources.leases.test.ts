import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DepositSourceView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { chainOf } from '#tests/factories/deposits.ts';
import { litecoinSource, payee, sourceCalls, tronAddresses } from '#tests/factories/own-addresses.ts';
import { aSeller, saleOf, type Seller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({
  CHAIN_LITECOIN: 'simulated',
  CHAIN_TRON: 'simulated',
  CHAIN_XRPL: 'simulated',
  WALLET_COOLOFF_HOURS: '0',
});
const { rows } = testbed;
const wait = { timeout: 30_000 };
const admin = fixture(() => sourceCalls(testbed));
const listedAddresses = tronAddresses(20);
const tagAddress = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';

beforeAll(async () => {
  await admin.post('', litecoinSource);
  await admin.post('', { kind: 'pool', chain: 'tron', coinIds: ['tron', 'usdt-trc20'], addresses: listedAddresses });
  await admin.post('', { kind: 'tags', cryptoId: 'ripple', address: tagAddress });
  const isRead = async () => (await rows('select 1 from chain_cursors where ok_at is not null')).length === 3;
  await vi.waitUntil(isRead, wait);
});

/** Changes rows in the database as the product itself never does. */
async function behindTheProduct(statement: string, values: unknown[] = []) {
  const client = await testbed.database.pool.connect();
  await client.query('begin; set local session_replication_role = replica');
  await client.query(statement, values);
  await client.query('commit');
  client.release();
}

beforeEach(async () => {
  await behindTheProduct('delete from address_leases');
  await behindTheProduct('delete from chain_transfers');
  await behindTheProduct('update deposit_addresses set paid_at = null, rests_until = null');
  const folder = join(testbed.app.deps.env.dataDir, 'files');
  const isOfLease = (name: string) => name.endsWith('.mark') && !name.startsWith('00000000');
  for (const name of await readdir(folder)) if (isOfLease(name)) await rm(join(folder, name));
});

const sales = { tron: saleOf('tron', 100), litecoin: saleOf('litecoin', 1), ripple: saleOf('ripple', 50) };
type SaleName = keyof typeof sales;
const newcomer = () => aSeller(testbed.app, testbed.database.pool, { kyc: 'none' });
const knownCustomer = () => aSeller(testbed.app, testbed.database.pool);
const quote = ({ token }: Seller, coin: SaleName = 'tron') =>
  testbed.app.call('POST', '/api/sell-quotes', { token, json: { ...sales[coin], ...payee } });
const drop = ({ token }: Seller, id: unknown) =>
  testbed.app.call('DELETE', `/api/sell-quotes/${String(id)}`, { token });
/** Returns the address, with its tag, that a customer is shown for a sale, or the refusal. */
const showAddress = async (customer: Seller, coin: SaleName = 'tron') => {
  const { status, body } = await quote(customer, coin);
  const { address, memo } = (body.deposit ?? {}) as { address?: string; memo?: string | null };
  return status === 201 ? `${address} ${memo ?? ''}`.trim() : `${status} ${String(body.reason ?? body.code)}`;
};
/** Makes a quote that its customer drops at once; returns its address, or the refusal. */
const takeAndDrop = async (customer: Seller, coin: SaleName = 'tron') => {
  const { status, body } = await quote(customer, coin);
  if (status !== 201) return `${status} ${String(body.reason ?? body.code)}`;
  expect(await outcome(drop(customer, body.quoteId))).toBe('204');
  return (body.deposit as { address: string }).address;
};
/** Lets time pass for all leases. */
const age = (time: string) =>
  behindTheProduct(
    `update address_leases set leased_at = leased_at - $1::interval, expires_at = expires_at - $1::interval,
       ended_at = ended_at - $1::interval, watched_until = watched_until - $1::interval`,
    [time],
  );
const makeInTurn = async <Made>(count: number, make: () => Promise<Made>) => {
  const result: Made[] = [];
  while (result.length < count) result.push(await make());
  return result;
};

test.each<SaleName>(['tron', 'litecoin', 'ripple'])(
  'a visitor who requests and drops quotes holds at most one address of %s',
  async (coin) => {
    const visitor = await newcomer();
    const takenAddresses = await makeInTurn(20, () => takeAndDrop(visitor, coin));
    expect(new Set(takenAddresses.slice(6))).toEqual(new Set(['409 own_quotes_max']));
    const leasedAddresses = await rows('select distinct address_id from address_leases');
    expect(leasedAddresses).toHaveLength(1);
    expect(await showAddress(await knownCustomer(), coin)).toMatch(/^[a-zA-Z]/);
  },
);

test('a customer has three addresses at a time, and gets a dropped one again', async () => {
  const ada = await knownCustomer();
  const first = await quote(ada, 'litecoin');
  await quote(ada);
  await quote(ada, 'ripple');
  expect(await showAddress(ada)).toBe('409 own_quotes_max');
  await drop(ada, first.body.quoteId);
  // The dropped lease still counts, except where the customer takes the address again.
  expect(await showAddress(ada)).toBe('409 own_quotes_max');
  const { address } = first.body.deposit as { address: string };
  expect(await showAddress(ada, 'litecoin')).toBe(address);
  expect(await rows('select 1 from address_leases where ended_at is null')).toHaveLength(3);
});

test('new customers have at most a fifth of a list, and paying ones are still served', async () => {
  const visitors = await makeInTurn(12, newcomer);
  const answers = await Promise.all(visitors.map((visitor) => showAddress(visitor)));
  expect(answers.filter((answer) => answer.startsWith('422'))).toHaveLength(8);
  expect(new Set(answers.filter((answer) => !answer.startsWith('422'))).size).toBe(4);
  expect(await showAddress(await knownCustomer())).toMatch(/^T/);
});

test('an address is given to the next customer after the quote, the watch or the tag has ended', async () => {
  const visitor = await newcomer();
  const ada = await knownCustomer();
  await makeInTurn(2, () => showAddress(visitor));
  const ofVisitor = await showAddress(visitor, 'ripple');
  const ofAda = await makeInTurn(2, () => showAddress(ada));
  await age('2 hours');
  const otherCustomers = await makeInTurn(10, knownCustomer);
  const shownAddresses = await makeInTurn(2, async () =>
    Promise.all(otherCustomers.map((other) => showAddress(other))),
  );
  const lists = shownAddresses.flat();
  expect(lists.filter((answer) => answer.startsWith('T'))).toHaveLength(18);
  expect(lists.filter((answer) => ofAda.includes(answer))).toEqual([]);
  expect(await showAddress(await knownCustomer(), 'ripple')).not.toBe(ofVisitor);
  await age('31 days');
  const laterAddresses = await Promise.all((await makeInTurn(10, knownCustomer)).map((other) => showAddress(other)));
  expect(laterAddresses.every((answer) => answer.startsWith('T'))).toBe(true);
  expect(await showAddress(await knownCustomer(), 'ripple')).toBe(ofVisitor);
});

test('a known customer gets the former address at once, while it rests for others', async () => {
  const ada = await knownCustomer();
  const key = await showAddress(ada, 'litecoin');
  const list = await showAddress(ada);
  const tag = await showAddress(ada, 'ripple');
  await age('2 hours');
  expect(await showAddress(await knownCustomer(), 'litecoin')).not.toBe(key);
  expect([await showAddress(ada, 'litecoin'), await showAddress(ada), await showAddress(ada, 'ripple')]).toEqual([
    key,
    list,
    tag,
  ]);
});

test('a paid address of a list rests as the setting requires, and dust starts no rest', async () => {
  const chain = chainOf(testbed, 'tron', 'tron');
  const ada = await knownCustomer();
  const paidQuote = await showAddress(ada);
  chain.pay(paidQuote, '100');
  for (const address of listedAddresses.filter((item) => item !== paidQuote)) chain.pay(address, '0.000001');
  chain.mine(30);
  await expect.poll(() => rows('select 1 from chain_transfers'), wait).toHaveLength(20);
  await behindTheProduct(`update address_leases set ended_at = now()`);
  const otherCustomers = await makeInTurn(10, knownCustomer);
  const shownAddresses = [
    ...(await Promise.all(otherCustomers.map((otherCustomer) => showAddress(otherCustomer)))),
    ...(await makeInTurn(2, () => showAddress(ada))),
  ];
  expect(shownAddresses.every((answer) => answer.startsWith('T'))).toBe(true);
  expect(shownAddresses).not.toContain(paidQuote);
  await age('15 days');
  await behindTheProduct(`update chain_transfers set first_seen_at = first_seen_at - interval '15 days'`);
  const laterAddresses = await Promise.all(
    (await makeInTurn(10, knownCustomer)).map(async (otherCustomer) => [
      await showAddress(otherCustomer),
      await showAddress(otherCustomer),
    ]),
  );
  expect(laterAddresses.flat()).toContain(paidQuote);
});

test('a worthless transfer of another coin does not block an address for ever', async () => {
  const visitor = await newcomer();
  const address = await showAddress(visitor);
  const chain = chainOf(testbed, 'tron', 'usdt-trc20');
  chain.pay(address, '0.000001');
  chain.mine(2);
  await expect.poll(() => rows('select 1 from chain_transfers'), wait).toHaveLength(1);
  await age('2 hours');
  await quote(await knownCustomer());
  const openLease = `select 1 from address_leases where user_id = $1 and ended_at is null`;
  expect(await rows(openLease, [visitor.id])).toEqual([]);
});

test('sixty quotes of six customers at the same moment show eighteen addresses, three each', async () => {
  const more = tronAddresses(30, 'b');
  const [list] = (await admin.get<DepositSourceView[]>('')).body.filter(({ kind }) => kind === 'pool');
  expect(await outcome(admin.post(`/${list?.id}/addresses`, { addresses: more }))).toBe('200');
  const second = await testbed.another();
  const isRead = `select 1 from chain_cursors where chain = 'tron' and ok_at > $1`;
  const from = new Date();
  await expect.poll(() => rows(isRead, [from]), wait).toHaveLength(1);
  const customers = await makeInTurn(6, knownCustomer);
  const json = { ...sales.tron, ...payee };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const { token } = customers[index % 6] ?? { token: '' };
      return (index % 2 ? second : testbed.app).call('POST', '/api/sell-quotes', { token, json });
    }),
  );
  const givenAnswers = answers.filter(({ status }) => status === 201);
  expect(new Set(givenAnswers.map(({ body }) => (body.deposit as { address: string }).address)).size).toBe(18);
  const heldQuery = `select count(*)::int as held from address_leases where ended_at is null group by user_id`;
  expect(await rows(heldQuery)).toEqual(Array.from({ length: 6 }, () => ({ held: 3 })));
});

test('a restored database shows no address of a list to a second customer', async () => {
  const ada = await knownCustomer();
  const address = await showAddress(ada);
  // The database from before that quote; the marks are among the stored files.
  await behindTheProduct('delete from address_leases');
  const restoredProcess = await testbed.another();
  const from = new Date();
  const isRead = `select 1 from chain_cursors where chain = 'tron' and ok_at > $1`;
  await expect.poll(() => rows(isRead, [from]), wait).toHaveLength(1);
  const json = { ...sales.tron, ...payee };
  const responses = await Promise.all(
    (await makeInTurn(25, knownCustomer)).map(({ token }) =>
      restoredProcess.call('POST', '/api/sell-quotes', { token, json }),
    ),
  );
  const addresses = responses.flatMap(({ status, body }) =>
    status === 201 ? [(body.deposit as { address: string }).address] : [],
  );
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses).not.toContain(address);
  const resting = (await admin.get<DepositSourceView[]>('')).body.find(({ kind }) => kind === 'pool')?.counts.resting;
  expect(resting).toBeGreaterThan(0);
});

test('a forged address of a list is given to no customer, and raises an alarm on the overview', async () => {
  const [list] = (await admin.get<DepositSourceView[]>('')).body.filter(({ kind }) => kind === 'pool');
  const free = list?.counts.free ?? 0;
  const [, forgedAddress] = tronAddresses(2, 'thief');
  const first = `select id from deposit_addresses where source_id = $2
    order by rests_until is not null, address_index limit 1`;
  await behindTheProduct(`update deposit_addresses set address = $1 where id = (${first})`, [forgedAddress, list?.id]);
  expect(await showAddress(await knownCustomer())).not.toBe(forgedAddress);
  const now = (await admin.get<DepositSourceView[]>('')).body.find(({ kind }) => kind === 'pool');
  expect(now).toMatchObject({ tampered: true, counts: { free: free - 2 } });
  const { body } = await testbed.app.call('GET', '/api/admin/overview', { token: admin.token });
  expect(body).toMatchObject({ needs: { forgedSources: [{ id: list?.id, chain: 'tron' }] } });
});

test('coins that arrive a month after the watch are seen and listed', async () => {
  const ada = await knownCustomer();
  const address = await showAddress(ada, 'litecoin');
  await age('62 days');
  const chain = chainOf(testbed, 'litecoin', 'litecoin');
  chain.pay(address, '1');
  chain.mine(12);
  const seenTransfers = () => rows('select 1 from chain_transfers where to_address = $1', [address]);
  await expect.poll(seenTransfers, wait).toHaveLength(1);
  const listing = async () =>
    JSON.stringify((await testbed.app.call('GET', '/api/admin/unmatched?pageSize=100', { token: admin.token })).body);
  await expect.poll(listing, wait).toContain(address);
  await behindTheProduct('delete from chain_transfers');
  const [row] = await rows('select id, source_id from deposit_addresses where address = $1', [address]);
  const checkNow = () => admin.post(`/${String(row?.source_id)}/addresses/${String(row?.id)}/check`, {});
  expect((await checkNow()).body).toMatchObject({ found: 1, address: { address, coins: [{ cryptoId: 'litecoin' }] } });
  expect(await outcome(checkNow())).toMatch('429 too_many_requests');
  expect(await outcome(admin.post(`/${String(row?.source_id)}/addresses/${ada.id}/check`, {}))).toMatch('404');
});
