import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allowanceOf } from '#server/features/orders/open/orders.opening.service.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { anOwnSale, twoLitecoin } from '#tests/factories/own-sales.ts';
import { outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, row, rows } = testbed;
const { verdictOf } = depositReviews(testbed);
const reviewer = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'reviewer')),
);
const wait = { timeout: 45_000 };

/** An open sale of two Litecoin at 100 USD, fee 5 %, to an address that others may be shown too. */
async function aSale(address = `ltc1q${randomUUID()}`) {
  const id = await anOrder(app.deps, await aUser(database.pool), twoLitecoin(address));
  return { id, address };
}

/** Final transfers to an address, oldest first. */
async function arrived(address: string, ...amounts: string[]): Promise<string[]> {
  const chain = litecoinOf(testbed);
  for (const amount of amounts) chain.pay(address, amount);
  chain.mine(12);
  const final = () =>
    rows(`select id from chain_transfers where to_address = $1 and state = 'final' order by amount`, [address]);
  await expect.poll(final, wait).toHaveLength(amounts.length);
  return (await final()).map(({ id }) => String(id));
}

const stateOf = async (id: string, named: readonly string[] = []) =>
  (await reviewer.get(`transactions/${id}/settlement${named.length > 0 ? `?transferIds=${named.join(',')}` : ''}`))
    .body;
async function settle(id: string, action: string, transferIds?: readonly string[]) {
  const { version } = await row('select version from orders where id = $1', [id]);
  return reviewer.post(`transactions/${id}/settlement`, { action, reason: 'It is theirs.', version, transferIds });
}
const orderOf = (id: string) =>
  row(
    `select o.status, o.stage, trim_scale(s.net)::text as net from orders o
     left join order_settlements s on s.order_id = o.id and s.voided_at is null where o.id = $1`,
    [id],
  );

describe('a sale at a shared address', () => {
  test('is paid the smaller amount that the team names, and its verdict is then not red', async () => {
    const { id, address } = await aSale();
    const namedId = await arrived(address, '1.5');
    expect(await stateOf(id)).toMatchObject({ decisions: [], transfers: [{ id: namedId[0], isNamed: false }] });
    const expected = {
      decisions: [{ action: 'take', net: 142.5 }, { action: 'refund' }],
      computed: { outcome: 'short' },
    };
    expect(await stateOf(id, namedId)).toMatchObject(expected);
    expect(await outcomeOf(settle(id, 'take'))).toContain('400');
    expect(await settle(id, 'take', namedId)).toMatchObject({ status: 201, body: { net: 142.5, paidFor: 1.5 } });
    expect(await orderOf(id)).toMatchObject({ status: 'pending', stage: 'by_hand', net: '142.5' });
    const claim = await row('select grade from transfer_claims where transfer_id = $1', [namedId[0]]);
    expect(claim).toEqual({ grade: 'manual' });
    expect((await reviewer.get(`transactions/${id}`)).body).toMatchObject({ settlement: { net: 142.5 } });
    expect(await verdictOf(id)).toBe('pale fits_shared');
    expect(await outcomeOf(settle(id, 'take', namedId))).toContain('choice_unavailable');
  });

  test('is paid up to the bound with the rest sent back, or is paid in full', async () => {
    const capped = await aSale();
    const wholeSale = await aSale();
    const surplusTransfer = await arrived(capped.address, '2.5');
    expect(await settle(capped.id, 'cap', surplusTransfer)).toMatchObject({
      status: 201,
      body: { net: 209, rest: 0.3 },
    });
    const refund = await row('select trim_scale(amount)::text as amount from refunds where order_id = $1', [capped.id]);
    expect(refund).toEqual({ amount: '0.3' });
    const all = await settle(wholeSale.id, 'all', await arrived(wholeSale.address, '2.5'));
    expect(all).toMatchObject({ status: 201, body: { paidFor: 2.5 } });
  });

  test('ends when the team sends the coins back', async () => {
    const { id, address } = await aSale();
    expect((await settle(id, 'refund', await arrived(address, '1.5'))).status).toBe(201);
    expect(await orderOf(id)).toMatchObject({ status: 'failed', stage: 'refund_due' });
  });

  test('is paid at most today’s rate for late coins', async () => {
    const { id, address } = await aSale();
    // Terms never change: only a replica may write an earlier date.
    await database.pool.query(
      `begin; set local session_replication_role = replica;
       update orders set created_at = created_at - interval '1 hour' where id = '${id}'; commit`,
    );
    const namedId = await arrived(address, '2');
    const { decisions } = await stateOf(id, namedId);
    expect(decisions).toMatchObject([{ action: 'take' }, { action: 'refund' }]);
    const response = await settle(id, 'take', namedId);
    expect(response.status).toBe(201);
    expect((response.body as { net: number }).net).toBeLessThanOrEqual(190);
  });

  test('cannot use a transfer that another sale has, or may be meant for', async () => {
    const first = await aSale();
    const second = await aSale(first.address);
    const namedId = await arrived(first.address, '2');
    const refusal = settle(first.id, 'take', namedId);
    expect(await outcomeOf(refusal)).toBe('409 conflict');
    const { reference } = await row('select reference from orders where id = $1', [second.id]);
    expect(JSON.stringify((await settle(first.id, 'take', namedId)).body)).toContain(String(reference));
    expect(await stateOf(first.id)).toMatchObject({ transfers: [] });
  });
});

test('the limit without an identity check counts the amount paid for, not the agreed one', async () => {
  const { id, address } = await aSale();
  expect((await settle(id, 'take', await arrived(address, '2.2'))).status).toBe(201);
  const order = await row('select user_id as "userId" from orders where id = $1', [id]);
  const { usedUsd } = await allowanceOf(app.deps, app.deps.db, String(order.userId));
  expect(usedUsd.toFixed()).toBe('220');
});

test('unconfirmed dust at the own address of a settled sale does not make its verdict amber', async () => {
  const { id, address } = await anOwnSale(testbed);
  await arrived(address, '2');
  const stage = async () => {
    await settleChains(app.deps, ['litecoin']);
    return (await orderOf(id)).stage;
  };
  await expect.poll(stage, wait).toBe('confirmed');
  expect(await verdictOf(id)).toBe('green matches');
  litecoinOf(testbed).pay(address, '0.00001');
  const seenTransfers = () => rows('select 1 from chain_transfers where to_address = $1', [address]);
  await expect.poll(seenTransfers, wait).toHaveLength(2);
  await stage();
  expect(await verdictOf(id)).toBe('green matches');
});
