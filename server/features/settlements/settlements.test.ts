import { describe, expect, test } from 'vitest';
import { toText, zero } from '#shared/kernel/money.ts';
import { aColleague, approvalCalls, provenCalls, setRules } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { anOwnSale, aPaidSale } from '#tests/factories/own-sales.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { callsOf, outcomeOf, reasonOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { settleChains } from './settlements.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, mailbox, row, rows } = testbed;
const reviewer = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'reviewer')),
);

/** A busy machine is no failure. */
const wait = { timeout: 30_000 };
/** A customer, and a sale for which these amounts arrived for good. */
async function aSaleWith(...amounts: string[]) {
  const { email, ...ada } = await aSeller(app, testbed.database.pool);
  const { id, address } = await aPaidSale(testbed, amounts, { userId: ada.id });
  const { get, post } = callsOf(app, ada);
  const choose = (choice: object, by = post) => by(`transactions/${id}/choice`, choice);
  return { id, address, email, get, choose };
}
const versionOf = async (id: string) => (await row('select version from orders where id = $1', [id])).version;
const stageOf = async (id: string) => {
  await settleChains(app.deps, ['litecoin']);
  return (await row('select stage from orders where id = $1', [id])).stage;
};
const untilStage = async (id: string, stage: string) => {
  await expect.poll(() => stageOf(id), wait).toBe(stage);
};
const liveQuery = `select outcome, trim_scale(paid_for)::text as paid, trim_scale(net)::text as net, accepted_by as by
  from order_settlements where order_id = $1 and voided_at is null`;
const liveOf = async (id: string) => (await rows(liveQuery, [id]))[0];
const record = { status: 'completed', adminNotes: 'x', adminTransactionId: 'W' };
const complete = (id: string) => outcomeOf(reviewer.put(`transactions/${id}/status`, record));
const settle = (id: string, json: object, by = reviewer) => by.post(`transactions/${id}/settlement`, json);

