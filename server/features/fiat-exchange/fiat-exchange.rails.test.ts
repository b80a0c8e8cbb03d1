import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { exchange, exchangeEstimate, exchangeOf, someDollars } from '#tests/factories/exchanges.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { callsOf, outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database } = testbed;
const ada = fixture(() => aSeller(app, database.pool));
const calls = callsOf(app, ada);
const admin = ownerCalls(testbed);

const setNaira = (rule: object) => admin.put('settings', { offer: { currencies: { NGN: rule } } });
const readEstimate = () => exchangeEstimate(app, ada);
/** Each submission has its own key, or the second would repeat the first. */
const submit = (estimate: Awaited<ReturnType<typeof readEstimate>>) =>
  exchange(app, ada, exchangeOf(estimate), randomUUID());
const instructions = (terms: object = someDollars) => calls.post('fiat-exchange/instructions', terms);

describe('an exchange to a bank', () => {
  test('uses the only enabled rail, which its order names', async () => {
    await setNaira({ methods: ['paypal', 'ng-bank'] });
    const { body } = await submit(await readEstimate());
    expect(body.transaction.paymentDetails).toMatchObject({ method: 'ng-bank' });
  });

  test('lists and buys no currency without a bank rail, except at a locked rate', async () => {
    await setNaira({});
    const estimate = await readEstimate();
    expect((await instructions()).status).toBe(200);
    await setNaira({ methods: ['paypal'] });
    const { body } = await calls.get('fiat-currencies');
    const [dollars] = body as unknown as { exchangesInto: string[] }[];
    expect(dollars?.exchangesInto).toEqual(['HKD', 'PHP']);
    const refusal = '422 not_offered currency_not_offered';
    expect(await outcome(calls.post('fiat-exchange/calculate', someDollars))).toBe(refusal);
    expect(await outcome(instructions({ ...someDollars, amount: 101 }))).toBe(refusal);
    expect((await submit(estimate)).status).toBe(201);
    expect(await submit(estimate)).toMatchObject({ status: 422, body: { reason: 'currency_not_offered' } });
  });

  test('shows its bounds before the customer pays', async () => {
    await setNaira({ max: 100_000 });
    const estimate = await readEstimate();
    const above = { status: 422, body: { code: 'above_maximum', params: { max: 100_000, rail: null } } };
    expect(await instructions()).toMatchObject(above);
    expect(await submit(estimate)).toMatchObject(above);
    await setNaira({ min: 200_000 });
    const refusal = { status: 422, body: { code: 'below_minimum', params: { min: 200_000, rail: null } } };
    expect(await instructions()).toMatchObject(refusal);
    expect(await submit(estimate)).toMatchObject(refusal);
    await setNaira({ min: 100_000, max: 200_000 });
    expect((await instructions()).status).toBe(200);
  });
});
