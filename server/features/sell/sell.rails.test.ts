import { describe, expect, test } from 'vitest';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { aQuote, aSeller, orderOf, plainOrder, saleOf, submit, type SubmitAnswer } from '#tests/factories/sales.ts';
import { callsOf, outcomeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, minutesLater, rows } = testbed;
const ada = fixture(() => aSeller(app, database.pool));
const asAda = callsOf(app, ada);
const admin = ownerCalls(testbed);

const setMethods = (currencies: Record<string, object>) => admin.put('settings', { offer: { currencies } });
const mobile = { method: 'ke-mpesa', accountName: 'Ada Obi', accountNumber: '0712 345 678', bankName: 'whatever' };
const kenyanBank = { accountName: 'Ada Obi', accountNumber: '1180012345', bankName: 'Equity Bank' };
const shillings = (amount = 0.01) => saleOf('bitcoin', amount, 'KES');
const withMpesa = () => setMethods({ KES: { methods: ['ke-mpesa', 'ke-bank'] } });

async function sold(paymentDetails: object): Promise<SubmitAnswer> {
  const quote = await aQuote(app, ada, { ...shillings(), paymentDetails });
  return submit(app, ada, orderOf(quote, { paymentDetails }));
}

describe('a payout to a phone number', () => {
  test('is sold, stored and answered with the number in E.164 and the name of the rail', async () => {
    await withMpesa();
    const { status, body } = await sold(mobile);
    const storedDetails = {
      method: 'ke-mpesa',
      accountNumber: '+254712345678',
      bankName: 'M-Pesa',
      accountName: 'Ada Obi',
    };
    expect([status, body.paymentDetails]).toEqual([201, storedDetails]);
    const [order] = await rows('select payment_details from orders where id = $1', [body.id]);
    expect(order).toEqual({ payment_details: storedDetails });
  });

  test.each([
    ['+254712345678', '+254712345678', 'ok'],
    ['00254 712 345 678', '+254712345678', 'ok'],
    ['254712345678', '+254712345678', 'ok'],
    ['712345678', '+254712345678', 'ok'],
    ['(0712) 345-678', '+254712345678', 'ok'],
    ['٠٧١٢٣٤٥٦٧٨', '+254712345678', 'ok'],
    ['०७१२ ३४५ ६७८', '+254712345678', 'ok'],
    ['+256772123456', '+256772123456', 'country'],
    ['', '', 'shape'],
    ['07123', '07123', 'shape'],
    ['07123456780712345678', '07123456780712345678', 'shape'],
    ['my mobile', 'my mobile', 'shape'],
    ['0712 ABC DEF', '0712 ABC DEF', 'shape'],
    ['+', '+', 'shape'],
    ['0712345678/0722345678', '0712345678/0722345678', 'shape'],
    ['0712345678, 0722345678', '0712345678, 0722345678', 'shape'],
    ['020 222 2222', '020 222 2222', 'not_mobile'],
  ])('typed as "%s" is read as %s: %s', async (accountNumber, read, expected) => {
    await withMpesa();
    const { body } = await asAda.post('payee-checks', { ...mobile, currency: 'KES', accountNumber });
    const findings = body.findings as { code: string; field: string }[];
    const codes = findings.filter(({ field }) => field === 'accountNumber').map(({ code }) => code);
    expect([body.normalized, codes.filter((code) => code !== 'number_shape')]).toEqual([
      { accountNumber: read },
      expected === 'ok' ? [] : [expected],
    ]);
    expect(body.level === 'block').toBe(['shape', 'not_mobile'].includes(expected));
    const order = await submit(app, ada, plainOrder({ currency: 'KES', paymentDetails: { ...mobile, accountNumber } }));
    const refusal = accountNumber === '' ? '400 invalid_input' : '422 payee_blocked';
    // A price of another currency than the example's is refused after the account.
    const outcome = `${order.status} ${order.body.code ?? ''}`;
    expect(outcome).toBe(['ok', 'country'].includes(expected) ? '409 quote_changed' : refusal);
  });
});

