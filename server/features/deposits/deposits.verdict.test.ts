import { beforeAll, expect, test } from 'vitest';
import { FeedError } from '#server/lib/feed-error.ts';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { aLitecoinSale, litecoinOf, review } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

const verdictOf = async (id: string) => {
  const { body } = await testbed.app.call('GET', `/api/admin/transactions/${id}/verdict`, { token });
  const { level, findings, transfers } = verdictView.parse(body);
  return { level, codes: findings.map(({ code }) => code), transfers };
};
const sees = async (id: string, verdict: object) => {
  await expect.poll(() => verdictOf(id), { timeout: 30_000 }).toMatchObject(verdict);
};
const evidence = { adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };
const completed = { status: 'completed', ...evidence };
const put = (id: string, json: object) =>
  testbed.app.call('PUT', `/api/admin/transactions/${id}/status`, { token, json });

test('a reviewer sees a deposit arrive, become final, and that nothing proves who sent it', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  await sees(id, { level: 'red', codes: ['not_found'], transfers: [] });
  const chain = litecoinOf(testbed);
  const txHash = chain.pay(address, '0.5');
  await sees(id, { level: 'amber', codes: ['not_final'], transfers: [{ txHash, confirmations: 0 }] });
  chain.mine(6);
  await sees(id, { level: 'pale', codes: ['fits_shared'] });
  expect((await verdictOf(id)).transfers).toMatchObject([{ txHash, amount: 0.5 }]);
}, 60_000);

test('two open sales that one transfer fits are both told so; approving one binds it, and the other learns whose it is', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  const other = await aLitecoinSale(testbed, { address });
  const chain = litecoinOf(testbed);
  chain.pay(address, '0.5');
  chain.mine(6);
  await sees(id, { level: 'amber', codes: ['two_fit'] });
  await sees(other.id, { level: 'amber', codes: ['two_fit'] });
  expect(await review(testbed, token, id, { ...completed, reason: 'The customer showed the wallet.' })).toMatchObject({
    status: 200,
  });
  expect(await verdictOf(id)).toMatchObject({ level: 'pale', codes: ['fits_shared'] });
  expect(await verdictOf(other.id)).toMatchObject({ level: 'red', codes: ['not_found'] });
}, 60_000);

test('approving what the chain does not confirm needs a reason, by both ways, and the reason is before with what was seen', async () => {
  const { id } = await aLitecoinSale(testbed);
  await sees(id, { level: 'red' });
  const refused = { status: 409, body: { code: 'verdict_needs_reason', reason: 'verdict_needs_reason' } };
  expect(await review(testbed, token, id, completed)).toMatchObject(refused);
  expect((await review(testbed, token, id, { status: 'processing', ...evidence })).status).toBe(200);
  expect(await put(id, { status: 'completed' })).toMatchObject(refused);
  expect(await put(id, { status: 'completed', reason: '   ' })).toMatchObject(refused);
  const ofOrder = () => testbed.rows('select level, decision, reason from order_verdicts where order_id = $1', [id]);
  expect(await ofOrder()).toEqual([]);
  const reason = 'Seen on another explorer.';
  expect(await put(id, { status: 'completed', reason })).toMatchObject({ status: 200, body: { status: 'completed' } });
  expect(await ofOrder()).toEqual([{ level: 'red', decision: 'completed', reason }]);
  const audited = await testbed.rows(
    `select details from audit_log where action = 'deposit.verdict_seen' and subject_id = $1`,
    [id],
  );
  const asText = { textId: expect.any(String) as string };
  expect(audited).toEqual([
    { details: { decision: 'completed', level: 'red', findings: ['not_found'], reason: asText } },
  ]);
}, 60_000);

test('a coin whose chain nobody reads is checked by hand, and its approval asks for nothing', async () => {
  const id = await anOrder(testbed.app.deps, await aUser(testbed.database.pool));
  expect(await verdictOf(id)).toEqual({ level: 'grey', codes: ['by_hand'], transfers: [] });
  expect((await review(testbed, token, id, completed)).status).toBe(200);
  expect(await testbed.rows('select id from order_verdicts where order_id = $1', [id])).toEqual([]);
});

