import { beforeAll, expect, test, vi } from 'vitest';
import { followedDeposit } from '#shared/deposits/deposits.contract.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { litecoinAddresses, litecoinSource, payee, someLitecoin, sourceCalls } from '#tests/factories/own-addresses.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { openPaidSales } from './deposits.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0' });
const { rows } = testbed;
const call: typeof testbed.app.call = (...args) => testbed.app.call(...args);
const wait = { timeout: 30_000 };
const { sees } = depositReviews(testbed);
const admin = fixture(() => sourceCalls(testbed));
beforeAll(async () => {
  await admin.post('', { ...litecoinSource, gapLimit: 30 });
  // No own address is given out before its chain was read to its end.
  const isRead = async () => (await rows('select 1 from chain_cursors where ok_at is not null')).length === 1;
  await vi.waitUntil(isRead, wait);
});

const quotes = ({ token }: Seller, method: string, path = '', json?: object) =>
  call(method, `/api/sell-quotes${path}`, { token, ...(json && { json }) });
const pay = (customer: Seller, id: string, json: object = payee) => quotes(customer, 'PUT', `/${id}/payout`, json);
const depositOf = async (customer: Seller, id: string) =>
  followedDeposit.parse((await quotes(customer, 'GET', `/${id}/deposit`)).body);
const seller = () => aSeller(testbed.app, testbed.database.pool);
const ordersOf = (quoteId: string) => rows('select id from orders where quote_id = $1', [quoteId]);

/** A quote with an address of its own that this customer is shown, and the payment of coins there. */
async function anOwnSale(customer: Seller) {
  const { status, body } = await quotes(customer, 'POST', '', { ...someLitecoin, ...payee });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const { quoteId, reference, deposit } = body as unknown as SellQuoteView;
  const chain = litecoinOf(testbed);
  const arrives = (amount = '1') => chain.pay(deposit.address, amount);
  return { quoteId, reference, address: deposit.address, chain, arrives };
}

/** Changes rows in the database as the product itself never does. */
async function behindTheProduct(...statements: [text: string, values: unknown[]][]) {
  const client = await testbed.database.pool.connect();
  await client.query('begin; set local session_replication_role = replica');
  for (const [text, values] of statements) await client.query(text, values);
  await client.query('commit');
  client.release();
}

test('each customer gets another address once the payee is known, and it does not change', async () => {
  const ada = await seller();
  const ben = await seller();
  const { body } = await quotes(ada, 'POST', '', someLitecoin);
  expect(body).toMatchObject({ isOwn: true, paymentDetails: null, deposit: { address: '', uri: '' } });
  expect(body.rules).toMatchObject({ graceMinutes: 10, watchDays: 30 });
  const id = String(body.quoteId);
  const [address] = litecoinAddresses;
  const deposit = { address, uri: `litecoin:${address}?amount=1` };
  expect((await pay(ada, id)).body).toMatchObject({ isOwn: true, ...payee, deposit });
  expect(await outcome(pay(ben, id))).toMatch('404 not_found');
  expect((await anOwnSale(ben)).address).toBe(litecoinAddresses[1]);
  const paymentDetails = { ...payee.paymentDetails, bankName: 'Another Bank' };
  expect((await pay(ada, id, { paymentDetails })).body).toMatchObject({ paymentDetails, deposit: { address } });
  const nothing = { state: 'waiting', agreed: 1, received: 0, missing: 1, orderId: null };
  expect(await depositOf(ada, id)).toMatchObject(nothing);
  expect(await outcome(quotes(ben, 'GET', `/${id}/deposit`))).toMatch('404 not_found');
});

test('coins at an own address open their order once, and are green when they are final', async () => {
  const ada = await seller();
  const { quoteId, reference, address, chain, arrives } = await anOwnSale(ada);
  arrives();
  await expect.poll(async () => (await depositOf(ada, quoteId)).state, wait).toBe('seen');
  expect(await ordersOf(quoteId)).toEqual([]);
  expect((await pay(ada, quoteId)).body).toMatchObject({ reason: 'payee_fixed' });
  chain.mine();
  await expect.poll(async () => (await depositOf(ada, quoteId)).orderId, wait).not.toBeNull();
  const followed = await depositOf(ada, quoteId);
  const seenBlocks = { confirmations: 1, required: 6 };
  expect(followed).toMatchObject({ state: 'confirming', received: 1, missing: 0, seen: seenBlocks, reference });
  const orders = await rows(
    `select o.reference, o.stage, o.proof_at as proof, o.payment_details->>'bankName' as bank, c.grade,
       (select actor_kind from order_events e where e.order_id = o.id) as by
     from orders o join transfer_claims c on c.order_id = o.id where o.quote_id = $1`,
    [quoteId],
  );
  const bank = payee.paymentDetails.bankName;
  expect(orders).toEqual([{ reference, stage: 'confirming', proof: null, bank, grade: 'own', by: 'system' }]);
  chain.mine(6);
  await sees(String(followed.orderId), 'green matches');
  expect((await anOwnSale(ada)).address).not.toBe(address);
});

