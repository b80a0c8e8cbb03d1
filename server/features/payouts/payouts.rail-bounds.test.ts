import { beforeAll, describe, expect, test } from 'vitest';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { aSession } from '#tests/factories/members.ts';
import { aUser, bankDetails, worthUsd } from '#tests/factories/orders.ts';
import { payoutCalls } from '#tests/factories/payouts.ts';
import { aQuote, aSeller, saleOf } from '#tests/factories/sales.ts';
import { callsOf, outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database, mailbox } = testbed;
const { as, ok, reviewer, payer, aPayout, giveBack, payoutOf } = payoutCalls(testbed);
const admin = ownerCalls(testbed);
const ada = fixture(async () => {
  const user = await aUser(database.pool);
  return { ...user, ...(await aSession(app.deps, { id: user.userId, role: 'customer' })) };
});

const setShillings = (rule: object) => admin.put('settings', { offer: { currencies: { KES: rule } } });
const toBank = { ...bankDetails, accountNumber: '1180012345', bankName: 'Equity Bank' };
const toPhone = { method: 'ke-mpesa', accountName: 'Ada Obi', accountNumber: '0712 345 678', bankName: 'M-Pesa' };

describe('another account for returned money', () => {
  /** A returned payout of this many shillings to a bank. */
  async function returned(shillings: string) {
    const { id, orderId } = await aPayout(
      { ...worthUsd(shillings), payoutCurrency: 'KES', paymentDetails: { ...toBank, method: 'bank' } },
      ada,
    );
    await admin.put('settings', { rules: { payoutEvidenceRequired: false } });
    const batch = await ok(reviewer, 'POST', 'payout-batches', { accountId: null, payoutIds: [id] });
    await ok(payer, 'POST', `payout-batches/${String(batch.id)}/release`, { digest: batch.digest });
    expect(await outcome(as(payer, 'POST', `payout-batches/${String(batch.id)}/sent`, {}))).toBe('200');
    await giveBack(id, { reason: 'wrong_account', note: 'Closed' });
    await testbed.ageCodes(120);
    const ofOrder = callsOf(app, ada, `/api/transactions/${orderId}/`);
    await ofOrder.post('payout-details/code');
    const code = (await mailbox.to(ada.email, 'payout_details_code')).map(({ data }) => String(data.code)).at(-1);
    return { id, change: (paymentDetails: object) => ofOrder.put('payout-details', { code, paymentDetails }) };
  }

  beforeAll(() => setShillings({ methods: ['bank', 'ke-mpesa'] }));

  test('is a bank if the amount is too high for M-Pesa, and the customer reads that', async () => {
    const { id, change } = await returned('250000.01');
    expect(await change(toPhone)).toMatchObject({
      status: 422,
      body: {
        code: 'above_maximum',
        params: { max: 250_000, rail: 'bank' },
        fields: { 'paymentDetails.method': expect.stringContaining('M-Pesa') as string },
      },
    });
    expect(await payoutOf(id)).toMatchObject({ state: 'returned', payee: { accountNumber: toBank.accountNumber } });
    expect(await outcome(change({ ...toBank, accountNumber: '1180012346' }))).toBe('200');
  });

  test('is M-Pesa up to its own bound, at any bounds of new sales', async () => {
    await setShillings({ methods: ['bank', 'ke-mpesa'], max: 1000 });
    const { id, change } = await returned('250000');
    expect(await outcome(change(toPhone))).toBe('200');
    expect(await payoutOf(id)).toMatchObject({ state: 'due', payee: { method: 'ke-mpesa' } });
  });
});

describe('a saved account', () => {
  const save = (details: object) => callsOf(app, ada).post('payout-accounts', { currency: 'KES', ...details });

  test('uses the only enabled rail of its bank, and a disabled rail once it is enabled', async () => {
    await setShillings({ methods: ['ke-bank'] });
    expect((await save(toBank)).body).toMatchObject({ method: 'ke-bank' });
    expect((await save(toPhone)).body).toMatchObject({ method: 'ke-mpesa', accountNumber: '+254712345678' });
  });
});

describe('a member who opens an order of coins without a proof', () => {
  const bea = fixture(() => aSeller(app, database.pool));
  const open = (quoteId: string, payoutAccountId: unknown) =>
    admin.post(`sell-quotes/${quoteId}/order`, { terms: 'quote', reason: 'Seen on the chain', payoutAccountId });
  const saved = async (details: object) =>
    (await callsOf(app, bea).post('payout-accounts', { currency: 'KES', ...details })).body.id;

  test('cannot use a saved account with a disabled rail, or a too small bound', async () => {
    await setShillings({ methods: ['bank', 'ke-mpesa'] });
    const phone = await saved(toPhone);
    const smallQuote = await aQuote(app, bea, saleOf('bitcoin', 0.01, 'KES'));
    const largeQuote = await aQuote(app, bea, saleOf('bitcoin', 0.1, 'KES'));
    expect(await open(largeQuote.quoteId, phone)).toMatchObject({
      status: 422,
      body: {
        code: 'above_maximum',
        params: { max: 250_000, rail: 'bank' },
        fields: { payoutAccountId: expect.any(String) as string },
      },
    });
    await setShillings({ methods: ['bank'] });
    expect(await outcome(open(smallQuote.quoteId, phone))).toBe('422 not_offered payout_method_off');
    await setShillings({ methods: ['bank', 'ke-mpesa'] });
    expect(await outcome(open(smallQuote.quoteId, phone))).toBe('201');
  });
});