test('a reviewer has a deposit looked for at once, which the verdict counts; support may only read', async () => {
  const { id } = await aLitecoinSale(testbed);
  const support = await aMember(testbed.database.pool, testbed.app.deps, 'support');
  const check = (by: string) => testbed.app.call('POST', `/api/admin/transactions/${id}/check`, { token: by });
  expect((await check(support.token)).status).toBe(403);
  expect((await check(token)).status).toBe(200);
  const { body } = await check(token);
  expect(verdictView.parse(body).findings).toMatchObject([{ code: 'not_found', params: { searches: 2 } }]);
});

test('a reviewer sees a payment to an address that hundreds of others were paid to since the quote', async () => {
  const { id, address } = await aLitecoinSale(testbed);
  const chain = litecoinOf(testbed);
  chain.pay(address, ...Array.from({ length: 220 }, (_, index) => `${index + 1}`));
  chain.mine();
  const stored = async () =>
    (await testbed.rows('select id from chain_transfers where to_address = $1', [address])).length;
  await expect.poll(stored).toBe(220);
  const txHash = chain.pay(address, '0.5');
  chain.mine(6);
  await expect.poll(stored).toBe(221);
  await sees(id, { level: 'pale', codes: ['fits_shared'], transfers: [{ txHash }] });
}, 60_000);

const half = { cryptoId: 'litecoin', cryptoAmount: 0.5, targetCurrency: 'USD' };
const customer = () => aSeller(testbed.app, testbed.database.pool);
const wants = { status: 409, body: { code: 'verdict_needs_reason' } };

test('whoever files first is not credited with the transfer of a customer whose quote is still open', async () => {
  const [ada, eve] = [await customer(), await customer()];
  const quote = await aQuote(testbed.app, ada, half);
  const before = await aQuote(testbed.app, eve, half);
  const { pay, mine } = litecoinOf(testbed);
  const transactionHash = pay(quote.deposit.address, '0.5');
  mine(6);
  const seen = () => testbed.rows('select id from chain_transfers where tx_hash = $1', [transactionHash]);
  await expect.poll(seen, { timeout: 30_000 }).toHaveLength(1);
  const after = await aQuote(testbed.app, eve, half);
  // A quote made after the transfer never owns it; of one that was held before nothing is certain.
  const late = await submit(testbed.app, eve, orderOf(after, { transactionHash }));
  await sees(late.body.id, { level: 'red', codes: ['before_quote'] });
  const refused = { status: 'failed', adminNotes: 'Made before the quote.' };
  expect((await review(testbed, token, late.body.id, refused)).status).toBe(200);
  const { id } = (await submit(testbed.app, eve, orderOf(before, { transactionHash }))).body;
  await sees(id, { level: 'amber', codes: ['quote_fits'] });
  expect(await review(testbed, token, id, completed)).toMatchObject(wants);
  // The sender is not refused, and the reviewer of each order is led to the other.
  const own = await submit(testbed.app, ada, orderOf(quote, { transactionHash }));
  expect(own.status).toBe(201);
  await sees(own.body.id, { level: 'amber', codes: ['contested'] });
  await sees(id, { level: 'amber', codes: ['contested'] });
  expect(await review(testbed, token, own.body.id, completed)).toMatchObject(wants);
  expect(await review(testbed, token, id, completed)).toMatchObject(wants);
}, 60_000);

test('the quote of another customer counts until a day after it has expired, one’s own never', async () => {
  const [ada, eve] = [await customer(), await customer()];
  const terms = { ...half, cryptoAmount: 0.7 };
  const [quote, other] = [await aQuote(testbed.app, ada, terms), await aQuote(testbed.app, eve, terms)];
  await aQuote(testbed.app, ada, terms);
  const { id } = (await submit(testbed.app, ada, orderOf(quote))).body;
  const { pay, mine } = litecoinOf(testbed);
  pay(quote.deposit.address, '0.7');
  mine(6);
  await sees(id, { level: 'amber', codes: ['quote_fits'] });
  const expire = (hours: number) =>
    testbed.database.pool.query(`begin; set local session_replication_role = replica;
      update sell_quotes set expires_at = now() - interval '${hours} hours' where id = '${other.quoteId}'; commit`);
  await expire(23);
  expect((await verdictOf(id)).codes).toEqual(['quote_fits']);
  await expire(25);
  expect((await verdictOf(id)).codes).toEqual(['fits_shared']);
}, 60_000);

