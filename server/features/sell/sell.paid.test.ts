import { beforeAll, expect, test, vi } from 'vitest';
import { openPaidSales } from '#server/features/deposits/deposits.service.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { litecoinOf } from '#tests/factories/deposits.ts';
import { litecoinSource, payee, someLitecoin, sourceCalls } from '#tests/factories/own-addresses.ts';
import { aProof, aSeller, orderOf, submit, type Seller } from '#tests/factories/sales.ts';
import { callsOf, outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0', RATE_LIMIT_FACTOR: '1000' });
const { app, database, mailbox, row, rows } = testbed;
const wait = { timeout: 30_000 };
const admin = fixture(() => sourceCalls(testbed));
beforeAll(async () => {
  await admin.post('', { ...litecoinSource, gapLimit: 200 });
  await vi.waitUntil(async () => (await rows('select 1 from chain_cursors where ok_at is not null')).length > 0, wait);
});

const otherPayee = { ...payee.paymentDetails, accountNumber: '9876543210' };

/** A sale of one Litecoin at an address of its own, with the calls of its customer. */
async function anOwnQuote(isSeen = true) {
  const ada: Seller = await aSeller(app, database.pool);
  const calls = callsOf(app, ada);
  const quoteAnswer = await calls.post<SellQuoteView>('sell-quotes', { ...someLitecoin, ...payee });
  if (quoteAnswer.status !== 201) throw new Error(JSON.stringify(quoteAnswer.body));
  const quote = quoteAnswer.body;
  const { quoteId } = quote;
  const chain = litecoinOf(testbed);
  const state = async () => String((await calls.get(`sell-quotes/${quoteId}/deposit`)).body.state);
  const arrives = async (amount = '1') => {
    chain.pay(quote.deposit.address, amount);
    await expect.poll(state, wait).not.toBe('waiting');
  };
  if (isSeen) await arrives();
  const handIn = (changes: object = {}, proof = aProof()) =>
    submit(app, ada, orderOf(quote, changes as never), { proof });
  const orders = () => rows('select id, stage, proof_at from orders where quote_id = $1', [quoteId]);
  return { ada, quote, quoteId, chain, calls, arrives, handIn, orders };
}

test('a screenshot sent once coins are seen opens the order on the quote’s own terms', async () => {
  const { quote, handIn, orders } = await anOwnQuote();
  const { status, body } = await handIn({ amount: 5, valueUsd: 99_999, currency: 'NGN' });
  expect(status).toBe(201);
  const { amount, netAmount: payoutAmount, reference } = quote;
  expect(body).toMatchObject({ amount, payoutAmount, payoutCurrency: 'USD', reference, ...payee });
  expect(body.paymentProofFiles).toHaveLength(1);
  expect(await orders()).toEqual([expect.objectContaining({ stage: 'confirming', proof_at: null })]);
});

test('a repeated and a new screenshot are added to the order that the coins opened', async () => {
  const { chain, handIn, orders } = await anOwnQuote();
  chain.mine();
  await expect.poll(orders, wait).toHaveLength(1);
  const proof = aProof();
  const first = await handIn({}, proof);
  expect(first.status).toBe(200);
  expect((await handIn({}, proof)).body).toMatchObject({ id: first.body.id });
  const secondAnswer = await handIn({}, aProof());
  expect(secondAnswer.body.paymentProofFiles).toHaveLength(2);
  expect(secondAnswer).toMatchObject({ status: 200, body: { id: first.body.id, ...payee } });
  expect(await orders()).toEqual([expect.objectContaining({ id: first.body.id, proof_at: null })]);
});

test('seen coins have the quote’s terms, however late and at any price the sale is submitted', async () => {
  const { quote, handIn } = await anOwnQuote();
  testbed.minutesLater(120);
  await rows(`update crypto_assets set price_usd = price_usd * 2 where id = 'litecoin'`);
  const { status, body } = await handIn();
  await rows(`update crypto_assets set price_usd = price_usd / 2 where id = 'litecoin'`);
  expect([status, body.payoutAmount, body.rate]).toEqual([201, quote.netAmount, quote.buyingRate]);
});

test('a thief with a session cannot redirect seen coins to another account', async () => {
  const { chain, handIn, orders, calls, quoteId } = await anOwnQuote();
  const refusal = { status: 409, body: { code: 'conflict', reason: 'payee_fixed' } };
  const otherPayeeAnswer = await handIn({ paymentDetails: otherPayee });
  expect(otherPayeeAnswer).toMatchObject(refusal);
  expect(otherPayeeAnswer.body).toHaveProperty('fields.paymentDetails');
  expect(await orders()).toEqual([]);
  const put = calls.put(`sell-quotes/${quoteId}/payout`, { paymentDetails: otherPayee });
  expect(await outcome(put)).toBe('409 conflict payee_fixed');
  chain.mine();
  await expect.poll(orders, wait).toHaveLength(1);
  expect(await handIn({ paymentDetails: otherPayee })).toMatchObject(refusal);
});

test('a quote of a shared address still serves one order', async () => {
  const ada = await aSeller(app, database.pool);
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.01, targetCurrency: 'USD' };
  const { body: quote } = await callsOf(app, ada).post<SellQuoteView>('sell-quotes', terms);
  expect((await submit(app, ada, orderOf(quote))).status).toBe(201);
  expect((await submit(app, ada, orderOf(quote), { proof: aProof() })).body.code).toBe('quote_used');
});

