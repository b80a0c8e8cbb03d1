import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { anOrder, aUser, bankDetails, completedOrder, litecoin } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, plainOrder, saleOf, submit } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, outcomeOf, outcomesOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { listAllQuotes } from './sell.admin.service.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
const ada = fixture(() => aSeller(app, database.pool));
const asAda = callsOf(app, ada);
const admin = ownerCalls(testbed);

const list = async (query: string) => {
  const { body, headers } = await admin.get<{ quoteId: string }[]>(`sell-quotes?${query}`);
  return { ids: body.map(({ quoteId }) => quoteId), total: headers.get('X-Total-Count') };
};
const createSale = (id: string, json: object) => admin.post(`sell-quotes/${id}/order`, json);
const confirmation = { reason: 'Seen on the explorer at noon.', terms: 'quote' };

describe('open quotes', () => {
  test('are found by reference, address, amount and customer in pages with their total', async () => {
    const bob = await aSeller(app, database.pool);
    const first = await aQuote(app, bob, saleOf('bitcoin', 0.0271));
    const second = await aQuote(app, bob, saleOf('bitcoin', 0.0272));
    const { quoteId, reference } = first;
    for (const q of [reference, reference.slice(3).toLowerCase(), '0.0271', String(first.netAmount)])
      expect({ q, ...(await list(`q=${q}`)) }).toEqual({ q, ids: [quoteId], total: '1' });
    const both = await list(`q=${first.deposit.address}`);
    expect(both.ids).toEqual(expect.arrayContaining([quoteId, second.quoteId]));
    expect(await list(`q=${bob.email}&pageSize=1&page=2`)).toEqual({ ids: [quoteId], total: '2' });
    expect(await list(`q=${bob.email}&sort=oldest&pageSize=1`)).toEqual({ ids: [quoteId], total: '2' });
    expect(await list('q=nobody-has-this')).toEqual({ ids: [], total: '0' });
  });

  test('are added up by coin and by payout currency, under the search of the list', async () => {
    const bob = await aSeller(app, database.pool);
    let cents = 0;
    for (const amount of [0.03, 0.05])
      cents += Math.round((await aQuote(app, bob, saleOf('bitcoin', amount))).netAmount * 100);
    const sums = async (q: string) => (await admin.get(`sell-quotes/totals?q=${encodeURIComponent(q)}`)).body;
    expect(await sums(bob.email)).toEqual({
      coins: [{ cryptoId: 'bitcoin', symbol: 'BTC', count: 2, amount: 0.08 }],
      payouts: [{ currency: 'USD', count: 2, netAmount: cents / 100 }],
    });
    expect(await sums('nobody-has-this')).toEqual({ coins: [], payouts: [] });
  });

  test('are found by a search a day later, because coins may arrive late', async () => {
    const oldQuote = await aQuote(app, ada);
    const inThreeDays = { ...app.deps, now: () => new Date(Date.now() + 3 * dayMs) };
    const found = async (q?: string) => {
      const { quotes } = await listAllQuotes(inThreeDays, { masks: [] }, { q, sort: 'newest', page: 1, pageSize: 100 });
      return quotes.map(({ quoteId }) => quoteId);
    };
    expect(await found()).not.toContain(oldQuote.quoteId);
    expect(await found(oldQuote.reference)).toEqual([oldQuote.quoteId]);
  });
});

