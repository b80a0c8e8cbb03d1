import { expect, test } from 'vitest';
import { writeRefund } from '#server/features/refunds/refunds.queries.ts';
import { settleChains } from '#server/features/settlements/settlements.service.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { ownOrderView } from '#shared/orders/orders.contract.ts';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import { anOrder } from '#tests/factories/orders.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { aDueRefund } from '#tests/factories/refunds.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, row, rows } = testbed;

const someone = () => aSeller(app, database.pool);
const statusOf = (stage: OrderStage) => {
  if (stage === 'refund_due' || stage === 'refunded') return 'failed';
  return ['sent', 'settled', 'details_needed'].includes(stage) ? 'completed' : 'pending';
};

/** An order of a customer that has been at this stage for this many hours. */
async function anOrderAt(seller: Seller, stage: OrderStage, hours = 1): Promise<string> {
  const at = new Date(Date.now() - hours * 3_600_000);
  const id = await anOrder(app.deps, seller, { at });
  await rows(
    `update orders set stage = $2, status = $3, version = version + 1, updated_at = created_at,
       decided_at = case when $3 in ('pending', 'processing') then null else now() end where id = $1`,
    [id, stage, statusOf(stage)],
  );
  return id;
}

const listOf = async (seller: Seller, query: string) => {
  const { status, headers, body } = await callsOf(app, seller).get(`transactions?${query}`);
  return { status, etag: headers.get('etag') ?? '', orders: ownOrderView.array().parse(body) };
};
const needOf = async (seller: Seller) => (await listOf(seller, 'sort=needs')).orders[0]?.needs;

test('a customer’s list by need begins with orders that wait for them, and ends with finished ones', async () => {
  const bob = await someone();
  const settledOrder = await anOrderAt(bob, 'settled', 1);
  const longAgo = await anOrderAt(bob, 'sent', 24 * 8);
  const moving = [await anOrderAt(bob, 'confirmed', 9), await anOrderAt(bob, 'sent', 2)];
  const gives = { type: 'fiat', currency: 'PHP' } as const;
  const exchange = { gives, amount: amountOf('sent', '1000'), deposit: null, hasProof: false };
  const proof = await anOrder(app.deps, bob, exchange);
  const toTopUp = await anOrderAt(bob, 'short');
  await rows(`insert into deposit_choices (order_id, choice) values ($1, 'top_up')`, [toTopUp]);
  const refund = { userId: bob.id, cryptoId: 'litecoin', amount: '0.3' };
  const goesBack = await anOrderAt(bob, 'refund_due', 4);
  const dueRefund = await aDueRefund(app, { ...refund, orderId: goesBack });
  await app.deps.inTx((tx) => writeRefund(tx, dueRefund, { address: 'ltc1q', addressSetAt: app.deps.now() }));
  const unaddressed = await anOrderAt(bob, 'refund_due');
  await aDueRefund(app, { ...refund, orderId: unaddressed });
  const choices = [await anOrderAt(bob, 'short', 5), await anOrderAt(bob, 'short', 1)];
  const account = await anOrderAt(bob, 'details_needed');

  const inOrder = [
    account,
    ...choices,
    unaddressed,
    toTopUp,
    proof,
    moving[0],
    goesBack,
    moving[1],
    settledOrder,
    longAgo,
  ];
  const { orders } = await listOf(bob, 'sort=needs');
  expect(orders.map(({ id }) => id)).toEqual(inOrder);
  const expectedNeeds = ['account', 'choice', 'choice', 'address', 'top_up', 'proof', undefined];
  expect(orders.slice(0, 7).map(({ needs }) => needs?.what)).toEqual(expectedNeeds);
  // Only a confirmed address is shown, and only while coins go back to it.
  expect(orders.filter(({ refundAddress }) => refundAddress !== null).map(({ id }) => id)).toEqual([goesBack]);
  expect(orders.find(({ id }) => id === goesBack)?.refundAddress).toBe('ltc1q');
  const pages = [1, 2, 3].map((page) => callsOf(app, bob).page(`transactions?sort=needs&page=${page}&pageSize=4`));
  expect((await Promise.all(pages)).flatMap(({ ids }) => ids)).toEqual(inOrder);
  const shorts = await callsOf(app, bob).page('transactions?sort=needs&type=fiat');
  expect(shorts).toEqual({ ids: [proof], total: 1 });
  expect((await listOf(bob, '')).orders[0]?.id).toBe(proof);
});