describe('the rails of a currency', () => {
  test.each([
    [{ KES: { methods: ['ke-mpesa', 'bank'] } }, '200'],
    [{ KES: { methods: [] } }, '400 invalid_input'],
    [{ KES: { methods: ['ke-mpesa', 'ke-mpesa'] } }, '400 invalid_input'],
    [{ KES: { methods: ['mpesa'] } }, '400 invalid_input'],
    [{ KES: { methods: ['tz-mpesa'] } }, '400 invalid_input'],
  ])('the administrator who sets %j is answered %s', async (currencies, outcome) => {
    expect((await outcomeOf(setMethods(currencies))).split(' ').slice(0, 2).join(' ')).toBe(outcome);
  });

  test('are listed in their order with fields and bounds', async () => {
    await setMethods({ KES: { methods: ['ke-mpesa', 'bank'] } });
    const { body } = await asAda.get<{ code: string; rails: Record<string, unknown>[] }[]>('payout-currencies');
    const railsOf = (currency: string) => body.find(({ code }) => code === currency)?.rails ?? [];
    const mpesa = { id: 'ke-mpesa', kind: 'mobile_money', name: 'M-Pesa', countries: ['KE'], csvProfile: 'ke-mpesa' };
    expect(railsOf('KES')[0]).toMatchObject({ ...mpesa, min: null, max: 250_000 });
    expect(railsOf('KES').map(({ id }) => id)).toEqual(['ke-mpesa', 'bank']);
    expect(railsOf('GHS').map(({ id }) => id)).toEqual(['bank', 'paypal', 'wise']);
  });

  test.each([
    [
      'a rail of another currency',
      { ...mobile, method: 'tz-mpesa', accountNumber: '+255754123456' },
      '422 not_offered',
    ],
    ['a rail that is off', { ...mobile, method: 'paypal', accountNumber: 'ada@example.com' }, '422 not_offered'],
    ['an unknown rail', { ...mobile, method: 'mpesa' }, '400 invalid_input'],
  ])('a customer who names %s is refused', async (_, paymentDetails, outcome) => {
    await setMethods({ KES: { methods: ['ke-mpesa', 'ke-bank'] } });
    const { status, body } = await asAda.post('sell-quotes', { ...shillings(), paymentDetails });
    expect(`${status} ${String(body.code)}`).toBe(outcome);
    expect(Object.keys(body.fields ?? {})).toEqual(['paymentDetails.method']);
  });

  test('pay an order without a method, or of an older build, by the only enabled bank', async () => {
    await setMethods({ KES: { methods: ['ke-mpesa', 'ke-bank'] } });
    for (const details of [kenyanBank, { ...kenyanBank, method: 'bank' }])
      expect((await sold(details)).body.paymentDetails).toMatchObject({ method: 'ke-bank' });
    await setMethods({ USD: { methods: ['us-ach'] } });
    const terms = { ...saleOf('bitcoin', 0.01), paymentDetails: kenyanBank };
    expect((await asAda.post('sell-quotes', terms)).body).toMatchObject({
      code: 'invalid_input',
      fields: { 'paymentDetails.bankCode': expect.any(String) as string },
    });
  });

  test('pay a quote by a rail that was switched off later, until the quote expires', async () => {
    await setMethods({ KES: { methods: ['ke-mpesa'] } });
    const quote = await aQuote(app, ada, { ...shillings(), paymentDetails: mobile });
    const lateQuote = await aQuote(app, ada, { ...shillings(), paymentDetails: mobile });
    const otherQuote = await aQuote(app, ada, shillings());
    await setMethods({ KES: { methods: ['bank'] } });
    const send = async (heldQuote: typeof quote) => {
      const { status, body } = await submit(app, ada, orderOf(heldQuote, { paymentDetails: mobile }));
      return `${status} ${body.code ?? ''}`;
    };
    expect([await send(quote), await send(otherQuote)]).toEqual(['201 ', '422 not_offered']);
    minutesLater(20);
    expect(await send(lateQuote)).toBe('422 not_offered');
    minutesLater(0);
  });
});

describe('the bounds of a rail', () => {
  const offer = { ...shillings(0.1), paymentDetails: mobile };

  test('show a customer the rail that accepts a sum above theirs', async () => {
    await setMethods({ KES: { methods: ['ke-mpesa', 'bank'] } });
    const { status, body } = await asAda.post('sell-quotes', offer);
    expect([status, body]).toMatchObject([422, { code: 'above_maximum', params: { max: 250_000, rail: 'bank' } }]);
    const bank = { ...offer, paymentDetails: { ...kenyanBank, method: 'bank' } };
    expect((await asAda.post('sell-quotes', bank)).status).toBe(201);
  });

  test('are named before those of the currency', async () => {
    await setMethods({ KES: { methods: ['ke-mpesa', 'bank'], max: 260_000 } });
    const estimate = await asAda.post('calculate-sell-amount', shillings(0.1));
    const order = { currency: 'KES', amount: 0.1, valueUsd: estimate.body.netAmount, paymentDetails: mobile };
    for (const { body } of [await asAda.post('sell-quotes', offer), await submit(app, ada, plainOrder(order))])
      expect(body).toMatchObject({ code: 'above_maximum', params: { max: 250_000, rail: null } });
  });

  test('name no rail if there is no other, and the narrower bound of the currency counts', async () => {
    await setMethods({ KES: { methods: ['ke-mpesa'], min: 200_000, max: 240_000 } });
    expect((await asAda.post('sell-quotes', offer)).body).toMatchObject({
      code: 'above_maximum',
      params: { max: 240_000, rail: null },
    });
    expect((await asAda.post('sell-quotes', { ...offer, ...shillings() })).body).toMatchObject({
      code: 'below_minimum',
      params: { min: 200_000, rail: null },
    });
  });
});
