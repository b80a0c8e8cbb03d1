import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { giveAddress } from '#server/features/deposit-sources/deposit-sources.service.ts';
import { hourMs } from '#server/lib/time.ts';
import { followedDeposit, verdictView } from '#shared/deposits/deposits.contract.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import {
  litecoinAddresses,
  litecoinSource,
  payee,
  someLitecoin,
  sourceCalls,
  tronAddresses,
} from '#tests/factories/own-addresses.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { openPaidSales } from './deposits.service.ts';

const testbed = openTestbed({
  CHAIN_LITECOIN: 'simulated',
  CHAIN_TRON: 'simulated',
  WALLET_COOLOFF_HOURS: '0',
  RATE_LIMIT_FACTOR: '1000',
});
const wait = { timeout: 30_000 };
let admin: Awaited<ReturnType<typeof sourceCalls>>;
beforeAll(async () => {
  admin = await sourceCalls(testbed);
  await admin.call('POST', '', { ...litecoinSource, gapLimit: 30 });
  const pool = { kind: 'pool', chain: 'tron', coinIds: ['tron'], addresses: tronAddresses(50) };
  await admin.call('POST', '', pool);
  // No own address is given out before its chain was read to its end.
  const isRead = async () => (await testbed.rows('select 1 from chain_cursors where ok_at is not null')).length === 2;
  await vi.waitUntil(isRead, wait);
});

const quote = async (seller: Seller, terms: object = someLitecoin) => {
  const answer = await testbed.app.call('POST', '/api/sell-quotes', { token: seller.token, json: terms });
  return { status: answer.status, body: answer.body as unknown as SellQuoteView & { code?: string; reason?: string } };
};
const pay = (seller: Seller, id: string, json: object = payee) =>
  testbed.app.call('PUT', `/api/sell-quotes/${id}/payout`, { token: seller.token, json });
const depositOf = async (seller: Seller, id: string) =>
  followedDeposit.parse(
    (await testbed.app.call('GET', `/api/sell-quotes/${id}/deposit`, { token: seller.token })).body,
  );
const seller = () => aSeller(testbed.app, testbed.database.pool);
const anOwnSale = async (customer: Seller, terms: object = { ...someLitecoin, ...payee }) => {
  const { status, body } = await quote(customer, terms);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};

test('a customer gets an address once the payee is known, the next customer another one, and the same one keeps it', async () => {
  const [ada, ben] = [await seller(), await seller()];
  const { body } = await quote(ada);
  expect(body).toMatchObject({
    isOwn: true,
    paymentDetails: null,
    deposit: { address: '', uri: '' },
    rules: { graceMinutes: 10, watchDays: 30 },
  });
  const { body: shown } = await pay(ada, body.quoteId);
  expect(shown).toMatchObject({
    isOwn: true,
    paymentDetails: payee.paymentDetails,
    deposit: { address: litecoinAddresses[0], uri: `litecoin:${litecoinAddresses[0]}?amount=1` },
  });
  expect((await pay(ben, body.quoteId)).status).toBe(404);
  expect((await anOwnSale(ben)).deposit.address).toBe(litecoinAddresses[1]);
  const changed = { paymentDetails: { ...payee.paymentDetails, bankName: 'Another Bank' } };
  expect((await pay(ada, body.quoteId, changed)).body).toMatchObject({
    paymentDetails: changed.paymentDetails,
    deposit: { address: litecoinAddresses[0] },
  });
  expect(await depositOf(ada, body.quoteId)).toMatchObject({
    state: 'waiting',
    agreed: 1,
    received: 0,
    missing: 1,
    orderId: null,
  });
  expect((await testbed.app.call('GET', `/api/sell-quotes/${body.quoteId}/deposit`, { token: ben.token })).status).toBe(
    404,
  );
});