test('screenshots and the chain at once open one order on one set of terms', async () => {
  const { chain, handIn, orders } = await anOwnQuote();
  chain.mine();
  const opening = openPaidSales(app.deps, 'litecoin');
  const all = await Promise.all(Array.from({ length: 8 }, () => handIn()));
  await opening;
  expect(all.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
  expect(all.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  expect(await orders()).toHaveLength(1);
});

test('a quote dropped before the first block still opens its order', async () => {
  const { calls, quoteId, handIn, orders } = await anOwnQuote();
  expect(await outcome(calls.del(`sell-quotes/${quoteId}`))).toBe('204');
  expect((await handIn()).status).toBe(201);
  expect(await orders()).toHaveLength(1);
});

test('the team opens the order of seen coins only on the quote’s own terms', async () => {
  const { quote, quoteId } = await anOwnQuote();
  const openOrder = (json: object) =>
    callsOf(app, admin).post(`admin/sell-quotes/${quoteId}/order`, { reason: 'Seen on the chain.', ...json });
  expect(await outcome(openOrder({ terms: 'now' }))).toBe('409 conflict quote_terms_fixed');
  const { status, body } = await openOrder({ terms: 'quote' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ stage: 'confirming', payoutAmount: quote.netAmount, ...payee });
});

test('a sale with seen or confirmed coins cannot be canceled, and its coins stay with it', async () => {
  const { chain, calls, handIn, orders } = await anOwnQuote();
  const { body } = await handIn();
  const cancel = () => outcome(calls.post(`transactions/${body.id}/cancel`));
  expect(await cancel()).toBe('409 conflict order_has_deposit');
  chain.mine();
  await expect
    .poll(async () => (await row('select count(*) from transfer_claims where order_id = $1', [body.id])).count, wait)
    .not.toBe('0');
  expect(await cancel()).toBe('409 conflict order_has_deposit');
  expect(await orders()).toEqual([expect.objectContaining({ stage: 'confirming' })]);
});

test('an order that the chain opened cannot be canceled by its customer', async () => {
  const { chain, calls, orders } = await anOwnQuote();
  chain.mine();
  await expect.poll(orders, wait).toHaveLength(1);
  const [order] = await orders();
  expect(await outcome(calls.post(`transactions/${String(order?.id)}/cancel`))).toBe('409 conflict order_has_deposit');
});

test('the customer of an open sale changes the account with a mailed code, and gets a mail', async () => {
  const { ada, chain, calls, orders } = await anOwnQuote();
  chain.mine(12);
  await expect.poll(async () => (await orders())[0]?.stage, wait).toBe('confirmed');
  const id = String((await orders())[0]?.id);
  const change = (code: string, paymentDetails: object = otherPayee) =>
    calls.put(`transactions/${id}/payout-details`, { code, paymentDetails });
  expect((await calls.post(`transactions/${id}/payout-details/code`)).status).toBe(200);
  expect(await outcome(change('000000'))).toContain('400 invalid_code');
  const [mail] = await mailbox.to(ada.email, 'payout_details_code');
  const code = String(mail?.data.code);
  expect(await change(code)).toMatchObject({ status: 200, body: { paymentDetails: { accountNumber: '9876543210' } } });
  expect(await outcome(change(code))).toContain('400 invalid_code');
  expect(await mailbox.to(ada.email, 'payout_details_changed')).toHaveLength(1);
  const shownCall = await callsOf(app, admin).get(`admin/transactions/${id}`);
  expect(shownCall.body).toMatchObject({ tampered: false, paymentDetails: { accountNumber: '9876543210' } });
});

test('the account of an approved sale cannot be changed', async () => {
  const { chain, calls, orders } = await anOwnQuote();
  chain.mine(12);
  await expect.poll(async () => (await orders())[0]?.stage, wait).toBe('confirmed');
  const id = String((await orders())[0]?.id);
  await calls.post(`transactions/${id}/payout-details/code`);
  const approval = await callsOf(app, admin).post(`admin/transactions/${id}/payout`, {});
  expect(approval.status).toBe(201);
  expect(await outcome(calls.post(`transactions/${id}/payout-details/code`))).toContain('409 conflict');
  const change = calls.put(`transactions/${id}/payout-details`, { code: '123456', paymentDetails: otherPayee });
  expect(await outcome(change)).toContain('409 conflict');
  const changeBehind = rows(`update orders set payment_details = '{}', version = version + 1 where id = $1`, [id]);
  await expect(changeBehind).rejects.toThrow('an order keeps its payee');
});