test('two processes that open the order of a deposit at once open one', async () => {
  const second = await testbed.another();
  const { quoteId, address, chain, arrives } = await anOwnSale(await seller());
  arrives();
  chain.mine();
  const arrived = () => rows(`select 1 from chain_transfers where to_address = $1 and state = 'included'`, [address]);
  await expect.poll(arrived, wait).toHaveLength(1);
  await Promise.all([1, 2, 3].flatMap(() => [testbed.app, second].map(({ deps }) => openPaidSales(deps, 'litecoin'))));
  expect(await ordersOf(quoteId)).toHaveLength(1);
});

test('a quote that its customer dropped opens its order when the coins arrive', async () => {
  const ada = await seller();
  const { quoteId, chain, arrives } = await anOwnSale(ada);
  expect(await outcome(quotes(ada, 'DELETE', `/${quoteId}`))).toBe('204');
  arrives();
  chain.mine();
  await expect.poll(() => ordersOf(quoteId), wait).toHaveLength(1);
});

test('a customer who sent too little sees the possible choices and their sums', async () => {
  const ada = await seller();
  const { quoteId, chain, arrives } = await anOwnSale(ada);
  arrives('0.5');
  chain.mine(12);
  await expect
    .poll(() => depositOf(ada, quoteId), wait)
    .toMatchObject({ state: 'choice', choices: ['top_up', 'take', 'refund'], offer: {}, refund: null });
});

test('late coins that are assigned to their quote open its order', async () => {
  const { quoteId, address, chain, arrives } = await anOwnSale(await seller());
  arrives();
  const arrived = () => rows('select id from chain_transfers where to_address = $1', [address]);
  await expect.poll(arrived, wait).toHaveLength(1);
  await rows(`update address_leases set watched_until = leased_at where quote_id = $1`, [quoteId]);
  chain.mine(12);
  const [transfer] = await arrived();
  const json = { quoteId, reason: 'It came late.' };
  const assign = () =>
    call('POST', `/api/admin/unmatched/${String(transfer?.id)}/assign`, { token: admin.token, json });
  await expect.poll(async () => (await assign()).status, wait).toBe(200);
  const claims = await rows(
    `select c.grade from orders o join transfer_claims c on c.order_id = o.id where o.quote_id = $1`,
    [quoteId],
  );
  expect(claims).toEqual([{ grade: 'manual' }]);
  expect(await outcome(assign())).toMatch('already_decided');
});

test('a process that dies between a deposit and its order leaves neither half', async () => {
  const { quoteId, chain, arrives } = await anOwnSale(await seller());
  const holder = await testbed.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from sell_quotes where id = $1 for update', [quoteId]);
  arrives();
  chain.mine();
  const waiting = () =>
    rows(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  await expect.poll(waiting, wait).not.toEqual([]);
  // For the database, a kill -9 is a connection that ends in the middle.
  const pids = (await waiting()).map(({ pid }) => pid);
  await rows('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
  await holder.query('rollback');
  holder.release();
  await openPaidSales((await testbed.another()).deps, 'litecoin');
  await expect.poll(() => ordersOf(quoteId), wait).toHaveLength(1);
  const claims = `select c.id from transfer_claims c join orders o on o.id = c.order_id where o.quote_id = $1`;
  expect(await rows(claims, [quoteId])).toHaveLength(1);
});

test('a restored database gives out no address shown since, and sees coins that arrive there', async () => {
  const { quoteId, address, chain, arrives } = await anOwnSale(await seller());
  // The database from before that quote.
  await behindTheProduct(
    ['delete from sell_quotes where id = $1', [quoteId]],
    ['delete from address_leases where quote_id = $1', [quoteId]],
    [
      `update deposit_sources s set next_index = a.address_index from deposit_addresses a
       where a.source_id = s.id and a.address = $1`,
      [address],
    ],
    ['delete from deposit_addresses where address = $1', [address]],
  );
  expect((await anOwnSale(await seller())).address).not.toBe(address);
  arrives();
  chain.mine(12);
  const unmatched = async () => {
    const { body } = await call('GET', '/api/admin/unmatched?pageSize=100', { token: admin.token });
    const ownTransfers = body as unknown as { address: string; reason: string }[];
    return ownTransfers.filter((item) => item.address === address).map(({ reason }) => reason);
  };
  await expect.poll(unmatched, wait).toEqual(['no_lease']);
});

test('an address that was changed in the database is shown to no customer', async () => {
  const ada = await seller();
  const { quoteId } = await anOwnSale(ada);
  await behindTheProduct([
    `update deposit_addresses set address = 'ltc1qforged' || address_index
     where source_id in (select id from deposit_sources where chain = 'litecoin')`,
    [],
  ]);
  expect(await outcome(quotes(ada, 'GET', `/${quoteId}`))).toMatch('422 address_unavailable');
  expect(JSON.stringify((await quotes(ada, 'GET')).body)).not.toContain(quoteId);
});
