import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#server/lib/time.ts';
import { adminOrderDetails } from '#shared/orders/orders.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { bankDetails } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, someBitcoin, submit } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { listAllQuotes } from './sell.admin.service.ts';

const testbed = openTestbed();
let token: string;

const ada = fixture(() => aSeller(testbed.app, testbed.database.pool));
beforeAll(async () => {
  token = (await theAdmin(testbed.app)).token;
});

const list = async (query: string) => {
  const { body, headers } = await testbed.app.call('GET', `/api/admin/sell-quotes${query}`, { token });
  return {
    ids: (body as unknown as { quoteId: string }[]).map(({ quoteId }) => quoteId),
    total: headers.get('X-Total-Count'),
  };
};
const createSale = (id: string, json: object, as = token) =>
  testbed.app.call('POST', `/api/admin/sell-quotes/${id}/order`, { token: as, json });
const seen = { reason: 'Seen on the explorer at noon.', terms: 'quote' };

describe('open quotes', () => {
  test('are found by the administrator by reference, address, amount and customer, page by page with their total', async () => {
    const bob = await aSeller(testbed.app, testbed.database.pool);
    const first = await aQuote(testbed.app, bob, { ...someBitcoin, cryptoAmount: 0.0271 });
    const second = await aQuote(testbed.app, bob, { ...someBitcoin, cryptoAmount: 0.0272 });
    for (const q of [first.reference, first.reference.slice(3).toLowerCase(), '0.0271', String(first.netAmount)])
      expect({ q, ...(await list(`?q=${q}`)) }).toEqual({ q, ids: [first.quoteId], total: '1' });
    expect((await list(`?q=${first.deposit.address}`)).ids).toEqual(
      expect.arrayContaining([first.quoteId, second.quoteId]),
    );
    expect(await list(`?q=${bob.email}&pageSize=1&page=2`)).toEqual({ ids: [first.quoteId], total: '2' });
    expect(await list(`?q=${bob.email}&sort=oldest&pageSize=1`)).toEqual({ ids: [first.quoteId], total: '2' });
    expect(await list('?q=nobody-has-this')).toEqual({ ids: [], total: '0' });
  });

  test('are added up for the administrator by coin and by payout currency, under the search of the list', async () => {
    const bob = await aSeller(testbed.app, testbed.database.pool);
    const quotes = [
      await aQuote(testbed.app, bob, { ...someBitcoin, cryptoAmount: 0.03 }),
      await aQuote(testbed.app, bob, { ...someBitcoin, cryptoAmount: 0.05 }),
    ];
    const sums = async (q: string) =>
      (await testbed.app.call('GET', `/api/admin/sell-quotes/totals?q=${encodeURIComponent(q)}`, { token })).body;
    const cents = quotes.reduce((sum, { netAmount }) => sum + Math.round(netAmount * 100), 0);
    expect(await sums(bob.email)).toEqual({
      coins: [{ cryptoId: 'bitcoin', symbol: 'BTC', count: 2, amount: 0.08 }],
      payouts: [{ currency: 'USD', count: 2, netAmount: cents / 100 }],
    });
    expect(await sums('nobody-has-this')).toEqual({ coins: [], payouts: [] });
  });

  test('of yesterday are found by a search, as coins may come late', async () => {
    const old = await aQuote(testbed.app, ada);
    const inThreeDays = { ...testbed.app.deps, now: () => new Date(Date.now() + 3 * dayMs) };
    const found = async (q?: string) => {
      const { quotes } = await listAllQuotes(inThreeDays, { masks: [] }, { q, sort: 'newest', page: 1, pageSize: 100 });
      return quotes.map(({ quoteId }) => quoteId);
    };
    expect(await found()).not.toContain(old.quoteId);
    expect(await found(old.reference)).toEqual([old.quoteId]);
  });
});

describe('coins that came without a proof', () => {
  test('become an order at the locked rate, paid to a saved account of the customer, with the reason on the audit log', async () => {
    const saved = await testbed.app.call('POST', '/api/payout-accounts', {
      token: ada.token,
      json: { ...bankDetails, currency: 'USD' },
    });
    const quote = await aQuote(testbed.app, ada);
    const details = await testbed.app.call('GET', `/api/admin/sell-quotes/${quote.quoteId}`, { token });
    expect(details.body).toMatchObject({ payoutAccounts: [{ id: saved.body.id }], netNow: quote.netAmount });
    const { status, body } = await createSale(quote.quoteId, { ...seen, payoutAccountId: saved.body.id });
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
      events: [{ by: 'desk', from: null, to: 'pending' }],
    });
    const [audited] = await testbed.rows(
      `select details from audit_log where action = 'sell_quote.order_opened' and subject_id = $1`,
      [quote.quoteId],
    );
    expect(audited).toMatchObject({ details: { reason: { textId: expect.any(String) as string }, orderId: order.id } });
    const own = await testbed.app.call('GET', '/api/transactions', { token: ada.token });
    expect(own.body).toMatchObject([{ id: order.id }]);
  });

  test('make one order, whoever is first: the administrator twice, or the customer with the proof', async () => {
    const quote = await aQuote(testbed.app, ada);
    const answers = await Promise.all([createSale(quote.quoteId, seen), createSale(quote.quoteId, seen)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect((await submit(testbed.app, ada, orderOf(quote))).body.code).toBe('quote_used');
    expect(await testbed.rows('select id from orders where quote_id = $1', [quote.quoteId])).toHaveLength(1);
  });

  test('need a reason, a quote that exists and an account of this customer', async () => {
    const quote = await aQuote(testbed.app, ada);
    const refused = await Promise.all([
      createSale(quote.quoteId, { ...seen, reason: ' ' }),
      createSale(randomUUID(), seen),
      createSale(quote.quoteId, { ...seen, payoutAccountId: randomUUID() }),
      createSale(quote.quoteId, seen, ada.token),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([400, 404, 404, 403]);
    expect((await list(`?q=${quote.reference}`)).ids).toEqual([quote.quoteId]);
  });
});
