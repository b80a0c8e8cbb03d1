import { beforeAll, describe, expect, test } from 'vitest';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { aMember, steppedUp } from '#tests/factories/members.ts';
import { anOwnSale } from '#tests/factories/own-sales.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '1000' });
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

const wait = { timeout: 6_000 };
const aCustomer = (kyc: 'approved' | 'none' = 'approved') => aSeller(testbed.app, testbed.database.pool, { kyc });
const settle = () => settleChains(testbed.app.deps, ['litecoin']);
const stageOf = async (id: string) => {
  await settle();
  return (await testbed.rows('select stage from orders where id = $1', [id]))[0]?.stage;
};
const liveOf = async (id: string) =>
  (
    await testbed.rows(
      `select outcome, trim_scale(paid_for)::text as paid, trim_scale(net)::text as net, accepted_by as by
       from order_settlements where order_id = $1 and voided_at is null`,
      [id],
    )
  )[0];
const call = (method: string, path: string, by: string, json?: object) =>
  testbed.app.call(method, path, { token: by, ...(json && { json }) });
const choose = (id: string, ada: Seller, json: object) =>
  call('POST', `/api/transactions/${id}/choice`, ada.token, json);
const choices = async (id: string, ada: Seller) =>
  (await call('GET', `/api/transactions/${id}/deposit`, ada.token)).body;

/** A sale of two Litecoin of this customer for which these amounts arrived for good. */
async function aSaleWith(ada: Seller, amounts: readonly string[], sale: { expired?: boolean } = {}) {
  const own = await anOwnSale(testbed, { ...sale, userId: ada.id });
  const chain = litecoinOf(testbed);
  for (const amount of amounts) chain.pay(own.address, amount);
  chain.mine(12);
  const seen = `select 1 from chain_transfers where to_address = $1 and state in ('included', 'final')`;
  await expect.poll(() => testbed.rows(seen, [own.address]), wait).toHaveLength(amounts.length);
  return own;
}