test('a list in an unknown order is refused', async () => {
  const { status } = await callsOf(app, await someone()).get('transactions?sort=urgent');
  expect(status).toBe(400);
});

test('an unchanged list by need is answered 304 without a read, and another order of it is read', async () => {
  const bob = await someone();
  await anOrder(app.deps, bob);
  const { get } = callsOf(app, bob);
  const polled = async (query: string, etag: string) =>
    (await get(`transactions?${query}`, undefined, { 'If-None-Match': etag })).status;
  const settled = async () => polled('sort=needs', (await listOf(bob, 'sort=needs')).etag);
  await expect.poll(settled).toBe(304);
  const { etag } = await listOf(bob, 'sort=needs');
  // The chains of this file read orders too, whenever a block comes, but never those of one customer.
  const readsOf = async (version: string) =>
    (await readsDuring(app, () => polled('sort=needs', version))).filter((text) => text.includes('"user_id" = '));
  expect(await readsOf('"older"')).not.toEqual([]);
  expect(await readsOf(etag)).toEqual([]);
  expect(await polled('sort=newest', etag)).toBe(200);
});

test('a customer who chose to send the rest reads that as the next step', async () => {
  const ada = await someone();
  const { id } = await aPaidSale(testbed, ['1.2'], { userId: ada.id });
  const stage = async () => {
    await settleChains(app.deps, ['litecoin']);
    return (await row('select stage from orders where id = $1', [id])).stage;
  };
  await expect.poll(stage).toBe('short');
  await expect
    .poll(() => needOf(ada))
    .toMatchObject({ what: 'choice', arrived: 1.2, since: expect.any(String) as string });
  const { etag } = await listOf(ada, 'sort=needs');
  const { post, get } = callsOf(app, ada);
  expect((await post(`transactions/${id}/choice`, { choice: 'top_up' })).status).toBe(200);
  const known = { 'If-None-Match': etag };
  await expect.poll(async () => (await get('transactions?sort=needs', undefined, known)).status).toBe(200);
  expect(await needOf(ada)).toMatchObject({ what: 'top_up', arrived: 1.2 });
});

test('a customer whose orders were all finished sees at once what a new one waits for', async () => {
  const bob = await someone();
  const finished = [await anOrderAt(bob, 'settled', 3), await anOrderAt(bob, 'settled', 2)];
  const pageOf = (query = '') => callsOf(app, bob).page(`transactions?${query}`);
  await pageOf();
  const calm = await readsDuring(app, async () => void (await pageOf()));
  expect(calm).toHaveLength(1);
  expect(calm.join()).not.toMatch(/"chat_messages"|count\(/);
  expect([
    await pageOf(),
    await pageOf('pageSize=1'),
    await pageOf('pageSize=1&page=2'),
    await pageOf('page=2'),
  ]).toEqual([
    { ids: finished.toReversed(), total: 2 },
    { ids: finished.slice(1), total: 2 },
    { ids: finished.slice(0, 1), total: 2 },
    { ids: [], total: 2 },
  ]);

  for (const sort of ['newest', 'needs']) {
    const eve = await someone();
    await anOrderAt(eve, 'settled');
    await listOf(eve, `sort=${sort}`);
    const waits = await anOrderAt(eve, 'details_needed', 0);
    const { orders } = await listOf(eve, `sort=${sort}`);
    expect(orders[0]).toMatchObject({ id: waits, needs: { what: 'account' } });
  }
});
