import { expect, test } from 'vitest';
import { emptyAccount } from '#client/features/sell/components/sell.draft.ts';
import { exchangeEstimate } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import { currencyForm, newRateForm, rateForm } from './admin/fiat-exchange.admin-forms.ts';
import type { AdminRate } from './admin/fiat-exchange.admin.queries.ts';
import { orderOf, termsOf, type ExchangeDraft } from './components/fiat-exchange.draft.ts';

test.each<[typed: string, rate?: string]>([
  ['1448.5', '1448.5'],
  ['1,448.50', '1448.50'],
  ['0.00069036', '0.00069036'],
  ...['', '0', '0.000', '-1', 'abc', '0.123456789', '1234567890.12345678'].map((input): [string] => [input]),
])('the rate that the administrator types as %j is %s', (exchangeRate, rate) => {
  expect(rateForm('en').safeParse({ exchangeRate, validHours: '' }).data?.exchangeRate).toBe(rate);
});

test('the administrator reads the reasons of the contract, and that a pair has a rate already', () => {
  const knownRate = { fromCurrency: 'USD', toCurrency: 'NGN' } as AdminRate;
  const form = newRateForm('en', [knownRate], ({ from, to }) => `${from} to ${to} is known`);
  const problems = (fromCurrency: string, toCurrency: string, exchangeRate: string) => {
    const { issues = [] } = form.safeParse({ fromCurrency, toCurrency, exchangeRate }).error ?? {};
    return issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  };
  expect(problems('', 'NGN', '')).toEqual(['fromCurrency: fields_missing', 'exchangeRate: fields_missing']);
  expect(problems('USD', 'PHP', '0')).toEqual(['exchangeRate: exchange_rate_not_positive']);
  expect(problems('USD', 'USD', '1')).toEqual(['toCurrency: pair_currencies_equal']);
  expect(problems('USD', 'NGN', '1')).toEqual(['toCurrency: USD to NGN is known']);
  expect(problems('NGN', 'USD', '1')).toEqual([]);
});

test('a currency has a position from 1 on, and a code of three letters', () => {
  const typedCurrency = { code: 'kes', name: ' Kenyan shilling ', symbol: 'KSh', isActive: true, sortOrder: '12' };
  expect(currencyForm.parse(typedCurrency)).toEqual({
    ...typedCurrency,
    code: 'KES',
    name: 'Kenyan shilling',
    sortOrder: 12,
  });
  const message = (change: Partial<typeof typedCurrency>) =>
    currencyForm.safeParse({ ...typedCurrency, ...change }).error?.issues[0]?.message;
  for (const sortOrder of ['', '0', '1.5', '-1', 'x', '10000'])
    expect(message({ sortOrder })).toBe('sort_order_too_small');
  for (const emptyField of [{ code: '' }, { name: ' ' }]) expect(message(emptyField)).toBe('fields_required');
  expect(message({ code: 'KE' })).toBe('currency_code_malformed');
});

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
const figures = { inputAmount: 1000.5, exchangeRate: 1448.5, outputAmount: 1449224.25 };
const estimate = { ...blankOf(exchangeEstimate), ...figures, fromCurrency: 'USD', toCurrency: 'NGN' };
const shownTerms = { estimate, reference: 'LF-7K3M-Q2', instructions: [] };

test('an amount typed with grouping or another decimal mark reaches the server as plain decimal text', () => {
  expect(termsOf(draft, 'en')?.amount).toBe('1000.50');
  expect(termsOf({ ...draft, amount: '1000,5' }, 'de')?.amount).toBe('1000.5');
});

test.each([{ amount: '' }, { amount: '0.00' }, { amount: '-1' }, { to: 'USD' }, { from: '' }])(
  'no price is requested while the fields contain %j',
  (change) => {
    expect(termsOf({ ...draft, ...change }, 'en')).toBeUndefined();
  },
);

test('the order repeats the shown terms, and has a routing number only for dollars', () => {
  expect(orderOf(draft, shownTerms, 'm-1')).toMatchObject({
    exchangeRate: 1448.5,
    outputAmount: 1449224.25,
    reference: 'LF-7K3M-Q2',
    bankDetails: { accountName: 'Ada', accountNumber: '0123456789', bankName: 'First' },
  });
  expect(orderOf(draft, shownTerms, 'm-1').bankDetails).not.toHaveProperty('routingNumber');
  const toDollars = { ...shownTerms, estimate: { ...estimate, fromCurrency: 'NGN', toCurrency: 'USD' } };
  expect(orderOf(draft, toDollars, 'm-1').bankDetails).toMatchObject({ routingNumber: '021000021' });
});
