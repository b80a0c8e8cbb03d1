import { expect, test } from 'vitest';
import { emptyAccount } from '#client/features/sell/components/sell.draft.ts';
import { orderOf, termsOf, type ExchangeDraft } from './fiat-exchange.draft.ts';

const draft: ExchangeDraft = {
  from: 'USD',
  to: 'NGN',
  amount: '1,000.50',
  methodId: undefined,
  waitsForId: false,
  step: 1,
  account: { ...emptyAccount, accountName: ' Ada ', accountNumber: '0123 456 789', bankName: 'First' },
  routingNumber: '021 000 021',
};
const shown = {
  estimate: {
    fromCurrency: 'USD',
    toCurrency: 'NGN',
    inputAmount: 1000.5,
    exchangeRate: 1448.5,
    outputAmount: 1449224.25,
    valueUsd: 1000.5,
    rateUpdatedAt: '2026-11-21T10:00:00.000Z',
    source: 'desk' as const,
  },
  reference: 'LF-7K3M-Q2',
  instructions: [],
};

test('an amount typed with grouping or another decimal mark reaches the server as plain decimal text', () => {
  expect(termsOf(draft, 'en')?.amount).toBe('1000.50');
  expect(termsOf({ ...draft, amount: '1000,5' }, 'de')?.amount).toBe('1000.5');
});

test.each([{ amount: '' }, { amount: '0.00' }, { amount: '-1' }, { to: 'USD' }, { from: '' }])(
  'no figure is asked for while %j stands in the fields',
  (change) => {
    expect(termsOf({ ...draft, ...change }, 'en')).toBeUndefined();
  },
);

test('the order repeats what was shown; a routing number goes along only where dollars are received', () => {
  expect(orderOf(draft, shown, 'm-1')).toMatchObject({
    exchangeRate: 1448.5,
    outputAmount: 1449224.25,
    reference: 'LF-7K3M-Q2',
    bankDetails: { accountName: 'Ada', accountNumber: '0123456789', bankName: 'First' },
  });
  expect(orderOf(draft, shown, 'm-1').bankDetails).not.toHaveProperty('routingNumber');
  const toDollars = { ...shown, estimate: { ...shown.estimate, fromCurrency: 'NGN', toCurrency: 'USD' } };
  expect(orderOf(draft, toDollars, 'm-1').bankDetails).toMatchObject({ routingNumber: '021000021' });
});