test('coins at an own address open their order by themselves, once, and are green when they are final', async () => {
  const ada = await seller();
  const { quoteId, deposit, reference } = await anOwnSale(ada);
  const chain = litecoinOf(testbed);
  chain.pay(deposit.address, '1');
  await expect.poll(async () => (await depositOf(ada, quoteId)).state, wait).toBe('seen');
  expect(await testbed.rows('select 1 from orders where quote_id = $1', [quoteId])).toEqual([]);
  expect((await pay(ada, quoteId)).body).toMatchObject({ reason: 'payee_fixed' });
  chain.mine();
  await expect.poll(async () => (await depositOf(ada, quoteId)).orderId, wait).not.toBeNull();
  const followed = await depositOf(ada, quoteId);
  expect(followed).toMatchObject({
    state: 'confirming',
    received: 1,
    missing: 0,
    seen: { confirmations: 1, required: 6 },
    reference,
  });
  const orders = await testbed.rows(
    `select o.reference, o.stage, o.proof_at as proof, o.payment_details->>'bankName' as bank, c.grade,
       (select actor_kind from order_events e where e.order_id = o.id) as by
     from orders o join transfer_claims c on c.order_id = o.id where o.quote_id = $1`,
    [quoteId],
  );
  expect(orders).toEqual([
    { reference, stage: 'confirming', proof: null, bank: payee.paymentDetails.bankName, grade: 'own', by: 'system' },
  ]);
  chain.mine(6);
  const verdict = async () => {
    const path = `/api/admin/transactions/${followed.orderId}/verdict`;
    const { level, findings } = verdictView.parse((await testbed.app.call('GET', path, { token: admin.token })).body);
    return { level, codes: findings.map(({ code }) => code) };
  };
  await expect.poll(verdict, wait).toEqual({ level: 'green', codes: ['matches'] });
  const dropped = await anOwnSale(ada);
  expect(dropped.deposit.address).not.toBe(deposit.address);
}, 60_000);

test('two processes that open the order of a deposit at once open one', async () => {
  const ada = await seller();
  const second = await testbed.another();
  const { quoteId, deposit } = await anOwnSale(ada);
  const chain = litecoinOf(testbed);
  chain.pay(deposit.address, '1');
  chain.mine();
  const arrived = () =>
    testbed.rows(`select 1 from chain_transfers where to_address = $1 and state = 'included'`, [deposit.address]);
  await expect.poll(arrived, wait).toHaveLength(1);
  await Promise.all([1, 2, 3].flatMap(() => [testbed.app, second].map(({ deps }) => openPaidSales(deps, 'litecoin'))));
  expect(await testbed.rows('select 1 from orders where quote_id = $1', [quoteId])).toHaveLength(1);
}, 60_000);

test('a quote that its customer dropped opens its order all the same when the coins come', async () => {
  const ada = await seller();
  const { quoteId, deposit } = await anOwnSale(ada);
  expect((await testbed.app.call('DELETE', `/api/sell-quotes/${quoteId}`, { token: ada.token })).status).toBe(204);
  const chain = litecoinOf(testbed);
  chain.pay(deposit.address, '1');
  chain.mine();
  await expect
    .poll(() => testbed.rows('select 1 as one from orders where quote_id = $1', [quoteId]), wait)
    .toHaveLength(1);
}, 60_000);

test('a customer who sent too little follows what can be chosen, and what it comes to', async () => {
  const ada = await seller();
  const { quoteId, deposit } = await anOwnSale(ada);
  const chain = litecoinOf(testbed);
  chain.pay(deposit.address, '0.5');
  chain.mine(12);
  const followed = async () => {
    const { state, choices, offer, refund } = await depositOf(ada, quoteId);
    return { state, choices, hasOffer: offer !== null, refund };
  };
  const expected = { state: 'choice', choices: ['top_up', 'take', 'refund'], hasOffer: true, refund: null };
  await expect.poll(followed, wait).toEqual(expected);
}, 60_000);

test('coins that came after the watch and are assigned to their quote open its order, and are claimed for it', async () => {
  const ada = await seller();
  const { quoteId, deposit } = await anOwnSale(ada);
  const chain = litecoinOf(testbed);
  chain.pay(deposit.address, '1');
  const arrived = () => testbed.rows('select id from chain_transfers where to_address = $1', [deposit.address]);
  await expect.poll(arrived, wait).toHaveLength(1);
  const ended = `update address_leases set watched_until = leased_at where quote_id = $1`;
  await testbed.database.pool.query(ended, [quoteId]);
  chain.mine(12);
  const [transfer] = await arrived();
  const assign = () =>
    testbed.app.call('POST', `/api/admin/unmatched/${String(transfer?.id)}/assign`, {
      token: admin.token,
      json: { quoteId, reason: 'It came late.' },
    });
  await expect.poll(async () => (await assign()).status, wait).toBe(200);
  const claims = await testbed.rows(
    `select c.grade from orders o join transfer_claims c on c.order_id = o.id where o.quote_id = $1`,
    [quoteId],
  );
  expect(claims).toEqual([{ grade: 'manual' }]);
  expect((await assign()).body.code).toBe('already_decided');
}, 60_000);

test('a customer has at most three open quotes with an own address', async () => {
  const ada = await seller();
  for (let at = 0; at < 3; at += 1) await anOwnSale(ada);
  expect(await quote(ada, { ...someLitecoin, ...payee })).toMatchObject({
    status: 409,
    body: { code: 'conflict', reason: 'own_quotes_max' },
  });
});

