import { expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { aLitecoinSale, depositReviews, litecoinOf, review } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { reviewer, verdict, verdictOf, sees, approve } = depositReviews(testbed);
const customer = () => aSeller(testbed.app, testbed.database.pool);
const call: typeof testbed.app.call = (...args) => testbed.app.call(...args);
const decideOrder = (id: string, json: object) =>
  call('PUT', `/api/admin/transactions/${id}/status`, { token: reviewer.token, json });
const fail = (id: string) => review(testbed, reviewer.token, id, { status: 'failed', adminNotes: 'It is not theirs.' });
const check = (id: string, { token } = reviewer) => call('POST', `/api/admin/transactions/${id}/check`, { token });
/** Findings in the answer of a check. */
const foundBy = async (answer: ReturnType<typeof check>) => verdictView.parse((await answer).body).findings;
const refusal = '409 verdict_needs_reason';
const reason = 'The customer showed the wallet.';

test('a reviewer sees a deposit arrive and become final, without proof of its sender', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  await sees(id, 'red not_found');
  expect((await verdict(id)).transfers).toEqual([]);
  const chain = litecoinOf(testbed);
  const txHash = chain.pay(address, '0.5');
  await sees(id, 'amber not_final');
  expect((await verdict(id)).transfers).toMatchObject([{ txHash, confirmations: 0 }]);
  chain.mine(6);
  await sees(id, 'pale fits_shared');
  expect((await verdict(id)).transfers).toMatchObject([{ txHash, amount: 0.5 }]);
});

test('two open sales that one transfer fits both show that, and approving one binds it', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  const litecoinSale = await aLitecoinSale(testbed, { address });
  const chain = litecoinOf(testbed);
  chain.pay(address, '0.5');
  chain.mine(6);
  await sees(id, 'amber two_fit');
  await sees(litecoinSale.id, 'amber two_fit');
  expect(await outcome(approve(id, { reason }))).toBe('200');
  expect(await verdictOf(id)).toBe('pale fits_shared');
  expect(await verdictOf(litecoinSale.id)).toBe('red not_found');
});

test('a reviewer who approves against the chain gives a reason, which is stored with the verdict', async () => {
  const { id } = await aLitecoinSale(testbed);
  await sees(id, 'red not_found');
  const evidence = { adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };
  expect(await outcome(approve(id))).toBe(refusal);
  expect(await outcome(review(testbed, reviewer.token, id, { status: 'processing', ...evidence }))).toBe('200');
  for (const json of [{ status: 'completed' }, { status: 'completed', reason: '   ' }])
    expect(await outcome(decideOrder(id, json))).toBe(refusal);
  const ofOrder = () => testbed.rows('select level, decision, reason from order_verdicts where order_id = $1', [id]);
  expect(await ofOrder()).toEqual([]);
  expect(await decideOrder(id, { status: 'completed', reason })).toMatchObject({
    status: 200,
    body: { status: 'completed' },
  });
  expect(await ofOrder()).toEqual([{ level: 'red', decision: 'completed', reason }]);
  const [auditRow] = await testbed.rows(
    `select details from audit_log where action = 'deposit.verdict_seen' and subject_id = $1`,
    [id],
  );
  const asText = { textId: expect.any(String) as string };
  expect(auditRow?.details).toEqual({ decision: 'completed', level: 'red', findings: ['not_found'], reason: asText });
});

test('a coin whose chain is not read is checked by hand, and its approval needs no reason', async () => {
  const id = await anOrder(testbed.app.deps, await aUser(testbed.database.pool));
  expect(await verdictOf(id)).toBe('grey by_hand');
  expect(await outcome(approve(id))).toBe('200');
  expect(await testbed.rows('select id from order_verdicts where order_id = $1', [id])).toEqual([]);
});

test('a reviewer has the chain read at once for a deposit, and support may only read', async () => {
  const { id } = await aLitecoinSale(testbed);
  const support = await aColleague(testbed, 'support');
  expect(await outcome(check(id, support))).toBe('403 not_permitted');
  expect(await outcome(check(id))).toBe('200');
  expect(await foundBy(check(id))).toMatchObject([{ code: 'not_found', params: { searches: 2 } }]);
});

test('a reviewer sees a payment to an address that received hundreds of others since the quote', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  const chain = litecoinOf(testbed);
  chain.pay(address, ...Array.from({ length: 220 }, (_, index) => `${index + 1}`));
  chain.mine();
  const storedTransfers = () => testbed.rows('select id from chain_transfers where to_address = $1', [address]);
  await expect.poll(storedTransfers).toHaveLength(220);
  const txHash = chain.pay(address, '0.5');
  chain.mine(6);
  await expect.poll(storedTransfers).toHaveLength(221);
  await sees(id, 'pale fits_shared');
  expect((await verdict(id)).transfers).toMatchObject([{ txHash }]);
});

const half = { cryptoId: 'litecoin', cryptoAmount: 0.5, targetCurrency: 'USD' };