/** Stops the source of the chain, as if it had been away for six minutes. */
async function silence(): Promise<() => void> {
  const reader = testbed.app.deps.chainReaders.get('litecoin');
  if (!reader) throw new Error('The simulated chain is switched off.');
  const { source } = reader;
  const before = { tip: source.tip.bind(source), find: source.find.bind(source) };
  const away = async () => {
    throw new FeedError('it does not answer');
  };
  Object.assign(source, { tip: away, find: away });
  const failed = () => testbed.rows(`select chain from chain_cursors where failed_at is not null`);
  await expect.poll(failed, { timeout: 20_000 }).toHaveLength(1);
  await testbed.rows(`update chain_cursors set ok_at = now() - interval '6 minutes'`);
  return () => void Object.assign(source, before);
}

test('a search that the node did not answer is none: the deposit is not called missing, and approving it needs a reason', async () => {
  const { id } = await aLitecoinSale(testbed);
  await sees(id, { level: 'red', codes: ['not_found'] });
  const check = () => testbed.app.call('POST', `/api/admin/transactions/${id}/check`, { token });
  expect((await check()).body).toMatchObject({ findings: [{ code: 'not_found', params: { searches: 1 } }] });
  const answer = await silence();
  // Also in the first minutes, in which what was found is still good enough.
  await testbed.rows('update chain_cursors set ok_at = now()');
  for (const _ of [1, 2, 3]) {
    const since = (await testbed.rows('select ok_at as at from chain_cursors'))[0]?.at as Date;
    expect((await check()).body).toMatchObject({
      level: 'grey',
      findings: [{ code: 'node_away', params: { since: since.toISOString() } }],
    });
  }
  expect(await review(testbed, token, id, completed)).toMatchObject(wants);
  answer();
  await sees(id, { level: 'red', codes: ['not_found'] });
  expect((await check()).body).toMatchObject({ findings: [{ code: 'not_found', params: { searches: 2 } }] });
}, 60_000);

test('one transfer does not pay a second sale of a customer whose first was approved before it was read', async () => {
  const ada = await customer();
  const { id, address } = await aLitecoinSale(testbed, { userId: ada.id });
  const { pay, mine } = litecoinOf(testbed);
  const answer = await silence();
  pay(address, '0.5');
  mine(6);
  expect(await verdictOf(id)).toMatchObject({ level: 'grey', codes: ['node_away'] });
  expect(await review(testbed, token, id, completed)).toMatchObject(wants);
  const reason = 'The customer showed the wallet.';
  expect((await review(testbed, token, id, { ...completed, reason })).status).toBe(200);
  const second = await aLitecoinSale(testbed, { userId: ada.id, address });
  answer();
  await sees(second.id, { level: 'amber', codes: ['approved_fits'] });
  expect(await review(testbed, token, second.id, completed)).toMatchObject(wants);
  expect((await review(testbed, token, second.id, { status: 'failed', adminNotes: 'Sent once.' })).status).toBe(200);
  // Nothing else waits for it now: it is bound to the approved sale, and a third finds nothing.
  await sees(id, { level: 'pale', codes: ['fits_shared'] });
  const claims = () =>
    testbed.rows(
      'select transfer_id is not null as bound from transfer_claims where released_at is null and order_id = $1',
      [id],
    );
  await expect.poll(claims, { timeout: 20_000 }).toEqual([{ bound: true }]);
  const third = await aLitecoinSale(testbed, { userId: ada.id, address });
  await sees(third.id, { level: 'red', codes: ['not_found'] });
}, 90_000);