describe('a sale at its own address', () => {
  test.each([
    ['a little less', ['1.995'], { outcome: 'within_tolerance', paid: '1.995', net: '189.52' }],
    ['it in three parts', ['1', '0.6', '0.4'], { outcome: 'exact', paid: '2', net: '190' }],
    ['a tenth more', ['2.2'], { outcome: 'over', paid: '2.2', net: '209' }],
  ])('is settled by the rules when %s arrived, and can be decided', async (_what, amounts, settled) => {
    const { id } = await aSaleWith(...amounts);
    await untilStage(id, 'confirmed');
    expect(await liveOf(id)).toEqual({ ...settled, by: 'rule' });
    const order = await row('select proof_at, payout_amount::float as payout from orders where id = $1', [id]);
    expect(order).toEqual({ proof_at: expect.any(Date) as Date, payout: 190 });
  });

  test('cannot be decided while its transfer can still change', async () => {
    const { id, address } = await anOwnSale(testbed);
    litecoinOf(testbed).pay(address, '2');
    const seenTransfers = () => rows('select 1 from chain_transfers where to_address = $1', [address]);
    await expect.poll(seenTransfers, wait).toHaveLength(1);
    expect(await stageOf(id)).toBe('confirming');
    expect(await complete(id)).toContain('proof_missing');
  });

  test('asks its customer about too few coins, and pays for them at the locked rate', async () => {
    const { id, email, get, choose } = await aSaleWith('1.5');
    await untilStage(id, 'short');
    expect(await complete(id)).toContain('settlement_missing');
    const refuse = reviewer.put(`transactions/${id}/status`, { status: 'rejected', adminNotes: 'Too little came.' });
    expect(await reasonOf(refuse)).toContain('order_stage_elsewhere');
    type DepositBody = {
      choices: string[];
      feeBy: string;
      choiceUntil: string;
      offer: { offerId: string; netAmount: number };
    };
    const { choices, feeBy, choiceUntil, offer } = (await get<DepositBody>(`transactions/${id}/deposit`)).body;
    expect((await reviewer.get(`transactions/${id}/settlement`)).body).toMatchObject({ choiceUntil });
    expect({ choices, feeBy }).toEqual({ choices: ['top_up', 'take', 'refund'], feeBy: 'desk' });
    expect(offer.netAmount).toBe(142.5);
    expect(await outcomeOf(choose({ choice: 'take', offerId: 'of-another-state' }))).toBe('409 rate_changed');
    const eve = callsOf(app, await aSeller(app, testbed.database.pool));
    expect((await choose({ choice: 'take' }, eve.post)).status).toBe(404);
    expect((await choose({ choice: 'take', offerId: offer.offerId })).status).toBe(200);
    expect(await liveOf(id)).toEqual({ outcome: 'short', paid: '1.5', net: '142.5', by: 'customer' });
    expect(await stageOf(id)).toBe('confirmed');
    expect(await outcomeOf(choose({ choice: 'refund' }))).toContain('choice_unavailable');
    expect(await mailbox.of('deposit_short', email)).toHaveLength(1);
    const shownBody = (await get(`transactions/${id}`)).body;
    expect(shownBody).toMatchObject({ payoutAmount: 190, settlement: { net: 142.5 }, stage: 'confirmed' });
  });

  test('is decided and mailed once while a stranger sends dust repeatedly', async () => {
    const shortSale = await aSaleWith('1.5');
    const surplusSale = await aSaleWith('2.5');
    await untilStage(shortSale.id, 'short');
    await untilStage(surplusSale.id, 'question');
    const chain = litecoinOf(testbed);
    for (const { address } of [shortSale, surplusSale]) {
      chain.pay(address, '0.00000546');
      const seenTransfers = () =>
        rows(`select 1 from chain_transfers where to_address = $1 and state = 'seen'`, [address]);
      await expect.poll(seenTransfers, wait).toHaveLength(1);
    }
    expect([await stageOf(shortSale.id), await stageOf(surplusSale.id)]).toEqual(['short', 'question']);
    const { body } = await reviewer.get(`transactions/${surplusSale.id}/settlement`);
    expect(body).toMatchObject({ computed: { received: 2.5 }, transfers: [{ isFinal: true }, { isFinal: false }] });
    const cap = { action: 'cap', reason: 'Agreed in the chat.', version: await versionOf(surplusSale.id) };
    expect((await settle(surplusSale.id, cap)).status).toBe(201);
    type DepositBody = { offer: { offerId: string } };
    const { offer } = (await shortSale.get<DepositBody>(`transactions/${shortSale.id}/deposit`)).body;
    expect((await shortSale.choose({ choice: 'take', offerId: offer.offerId })).status).toBe(200);
    expect(await liveOf(shortSale.id)).toMatchObject({ paid: '1.5', net: '142.5' });
    expect(await mailbox.of('deposit_short', shortSale.email)).toHaveLength(1);
  });

  test('is sent back in full when its customer asks for the coins', async () => {
    const { id, get, choose } = await aSaleWith('1.5');
    await untilStage(id, 'short');
    expect((await choose({ choice: 'refund' })).status).toBe(200);
    const order = await row('select status, stage from orders where id = $1', [id]);
    expect(order).toEqual({ status: 'failed', stage: 'refund_due' });
    const dueRefund = { orderId: id, amount: 1.5, state: 'due', address: null };
    expect((await get('refunds')).body).toMatchObject([dueRefund]);
    const more = { orderId: id, amount: 0.1, reason: 'More.' };
    expect(await reasonOf(reviewer.post('refunds', more))).toContain('refund_above_left');
  });

  test('with far too many coins is decided by the team: the bound is paid and the rest sent back', async () => {
    const { id, get } = await aSaleWith('2.5');
    await untilStage(id, 'question');
    const { body: state } = await reviewer.get(`transactions/${id}/settlement`);
    expect(state).toMatchObject({ computed: { outcome: 'over_far', asks: 'desk', net: 209, rest: 0.3 }, live: null });
    const version = await versionOf(id);
    const refusal = settle(id, { action: 'take', reason: 'Because.', version });
    expect(await outcomeOf(refusal)).toBe('409 choice_unavailable');
    const settlement = await settle(id, { action: 'cap', reason: 'Agreed in the chat.', version });
    expect(settlement).toMatchObject({ status: 201, body: { net: 209, paidFor: 2.2, rest: 0.3 } });
    expect(await stageOf(id)).toBe('confirmed');
    expect((await get('refunds')).body).toMatchObject([{ amount: 0.3, orderId: id }]);
  });

  test('names to its customer no member of the team who decided about it', async () => {
    const { id, get } = await aSaleWith('2.5');
    await untilStage(id, 'question');
    const cap = { action: 'cap', reason: 'Agreed in the chat.', version: await versionOf(id) };
    expect((await settle(id, cap)).status).toBe(201);
    const settlement = { acceptedBy: 'admin', reason: null };
    expect((await get(`transactions/${id}`)).body).toMatchObject({ settlement });
    expect((await get(`transactions/${id}/deposit`)).body).toMatchObject({ settlement });
  });

  test('without its coins after a reorganisation is not paid before a new settlement and approval', async () => {
    const { id, address } = await aSaleWith('2');
    await untilStage(id, 'confirmed');
    const approve = (reason: object = {}) => reviewer.post(`transactions/${id}/payout`, reason);
    const payoutId = (await approve()).body.id;
    const batch = () => reviewer.post('payout-batches', { accountId: null, payoutIds: [payoutId] });
    const chain = litecoinOf(testbed);
    chain.reorganise(13, { drop: true });
    await expect.poll(() => liveOf(id), wait).toBeUndefined();
    await untilStage(id, 'question');
    expect(await complete(id)).toContain('settlement_missing');
    const heldPayout = { state: 'held', reason: 'reorganised', amount: '190.00' };
    expect((await reviewer.get(`payouts/${String(payoutId)}`)).body).toMatchObject(heldPayout);
    expect(await outcomeOf(batch())).toBe('409 payouts_taken');
    const resume = reviewer.post(`payouts/${String(payoutId)}/resume`, { reason: 'Pay it.' });
    expect(await outcomeOf(resume)).toBe('409 settlement_missing');
    expect(await outcomeOf(approve())).toBe('409 payout_exists');

    // The team confirms that coins which arrived again are the same ones.
    chain.pay(address, '2');
    chain.mine(20);
    const arrived = `select 1 from chain_transfers where to_address = $1 and state in ('included', 'final')`;
    await expect.poll(() => rows(arrived, [address]), wait).toHaveLength(1);
    await stageOf(id);
    const acceptance = { action: 'accept', reason: 'They came again.', version: await versionOf(id) };
    await expect.poll(async () => (await settle(id, acceptance)).status, wait).toBe(201);
    expect(await stageOf(id)).toBe('confirmed');
    expect(await outcomeOf(batch())).toBe('409 payouts_taken');
    const approval = await approve({ reason: 'They came again.' });
    expect(approval).toMatchObject({ status: 201, body: { id: payoutId, state: 'due', amount: '190.00' } });
    expect(await stageOf(id)).toBe('approved');
    expect(await otherStages(testbed)).toEqual([]);
    expect(await batch()).toMatchObject({ status: 201, body: { count: 1 } });
  });

  test('without its coins becomes a question, and the batch’s maker reads that it is cancelled', async () => {
    const payer = await provenCalls(testbed, await aColleague(testbed, 'payer'));
    const { id } = await aSaleWith('2');
    await untilStage(id, 'confirmed');
    const { body: payout } = await reviewer.post(`transactions/${id}/payout`, {});
    const { body: batch } = await reviewer.post('payout-batches', { accountId: null, payoutIds: [payout.id] });
    litecoinOf(testbed).reorganise(13, { drop: true });
    await expect.poll(() => liveOf(id), wait).toBeUndefined();
    const path = `payout-batches/${String(batch.id)}`;
    const release = payer.post(`${path}/release`, { digest: batch.digest });
    expect(await outcomeOf(release)).toBe('409 conflict');
    await untilStage(id, 'question');
    expect((await reviewer.get(path)).body).toMatchObject({ state: 'cancelled' });
    const mails = () => rows(`select data from test_mail where template = 'batch_cancelled'`);
    await expect.poll(mails, wait).toEqual([{ data: { batch: batch.reference } }]);
  });
});

