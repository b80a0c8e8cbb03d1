import { expect, test } from 'vitest';
import { exchangeTermsOf } from './fiat-exchange.terms.ts';

const offered = [
  { code: 'USD', minorUnits: 2, exchangesInto: ['NGN', 'JPY'], canBePaidIn: true },
  { code: 'NGN', minorUnits: 2, exchangesInto: ['USD'], canBePaidIn: false },
  { code: 'JPY', minorUnits: 0, exchangesInto: [], canBePaidIn: true },
];
const problemsOf = (fromCurrency: string, toCurrency: string, amount: string) =>
  exchangeTermsOf(offered)
    .safeParse({ fromCurrency, toCurrency, amount })
    .error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`);

test('a customer hears what is wrong with a pair before there is an amount', () => {
  expect(problemsOf('EUR', 'NGN', '')).toEqual(['amount fields_missing', 'fromCurrency inactive']);
  expect(problemsOf('USD', 'EUR', '10')).toEqual(['toCurrency inactive']);
  expect(problemsOf('USD', 'USD', '10')).toEqual(['toCurrency currencies_equal']);
  expect(problemsOf('NGN', 'USD', '10')).toEqual(['fromCurrency noAccount']);
  expect(problemsOf('JPY', 'USD', '10')).toEqual(['toCurrency noRate']);
});

test('a customer cannot send less than the smallest unit of a currency', () => {
  expect(problemsOf('USD', 'NGN', '10.50')).toBeUndefined();
  expect(problemsOf('USD', 'NGN', '10.505')).toEqual(['amount too_many_decimals']);
});
