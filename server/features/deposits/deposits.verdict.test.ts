import { beforeAll, expect, test } from 'vitest';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { aLitecoinSale, litecoinOf, review } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
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

test('approving what the chain does not confirm needs a reason, by both ways, and the reason is kept with what was seen', async () => {
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
  expect(audited).toEqual([{ details: { decision: 'completed', level: 'red', findings: ['not_found'], reason } }]);
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