test('a payment at the current rate is approved with the shown values for fifteen minutes', async () => {
  await setRules(testbed, { warnedApproval: true });
  const second = await aColleague(testbed, 'reviewer');
  const { approve, pendingOf } = approvalCalls(testbed);
  const priceIs = async (usd: number) => {
    await rows(`update crypto_assets set price_usd = $1 where id = 'litecoin'`, [usd]);
    await rows(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
    const known = async () => toText((await app.deps.rates()).coins.get('litecoin')?.priceUsd ?? zero);
    await expect.poll(known, wait).toBe(String(usd));
  };
  /** Requests an approval at 80 USD that is confirmed at 90. */
  const ask = async () => {
    const { id, address } = await anOwnSale(testbed, { expired: true });
    const chain = litecoinOf(testbed);
    chain.pay(address, '2');
    // A block that is older than ten minutes when it is read: no rate is known for it.
    chain.mine(12, new Date(Date.now() - 11 * 60_000));
    await untilStage(id, 'question');
    await priceIs(80);
    const json = { action: 'take_at_today', reason: 'Agreed in the chat.', version: await versionOf(id) };
    const requestId = await pendingOf(settle(id, json));
    await priceIs(90);
    return { id, approve: () => outcomeOf(approve(requestId, second.token)) };
  };
  const early = await ask();
  const late = await ask();
  expect(await early.approve()).toBe('200');
  expect(await liveOf(early.id)).toMatchObject({ paid: '2', net: '152' });
  testbed.minutesLater(16);
  expect(await late.approve()).toBe('409 facts_changed');
});