test('of two hundred quotes at the same moment fifty get the fifty addresses of a list, and none gets another one’s', async () => {
  const [ada, second] = [await seller(), await testbed.another()];
  const [list] = (await admin.call('GET')).body as unknown as { id: string; kind: string }[];
  const of = {
    userId: ada.id,
    cryptoId: 'tron',
    amount: '100',
    valueUsd: '30',
    rate: '0.3',
    expiresAt: new Date(Date.now() + hourMs),
    watchedUntil: new Date(Date.now() + hourMs),
  };
  const give = ({ deps }: TestApp, at: number) =>
    deps.inTx((tx) =>
      giveAddress(deps, tx, { id: list?.id ?? '' }, { ...of, quoteId: randomUUID(), reference: `LF-${at}` }),
    );
  const given = await Promise.all(Array.from({ length: 200 }, (_, at) => give(at % 2 ? second : testbed.app, at)));
  const addresses = given.flatMap((item) => (item ? [item.address] : []));
  expect(addresses).toHaveLength(50);
  expect(new Set(addresses)).toEqual(new Set(tronAddresses(50)));
  const terms = { cryptoId: 'tron', cryptoAmount: 100, targetCurrency: 'USD', ...payee };
  expect(await quote(await seller(), terms)).toMatchObject({ status: 422, body: { code: 'address_unavailable' } });
}, 60_000);

test('a process that dies between a deposit and its order leaves neither half, and another one opens it once', async () => {
  const { quoteId, deposit } = await anOwnSale(await seller());
  const orders = () => testbed.rows('select id from orders where quote_id = $1', [quoteId]);
  const holder = await testbed.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from sell_quotes where id = $1 for update', [quoteId]);
  const chain = litecoinOf(testbed);
  chain.pay(deposit.address, '1');
  chain.mine();
  const waiting = () =>
    testbed.rows(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  await expect.poll(waiting, wait).not.toEqual([]);
  // What a kill -9 is to the database: the connection ends in the middle.
  await testbed.rows('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
    (await waiting()).map(({ pid }) => pid),
  ]);
  await holder.query('rollback');
  holder.release();
  await openPaidSales((await testbed.another()).deps, 'litecoin');
  await expect.poll(orders, wait).toHaveLength(1);
  const claims = `select c.id from transfer_claims c join orders o on o.id = c.order_id where o.quote_id = $1`;
  expect(await testbed.rows(claims, [quoteId])).toHaveLength(1);
}, 60_000);

test('a database that was put back gives out no address that was shown since, and what comes there is seen', async () => {
  const { quoteId, deposit } = await anOwnSale(await seller());
  const client = await testbed.database.pool.connect();
  await client.query('begin; set local session_replication_role = replica');
  // As it was before that quote.
  await client.query('delete from sell_quotes where id = $1', [quoteId]);
  await client.query('delete from address_leases where quote_id = $1', [quoteId]);
  await client.query(
    `update deposit_sources s set next_index = a.address_index from deposit_addresses a where a.source_id = s.id and a.address = $1`,
    [deposit.address],
  );
  await client.query('delete from deposit_addresses where address = $1', [deposit.address]);
  await client.query('commit');
  client.release();
  expect((await anOwnSale(await seller())).deposit.address).not.toBe(deposit.address);
  const chain = litecoinOf(testbed);
  chain.pay(deposit.address, '1');
  chain.mine(12);
  const unmatched = async () => {
    const { body } = await testbed.app.call('GET', '/api/admin/unmatched?pageSize=100', { token: admin.token });
    const rows = body as unknown as { address: string; reason: string }[];
    return rows.filter(({ address }) => address === deposit.address).map(({ reason }) => reason);
  };
  await expect.poll(unmatched, wait).toEqual(['no_lease']);
}, 60_000);

test('an address that was changed behind the product is shown to nobody', async () => {
  const ada = await seller();
  const { quoteId } = await anOwnSale(ada);
  const client = await testbed.database.pool.connect();
  await client.query('begin; set local session_replication_role = replica');
  await client.query(
    `update deposit_addresses set address = 'ltc1qforged' || address_index where source_id in (select id from deposit_sources where chain = 'litecoin')`,
  );
  await client.query('commit');
  client.release();
  expect(await testbed.app.call('GET', `/api/sell-quotes/${quoteId}`, { token: ada.token })).toMatchObject({
    status: 422,
    body: { code: 'address_unavailable' },
  });
  expect(JSON.stringify((await testbed.app.call('GET', '/api/sell-quotes', { token: ada.token })).body)).not.toContain(
    quoteId,
  );
});
