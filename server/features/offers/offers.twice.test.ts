import { expect, test } from 'vitest';
import { aColleague } from '#tests/factories/approvals.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOffer } from '#tests/factories/offers.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { litecoinSource, payee, sourceCalls } from '#tests/factories/own-addresses.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf, outcome, outcomeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, rows } = testbed;
const rita = fixture(async () => {
  await (await sourceCalls(testbed)).post('', litecoinSource);
  return aColleague(testbed, 'reviewer');
});
const wait = { timeout: 30_000 };

test('an offer ends when coins arrive for a quote that its customer dropped', async () => {
  const ada = await aSeller(app, database.pool);
  const calls = callsOf(app, ada);
  const chain = litecoinOf(testbed);
  const { id, code, terms } = await anOffer(rita, { coinId: 'litecoin', amount: 0.3, payoutCurrency: 'USD' });
  const answers: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const takenAnswer = await calls.post(`offers/${code}/take`);
    answers.push(takenAnswer.status === 200 ? '200' : `${takenAnswer.status} ${String(takenAnswer.body.code)}`);
    if (takenAnswer.status !== 200) continue;
    const quoteId = String(takenAnswer.body.quoteId);
    const { body } = await calls.put(`sell-quotes/${quoteId}/payout`, payee);
    const { address } = body.deposit as { address: string };
    chain.pay(address, '0.3');
    const seen = () => rows('select id from chain_transfers where to_address = $1', [address]);
    await expect.poll(seen, wait).toHaveLength(1);
    await calls.del(`sell-quotes/${quoteId}`);
  }
  expect(answers).toEqual(['200', '410 offer_over', '410 offer_over']);
  const form = { userId: ada.id, transactionHash: 'cd'.repeat(32), paymentDetails: JSON.stringify(bankDetails) };
  const headers = await steppedUp(app.deps, rita.token);
  const counter = app.call('POST', `/api/admin/offers/${id}/order`, { token: rita.token, headers, form });
  expect(await outcomeOf(counter)).toBe('409 quote_used');
  chain.mine(12);
  const opened = () => rows('select payout_amount::float8 as net from orders where user_id = $1', [ada.id]);
  await expect.poll(opened, wait).toEqual([{ net: terms.net }]);
});

const changeBehind = (change: string) =>
  database.pool.query(`set session_replication_role = replica; ${change}; set session_replication_role = default`);

test('an offer’s quote that was changed in the database is not shown, and becomes no order', async () => {
  const ada = await aSeller(app, database.pool);
  const { id, code } = await anOffer(rita);
  const take = () => callsOf(app, ada).post(`offers/${code}/take`);
  const { body: quote } = await take();
  const thief = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  await changeBehind(`update sell_quotes set deposit_address = '${thief}' where id = '${String(quote.quoteId)}'`);
  expect(await outcomeOf(take())).toBe('422 address_unavailable');
  const form = { userId: ada.id, transactionHash: 'ef'.repeat(32), paymentDetails: JSON.stringify(bankDetails) };
  const headers = await steppedUp(app.deps, rita.token);
  const counter = app.call('POST', `/api/admin/offers/${id}/order`, { token: rita.token, headers, form });
  expect(await outcome(counter)).toContain('address_unavailable');
  expect(await rows('select id from orders where deposit_address = $1', [thief])).toEqual([]);
});