test('a sale is not credited with the transfer of a customer whose quote is still open', async () => {
  const ada = await customer();
  const eve = await customer();
  const quote = await aQuote(testbed.app, ada, half);
  const earlierQuote = await aQuote(testbed.app, eve, half);
  const { pay, mine } = litecoinOf(testbed);
  const transactionHash = pay(quote.deposit.address, '0.5');
  mine(6);
  const seenTransfers = () => testbed.rows('select id from chain_transfers where tx_hash = $1', [transactionHash]);
  await expect.poll(seenTransfers).toHaveLength(1);
  const after = await aQuote(testbed.app, eve, half);
  // A quote made after the transfer never owns it; of one that was held before nothing is certain.
  const lateOrder = await submit(testbed.app, eve, orderOf(after, { transactionHash }));
  await sees(lateOrder.body.id, 'red before_quote');
  expect(await outcome(fail(lateOrder.body.id))).toBe('200');
  const { id } = (await submit(testbed.app, eve, orderOf(earlierQuote, { transactionHash }))).body;
  await sees(id, 'amber quote_fits');
  expect(await outcome(approve(id))).toBe(refusal);
  // The sender is not refused, and the reviewer of each order is led to the other.
  const ownSale = await submit(testbed.app, ada, orderOf(quote, { transactionHash }));
  expect(ownSale.status).toBe(201);
  for (const order of [ownSale.body.id, id]) {
    await sees(order, 'amber contested');
    expect(await outcome(approve(order))).toBe(refusal);
  }
});

test('another customer’s quote counts until a day after its expiry, and the own quote never', async () => {
  const ada = await customer();
  const eve = await customer();
  const terms = { ...half, cryptoAmount: 0.7 };
  const quote = await aQuote(testbed.app, ada, terms);
  const otherQuote = await aQuote(testbed.app, eve, terms);
  await aQuote(testbed.app, ada, terms);
  const { id } = (await submit(testbed.app, ada, orderOf(quote))).body;
  const { pay, mine } = litecoinOf(testbed);
  pay(quote.deposit.address, '0.7');
  mine(6);
  await sees(id, 'amber quote_fits');
  const expire = (hours: number) =>
    testbed.database.pool.query(`begin; set local session_replication_role = replica;
      update sell_quotes set expires_at = now() - interval '${hours} hours'
         where id = '${otherQuote.quoteId}';
       commit`);
  await expire(23);
  expect(await verdictOf(id)).toBe('amber quote_fits');
  await expire(25);
  expect(await verdictOf(id)).toBe('pale fits_shared');
});

/** Stops the source of the chain, as if it had been away for six minutes. */
async function silence(): Promise<() => void> {
  const { source } = litecoinOf(testbed);
  const original = { tip: source.tip.bind(source), find: source.find.bind(source) };
  const failToAnswer = () => Promise.reject(new FeedError('it does not answer'));
  Object.assign(source, { tip: failToAnswer, find: failToAnswer });
  const failedChains = () => testbed.rows(`select chain from chain_cursors where failed_at is not null`);
  await expect.poll(failedChains, { timeout: 45_000 }).toHaveLength(1);
  await testbed.rows(`update chain_cursors set ok_at = now() - interval '6 minutes'`);
  return () => void Object.assign(source, original);
}

test('a deposit is not reported as missing after a search without an answer', async () => {
  const { id } = await aLitecoinSale(testbed);
  await sees(id, 'red not_found');
  expect(await foundBy(check(id))).toMatchObject([{ code: 'not_found', params: { searches: 1 } }]);
  const answer = await silence();
  // The figures are those of the first minutes too, in which the former result is still valid.
  await testbed.rows('update chain_cursors set ok_at = now()');
  for (const _ of [1, 2, 3]) {
    const [cursor = {}] = await testbed.rows('select ok_at as at from chain_cursors');
    const since = (cursor.at as Date).toISOString();
    expect(await foundBy(check(id))).toMatchObject([{ code: 'node_away', params: { since } }]);
  }
  expect(await verdictOf(id)).toBe('grey node_away');
  expect(await outcome(approve(id))).toBe(refusal);
  answer();
  await sees(id, 'red not_found');
  expect(await foundBy(check(id))).toMatchObject([{ code: 'not_found', params: { searches: 2 } }]);
});

test('one transfer does not pay a second sale of a customer after an early approval', async () => {
  const ada = await customer();
  const { id, address } = await aLitecoinSale(testbed, { userId: ada.id });
  const { pay, mine } = litecoinOf(testbed);
  const answer = await silence();
  pay(address, '0.5');
  mine(6);
  expect(await verdictOf(id)).toBe('grey node_away');
  expect(await outcome(approve(id))).toBe(refusal);
  expect(await outcome(approve(id, { reason }))).toBe('200');
  const second = await aLitecoinSale(testbed, { userId: ada.id, address });
  answer();
  await sees(second.id, 'amber approved_fits');
  expect(await outcome(approve(second.id))).toBe(refusal);
  expect(await outcome(fail(second.id))).toBe('200');
  // Nothing else waits for it now: it is bound to the approved sale, and a third finds nothing.
  await sees(id, 'pale fits_shared');
  const claims = () =>
    testbed.rows(
      'select transfer_id is not null as bound from transfer_claims where released_at is null and order_id = $1',
      [id],
    );
  await expect.poll(claims, { timeout: 45_000 }).toEqual([{ bound: true }]);
  const third = await aLitecoinSale(testbed, { userId: ada.id, address });
  await sees(third.id, 'red not_found');
}, 90_000);
