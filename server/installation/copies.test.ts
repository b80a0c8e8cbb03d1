import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OverviewView } from '#shared/overview/overview.contract.ts';
import { exchange, exchangeEstimate, exchangeOf, someDollars, theAdmin } from '#tests/factories/exchanges.ts';
import { litecoinSource, payee, someLitecoin, sourceCalls } from '#tests/factories/own-addresses.ts';
import { aQuote, aSeller, orderOf, someBitcoin, submit } from '#tests/factories/sales.ts';
import { callsOf, outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0' });
const { app, database, rows } = testbed;
const drill = fixture(() => testbed.another({ RESTORED: 'drill' }));
const ada = fixture(() => aSeller(app, database.pool));
const refusal = '503 unavailable restored_copy';

test('a customer of a restored copy reads everything and gets no promise about money', async () => {
  const quote = await aQuote(app, ada);
  const estimate = await exchangeEstimate(app, ada);
  const asAda = callsOf(drill, ada);
  expect(await outcome(asAda.get('transactions'))).toBe('200');
  expect(await outcome(asAda.get('sell-quotes'))).toBe('200');
  const rowsBefore = await rows('select count(*) from orders union all select count(*) from sell_quotes');
  const promises = [
    asAda.post('sell-quotes', someBitcoin),
    asAda.put(`sell-quotes/${quote.quoteId}/payout`, payee),
    submit(drill, ada, orderOf(quote)),
    asAda.post('fiat-exchange/instructions', someDollars),
    exchange(drill, ada, exchangeOf(estimate)),
    asAda.post(`transactions/${randomUUID()}/choice`, { choice: 'top_up' }),
  ];
  for (const promise of promises) expect(await outcome(promise)).toBe(refusal);
  expect(await rows('select count(*) from orders union all select count(*) from sell_quotes')).toEqual(rowsBefore);
});

test('a restored copy gives out no address to any caller', async () => {
  const sources = await sourceCalls(testbed);
  expect(await outcome(sources.post('', litecoinSource))).toBe('201');
  await expect.poll(() => outcome(callsOf(app, ada).post('sell-quotes', { ...someLitecoin, ...payee }))).toBe('201');
  const [leaseCount] = await rows('select count(*) from address_leases');
  expect(await outcome(callsOf(drill, ada).post('sell-quotes', { ...someLitecoin, ...payee }))).toBe(refusal);
  expect(await rows('select count(*) from address_leases')).toEqual([leaseCount]);
});

test('the team of a restored copy reads that first, and cannot release a payout or a refund', async () => {
  const admin = await theAdmin(drill);
  const { needs } = (await admin.get('overview')).body as unknown as OverviewView;
  expect(needs.stopped[0]).toMatchObject({ what: 'restored', since: expect.stringMatching(/Z$/) as string });
  const payments = [
    admin.post(`payout-batches/${randomUUID()}/release`, { digest: '0'.repeat(64) }),
    admin.post(`refunds/${randomUUID()}/approve`, { version: 1 }),
    admin.post(`sell-quotes/${randomUUID()}/order`, { reason: 'the coins arrived', terms: 'quote' }),
  ];
  for (const payment of payments) expect(await outcome(payment)).toBe(refusal);
});