describe('a sale at an address of its own', () => {
  test.each([
    ['exactly what was agreed', ['2'], { outcome: 'exact', paid: '2', net: '190' }],
    ['a little less', ['1.995'], { outcome: 'within_tolerance', paid: '1.995', net: '189.52' }],
    ['it in three parts', ['1', '0.6', '0.4'], { outcome: 'exact', paid: '2', net: '190' }],
    ['a tenth more', ['2.2'], { outcome: 'over', paid: '2.2', net: '209' }],
  ])(
    'is settled by the rules when %s arrived, and can be decided',
    async (_what, amounts, settled) => {
      const { id } = await aSaleWith(await aCustomer(), amounts);
      await expect.poll(() => stageOf(id), wait).toBe('confirmed');
      expect(await liveOf(id)).toEqual({ ...settled, by: 'rule' });
      const [order] = await testbed.rows('select proof_at, payout_amount from orders where id = $1', [id]);
      expect(order?.proof_at).not.toBeNull();
      expect(Number(order?.payout_amount)).toBe(190);
    },
    60_000,
  );

  test('is not decided while its transfer can still change', async () => {
    const { id, address } = await anOwnSale(testbed);
    litecoinOf(testbed).pay(address, '2');
    await expect
      .poll(() => testbed.rows('select 1 from chain_transfers where to_address = $1', [address]), wait)
      .toHaveLength(1);
    expect(await stageOf(id)).toBe('confirming');
    const { body } = await call('PUT', `/api/admin/transactions/${id}/status`, token, {
      status: 'completed',
      adminNotes: 'x',
      adminTransactionId: 'W',
    });
    expect(body.code).toBe('proof_missing');
  }, 60_000);

  test('asks its customer when too little arrived; taking it pays for what arrived at the locked rate', async () => {
    const ada = await aCustomer();
    const { id } = await aSaleWith(ada, ['1.5']);
    await expect.poll(() => stageOf(id), wait).toBe('short');
    const { body } = await call('PUT', `/api/admin/transactions/${id}/status`, token, {
      status: 'completed',
      adminNotes: 'x',
      adminTransactionId: 'W',
    });
    expect(body.code).toBe('settlement_missing');
    const shown = (await choices(id, ada)) as { choices: string[]; offer: { offerId: string; netAmount: number } };
    expect(shown.choices).toEqual(['top_up', 'take', 'refund']);
    expect(shown.offer.netAmount).toBe(142.5);
    expect(await choose(id, ada, { choice: 'take', offerId: 'of-another-state' })).toMatchObject({
      status: 409,
      body: { code: 'rate_changed' },
    });
    expect((await choose(id, await aCustomer(), { choice: 'take' })).status).toBe(404);
    expect((await choose(id, ada, { choice: 'take', offerId: shown.offer.offerId })).status).toBe(200);
    expect(await liveOf(id)).toEqual({ outcome: 'short', paid: '1.5', net: '142.5', by: 'customer' });
    expect(await stageOf(id)).toBe('confirmed');
    expect(await choose(id, ada, { choice: 'refund' })).toMatchObject({ body: { code: 'choice_unavailable' } });
    const mails = (await testbed.mailbox.to(ada.email)).filter(({ template }) => template === 'deposit_short');
    expect(mails).toHaveLength(1);
    const listed = await call('GET', `/api/transactions/${id}`, ada.token);
    expect(listed.body).toMatchObject({ payoutAmount: 190, settlement: { net: 142.5 }, stage: 'confirmed' });
  }, 60_000);

  test('is sent back when its customer asks for the coins, and all of it is due', async () => {
    const ada = await aCustomer();
    const { id } = await aSaleWith(ada, ['1.5']);
    await expect.poll(() => stageOf(id), wait).toBe('short');
    expect((await choose(id, ada, { choice: 'refund' })).status).toBe(200);
    const [order] = await testbed.rows('select status, stage from orders where id = $1', [id]);
    expect(order).toEqual({ status: 'failed', stage: 'refund_due' });
    const { body } = await call('GET', '/api/refunds', ada.token);
    expect(body).toMatchObject([{ orderId: id, amount: 1.5, state: 'due', address: null }]);
    const again = { orderId: id, amount: 0.1, reason: 'More.' };
    expect(await call('POST', '/api/admin/refunds', token, again)).toMatchObject({
      body: { reason: 'refund_above_left' },
    });
  }, 60_000);

  test('goes to the team when far more arrived: the bound is paid and the rest sent back, with a reason', async () => {
    const ada = await aCustomer();
    const { id } = await aSaleWith(ada, ['2.5']);
    await expect.poll(() => stageOf(id), wait).toBe('question');
    const { body: state } = await call('GET', `/api/admin/transactions/${id}/settlement`, token);
    expect(state).toMatchObject({ computed: { outcome: 'over_far', asks: 'desk', net: 209, rest: 0.3 }, live: null });
    const [{ version } = {}] = await testbed.rows('select version from orders where id = $1', [id]);
    const path = `/api/admin/transactions/${id}/settlement`;
    const refused = await call('POST', path, token, { action: 'take', reason: 'Because.', version });
    expect(refused).toMatchObject({ status: 409, body: { code: 'choice_unavailable' } });
    const made = await call('POST', path, token, { action: 'cap', reason: 'Agreed in the chat.', version });
    expect(made).toMatchObject({ status: 201, body: { net: 209, paidFor: 2.2, rest: 0.3 } });
    expect(await stageOf(id)).toBe('confirmed');
    expect((await call('GET', '/api/refunds', ada.token)).body).toMatchObject([{ amount: 0.3, orderId: id }]);
  }, 60_000);

  test('is nothing that is paid for once a reorganisation took its transfer', async () => {
    const { id } = await aSaleWith(await aCustomer(), ['2']);
    await expect.poll(() => stageOf(id), wait).toBe('confirmed');
    litecoinOf(testbed).reorganise(13, { drop: true });
    await expect.poll(() => liveOf(id), wait).toBeUndefined();
    expect(await stageOf(id)).toBe('question');
    const { body } = await call('PUT', `/api/admin/transactions/${id}/status`, token, {
      status: 'completed',
      adminNotes: 'x',
      adminTransactionId: 'W',
    });
    expect(body.code).toBe('settlement_missing');
  }, 60_000);

  /** The team says that coins which came again are the same. */
  async function acceptAgain(id: string) {
    await expect.poll(() => testbed.rows(arrivedAgain, [id]), wait).toHaveLength(1);
    await settle();
    const [{ version } = {}] = await testbed.rows('select version from orders where id = $1', [id]);
    const json = { action: 'accept', reason: 'They came again.', version };
    const path = `/api/admin/transactions/${id}/settlement`;
    await expect.poll(async () => (await call('POST', path, token, json)).status, wait).toBe(201);
  }
  const arrivedAgain = `select 1 from chain_transfers t join orders o on o.deposit_address = t.to_address
    where o.id = $1 and t.state in ('included', 'final')`;

  test('whose coins a reorganisation took away is in no batch until it is settled and approved again', async () => {
    const { id, address } = await aSaleWith(await aCustomer(), ['2']);
    await expect.poll(() => stageOf(id), wait).toBe('confirmed');
    const approve = (why: object = {}) => call('POST', `/api/admin/transactions/${id}/payout`, token, why);
    const payoutId = String((await approve()).body.id);
    const batch = () => call('POST', '/api/admin/payout-batches', token, { accountId: null, payoutIds: [payoutId] });
    const chain = litecoinOf(testbed);
    chain.reorganise(13, { drop: true });
    await expect.poll(() => stageOf(id), wait).toBe('question');
    expect(await batch()).toMatchObject({ status: 409, body: { code: 'settlement_missing' } });
    expect(await approve()).toMatchObject({ status: 409, body: { code: 'payout_exists' } });
    chain.pay(address, '2');
    chain.mine(20);
    await acceptAgain(id);
    expect(await stageOf(id)).toBe('confirmed');
    expect(await batch()).toMatchObject({ status: 409, body: { code: 'settlement_missing' } });
    expect(await approve({ reason: 'They came again.' })).toMatchObject({
      status: 201,
      body: { id: payoutId, state: 'due', amount: '190.00' },
    });
    expect(await batch()).toMatchObject({ status: 201, body: { count: 1 } });
  }, 60_000);

  test('whose coins are gone while its batch waits is not released, and is a question once the batch is refused', async () => {
    const payer = await aMember(testbed.database.pool, testbed.app.deps, 'payer');
    const { id } = await aSaleWith(await aCustomer(), ['2']);
    await expect.poll(() => stageOf(id), wait).toBe('confirmed');
    const { body: payout } = await call('POST', `/api/admin/transactions/${id}/payout`, token, {});
    const json = { accountId: null, payoutIds: [payout.id] };
    const { body: batch } = await call('POST', '/api/admin/payout-batches', token, json);
    litecoinOf(testbed).reorganise(13, { drop: true });
    await expect.poll(() => liveOf(id), wait).toBeUndefined();
    const path = `/api/admin/payout-batches/${String(batch.id)}`;
    const headers = await steppedUp(testbed.app.deps, payer.token);
    const release = { token: payer.token, headers, json: { digest: batch.digest } };
    expect(await testbed.app.call('POST', `${path}/release`, release)).toMatchObject({
      status: 409,
      body: { code: 'settlement_missing' },
    });
    expect((await call('POST', `${path}/refuse`, payer.token, { reason: 'The coins are gone.' })).status).toBe(200);
    await expect.poll(() => stageOf(id), wait).toBe('question');
  }, 60_000);

  test('is never settled by a member for themselves', async () => {
    const { token: own, id: userId } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer');
    const { id } = await anOwnSale(testbed, { userId });
    const refused = await call('POST', `/api/admin/transactions/${id}/settlement`, own, {
      action: 'accept',
      reason: 'Mine.',
      version: 1,
    });
    expect(refused.body.code).toBe('own_case');
  });
});