describe('coins that arrived without a proof', () => {
  test('become an order at the locked rate, paid to a saved account, with an audited reason', async () => {
    const savedBody = (await asAda.post('payout-accounts', { ...bankDetails, currency: 'USD' })).body;
    const { quoteId, ...quote } = await aQuote(app, ada);
    const details = await admin.get(`sell-quotes/${quoteId}`);
    expect(details.body).toMatchObject({ payoutAccounts: [{ id: savedBody.id }], netNow: quote.netAmount });
    const { status, body } = await createSale(quoteId, { ...confirmation, payoutAccountId: savedBody.id });
    expect(status).toBe(201);
    const order = adminOrderDetails.parse(body);
    expect(order).toMatchObject({
      reference: quote.reference,
      userEmail: ada.email,
      status: 'pending',
      awaitingProof: false,
      payoutAmount: quote.netAmount,
      paymentProofFiles: [],
      paymentDetails: { accountNumber: bankDetails.accountNumber },
      deposit: { address: quote.deposit.address },
      events: [{ by: 'admin', from: null, to: 'pending' }],
    });
    const [audited] = await testbed.audit('sell_quote.order_opened');
    const reason = { textId: expect.any(String) as string };
    expect(audited).toMatchObject({ subject_id: quoteId, details: { reason, orderId: order.id } });
    expect((await asAda.get('transactions')).body).toMatchObject([{ id: order.id }]);
  });

  test('are paid to a saved account with all of its codes', async () => {
    const account = { ...bankDetails, accountNumber: '0152792740', bankName: 'GTBank', country: 'NG', currency: 'USD' };
    const codes = { bankCode: '021000021', bic: 'GTBINGLA', country: 'NG' };
    const savedBody = (await asAda.post('payout-accounts', { ...account, ...codes })).body;
    const { quoteId } = await aQuote(app, ada);
    const { body } = await createSale(quoteId, { ...confirmation, payoutAccountId: savedBody.id });
    expect(adminOrderDetails.parse(body).paymentDetails).toMatchObject(codes);
  });

  test('make one order, by the administrator twice or the customer with the proof', async () => {
    const quote = await aQuote(app, ada);
    const answers = await outcomesOf([
      createSale(quote.quoteId, confirmation),
      createSale(quote.quoteId, confirmation),
    ]);
    expect(answers).toEqual(['201', expect.stringMatching(/^409/)]);
    expect((await submit(app, ada, orderOf(quote))).body.code).toBe('quote_used');
    expect(await rows('select id from orders where quote_id = $1', [quote.quoteId])).toHaveLength(1);
  });

  test('need a reason, an existing quote and an account of this customer', async () => {
    const { quoteId, reference } = await aQuote(app, ada);
    for (const [call, outcome] of [
      [createSale(quoteId, { ...confirmation, reason: ' ' }), '400 invalid_input'],
      [createSale(randomUUID(), confirmation), '404 not_found'],
      [createSale(quoteId, { ...confirmation, payoutAccountId: randomUUID() }), '404 not_found'],
      [asAda.post(`admin/sell-quotes/${quoteId}/order`, confirmation), '403 forbidden'],
    ] as const)
      expect(await outcomeOf(call)).toBe(outcome);
    expect((await list(`q=${reference}`)).ids).toEqual([quoteId]);
  });
});

test('an administrator who changes an address reads its uses and its transfers of 30 days', async () => {
  const { deposit, expiresAt } = await aQuote(app, ada, saleOf('litecoin', 1));
  const { address } = deposit;
  const bea = await aUser(database.pool);
  const daysAgo = (days: number) => new Date(app.deps.now().getTime() - days * dayMs);
  const order = (at: Date, to = address) =>
    anOrder(app.deps, bea, {
      gives: { type: 'sell', coin: litecoin },
      deposit: { address: to, memo: null, network: 'Litecoin Network' },
      at,
    });
  await order(daysAgo(0));
  for (const days of [1, 29, 31]) await completedOrder(app.deps, await order(daysAgo(days)));
  await completedOrder(app.deps, await order(daysAgo(0), 'another address'));
  const open = { openOrders: 1, openQuotes: 1, amount: 1.01, lastQuoteEndsAt: expiresAt };
  const { body } = await admin.get(`wallets/litecoin/use?address=${address}`);
  expect(body).toEqual({ ...open, received: 0.02 });
});

test('the administrator is mailed of a sale without bank details, unless the settings forbid it', async () => {
  const noticesOf = async (reference: string) =>
    (await testbed.mailbox.to(adminEmail)).filter(({ data }) => data.reference === reference);
  // After another new order it would wait for the next quarter of an hour, and be one mail with those that wait.
  await testbed.mailbox.to(adminEmail);
  await rows(`delete from held_notices`);
  await rows(`update team_notices set created_at = created_at - interval '1 hour'`);
  const { body: soldBody } = await submit(app, ada, plainOrder());
  const notices = await noticesOf(soldBody.reference);
  const data = { id: soldBody.id, gives: '0.01 BTC', pays: '371.88 USD', kind: 'sell' };
  expect(notices).toMatchObject([{ template: 'new_order_notice', data }]);
  expect(JSON.stringify(notices)).not.toContain(soldBody.paymentDetails?.accountNumber);

  expect((await admin.put('settings', { rules: { newOrderMail: false } })).status).toBe(200);
  const next = await submit(app, ada, plainOrder());
  expect(next.status).toBe(201);
  expect(await noticesOf(next.body.reference)).toEqual([]);
});
