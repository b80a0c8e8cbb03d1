import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createRereads } from '#server/features/chains/chains.reread.service.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { aColleague, setRules, takeRole, theOwner } from '#tests/factories/approvals.ts';
import { aLitecoinSale, depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { rows } = testbed;
const { verdictOf, sees, approve } = depositReviews(testbed);
const { reviewer, payer, as, ok, release, batchOf } = payoutCalls(testbed);
const colleague = fixture(() => aColleague(testbed, 'reviewer'));
const reason = 'An explorer shows it.';

beforeEach(() => vi.restoreAllMocks());

/** The deposit of a sale is green, and the sale may be approved. */
async function isConfirmed(id: string) {
  await sees(id, 'green matches');
  const findConfirmed = () => rows(`select 1 from orders where id = $1 and stage = 'confirmed'`, [id]);
  await expect.poll(findConfirmed).toHaveLength(1);
}
/** A sale of two Litecoin that arrived at its own address, and that its node confirms. */
async function aSale() {
  const sale = await aPaidSale(testbed, ['2']);
  await isConfirmed(sale.id);
  return sale;
}
const approvePayout = (id: string, json: object = {}) => as(reviewer, 'POST', `transactions/${id}/payout`, json);
const payoutsOf = (id: string) => rows('select state from payouts where order_id = $1', [id]);

/** Changes rows in the database as the product itself never does. */
async function behindTheProduct(text: string, values: unknown[]) {
  const client = await testbed.database.pool.connect();
  await client.query('begin; set local session_replication_role = replica');
  await client.query(text, values);
  await client.query('commit');
  client.release();
}
const forge = (address: string, change: string) =>
  behindTheProduct(`update chain_transfers set ${change} where to_address = $1`, [address]);

/** The node answers no question about one transaction. */
function silence() {
  const { source } = litecoinOf(testbed);
  vi.spyOn(source, 'find').mockRejectedValue(new FeedError('it does not answer'));
}
/** The node has neither the transactions nor the blocks that it had. */
function loseBlocks() {
  const { source } = litecoinOf(testbed);
  vi.spyOn(source, 'find').mockResolvedValue(undefined);
  vi.spyOn(source, 'blockHash').mockResolvedValue(undefined);
}

describe('a sale', () => {
  test('is approved if its node confirms it, which is asked once', async () => {
    const { id } = await aSale();
    const find = vi.spyOn(litecoinOf(testbed).source, 'find');
    expect(await outcome(approvePayout(id))).toBe('201');
    expect(find).toHaveBeenCalledTimes(1);
    expect(await payoutsOf(id)).toEqual([{ state: 'due' }]);
  });

  test.each([
    ['amount', 'amount = 1.999999'],
    ['output', 'out_index = 7'],
    ['block', `block_hash = repeat('f', 64)`],
  ])('with another %s in the database than on the chain is not paid for any reason', async (_what, change) => {
    const waitingSale = await aSale();
    const manualSale = await aSale();
    for (const { address } of [waitingSale, manualSale]) await forge(address, change);
    const refusal = '409 conflict deposit_differs';
    expect(await outcome(approvePayout(waitingSale.id, { reason }))).toBe(refusal);
    expect(await outcome(approve(manualSale.id, { reason }))).toBe(refusal);
    expect([...(await payoutsOf(waitingSale.id)), ...(await payoutsOf(manualSale.id))]).toEqual([]);
    expect(await verdictOf(waitingSale.id)).toMatch(/^red .*node_differs/);
  });

  test('is not paid on a forged row', async () => {
    const { id, address } = await aLitecoinSale(testbed);
    const { source, mine } = litecoinOf(testbed);
    mine();
    const { height, hash, at } = await source.tip();
    await behindTheProduct(
      `with t as (insert into chain_transfers (chain, tx_hash, out_index, coin_id, to_address, from_addresses, amount,
           by_contract, block_height, block_hash, block_at, first_seen_at, state)
         values ('litecoin', repeat('e', 64), 0, 'litecoin', $2, '{}', 0.5, false, $3, $4, $5, now(), 'final')
         returning id)
       insert into transfer_claims (order_id, transfer_id, grade) select $1, id, 'own' from t`,
      [id, address, height, hash, at],
    );
    mine(12);
    await sees(id, 'pale fits_shared');
    expect(await outcome(approve(id, { reason }))).toBe('409 conflict deposit_differs');
  });

  test.each([
    ['does not answer', silence],
    ['no longer has the block', loseBlocks],
  ])('whose node %s is approved with a reason only', async (_what, happens) => {
    const waitingSale = await aSale();
    const manualSale = await aSale();
    happens();
    expect(await outcome(approvePayout(waitingSale.id))).toBe('409 verdict_needs_reason');
    expect(await outcome(approve(manualSale.id))).toBe('409 verdict_needs_reason');
    expect(await verdictOf(waitingSale.id)).toBe('amber node_away');
    expect(await outcome(approvePayout(waitingSale.id, { reason }))).toBe('201');
    expect(await outcome(approve(manualSale.id, { reason }))).toBe('200');
    const seenRows = await rows('select level, reason from order_verdicts where order_id = $1', [manualSale.id]);
    expect(seenRows).toEqual([{ level: 'amber', reason }]);
  });

  test('is refused after the time limit if its node never answers, without an error', async () => {
    const { id } = await aSale();
    const { deps } = testbed.app;
    const originalRereads = { ...deps.rereads };
    Object.assign(deps.rereads, createRereads({ ...deps, limitMs: 20 }));
    vi.spyOn(litecoinOf(testbed).source, 'find').mockImplementation(() => new Promise(() => {}));
    expect(await outcome(approvePayout(id))).toBe('409 verdict_needs_reason');
    Object.assign(deps.rereads, originalRereads);
  });

  test('is not locked while its node is asked, so that no other request waits', async () => {
    const { id } = await aSale();
    const { source } = litecoinOf(testbed);
    const find = source.find.bind(source);
    const locked: unknown[] = [];
    vi.spyOn(source, 'find').mockImplementation(async (...args) => {
      locked.push(...(await rows('select id from orders where id = $1 for update nowait', [id])));
      return find(...args);
    });
    expect(await outcome(approvePayout(id))).toBe('201');
    expect(locked).toEqual([{ id }]);
  });

  test('without an answer of its node needs a second member under the rule', async () => {
    await setRules(testbed, { warnedApproval: true });
    const { id } = await aSale();
    silence();
    const { status, body } = await approvePayout(id, { reason });
    expect(status).toBe(202);
    expect(await payoutsOf(id)).toEqual([]);
    const path = `approvals/${String(body.approvalId)}/approve`;
    expect(await outcome(as(colleague, 'POST', path, {}))).toBe('200');
    const approvedRows = await rows('select state, approved_by from payouts where order_id = $1', [id]);
    expect(approvedRows).toEqual([{ state: 'due', approved_by: colleague.id }]);
  });

  test('is not approved for a member who may no longer decide', async () => {
    await setRules(testbed, { warnedApproval: true });
    const { id } = await aSale();
    silence();
    const asker = await aColleague(testbed, 'reviewer');
    const { body } = await as(asker, 'POST', `transactions/${id}/payout`, { reason });
    await takeRole(testbed, asker);
    const path = `approvals/${String(body.approvalId)}/approve`;
    expect(await outcome(as(colleague, 'POST', path, {}))).toBe('409 facts_changed approval_changed');
    expect(await payoutsOf(id)).toEqual([]);
  });
});

describe('the release of a batch', () => {
  /** A batch of two approved sales, to be paid by hand. */
  async function aBatchOfTwo(maker: { token: string } = reviewer) {
    const sales = [await aSale(), await aSale()];
    const payoutIds = [];
    for (const { id } of sales)
      payoutIds.push(String((await ok(reviewer, 'POST', `transactions/${id}/payout`, {})).id));
    const batch = await ok(maker, 'POST', 'payout-batches', { accountId: null, payoutIds });
    // The answers given at the approval are no longer counted after two minutes.
    testbed.minutesLater(2);
    return { batch, sales, payoutIds };
  }
  const releaseWith = ({ id, digest }: Body, more: object, member: { token: string } = payer) =>
    as(member, 'POST', `payout-batches/${String(id)}/release`, { digest, ...more });

  test('asks the node about each line again', async () => {
    const { batch, sales } = await aBatchOfTwo();
    const find = vi.spyOn(litecoinOf(testbed).source, 'find');
    expect(await outcome(release(batch))).toBe('200');
    const askedAddresses = find.mock.calls.flatMap(([, watchedCall]) => watchedCall.map(({ address }) => address));
    expect(askedAddresses.toSorted()).toEqual(sales.map(({ address }) => address).toSorted());
  });

  test('is refused for any reason if the node contradicts a transfer', async () => {
    const { batch, sales, payoutIds } = await aBatchOfTwo();
    await forge(sales[1]?.address ?? '', 'amount = 1.5');
    const refusal = { status: 422, body: { code: 'payee_blocked', reason: 'payout_coins_differ' } };
    const params = { id: payoutIds[1], code: 'node_differs' };
    expect(await releaseWith(batch, { reason })).toMatchObject({ ...refusal, body: { ...refusal.body, params } });
    expect(await batchOf(batch.id)).toMatchObject({ state: 'prepared' });
  });

  test('needs a reason if the node does not answer, which is audited', async () => {
    const { batch } = await aBatchOfTwo();
    silence();
    const refusal = { status: 409, body: { code: 'verdict_needs_reason', params: { code: 'node_away' } } };
    expect(await release(batch)).toMatchObject(refusal);
    expect(await outcome(releaseWith(batch, { reason: '  ' }))).toMatch('409 verdict_needs_reason');
    expect(await outcome(releaseWith(batch, { reason }))).toBe('200');
    const [log] = await rows(
      `select details from audit_log where action = 'payout_batch.released' and subject_id = $1`,
      [batch.id],
    );
    expect(log?.details).toMatchObject({ findings: ['node_away'], reason });
  });

  test('needs a second member under the rule if the node does not answer', async () => {
    await setRules(testbed, { warnedApproval: true });
    const owner = await theOwner(testbed);
    const { batch } = await aBatchOfTwo(owner);
    silence();
    expect(await outcome(releaseWith(batch, { reason }, owner))).toMatch('409 own_request');
    const { body } = await releaseWith(batch, { reason });
    expect(body).toMatchObject({ state: 'released', needsSecond: true });
  });
});
