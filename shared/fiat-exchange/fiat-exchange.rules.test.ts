import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, decimal, rateOf, round, toText, unitOf, unnamedAmount } from '#shared/kernel/money.ts';
import { fxSample } from '#shared/reference/fx-sample.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { decimalText, digitsAndScale } from '#tests/factories/decimals.ts';
import {
  amountToBuy,
  changePercent,
  convertAmount,
  differsByMoreThanAUnit,
  inverseGapPercent,
  isAlarming,
} from './fiat-exchange.rules.ts';
import { exchangeTermsOf } from './fiat-exchange.terms.ts';

const boughtAmount = (amount: string, rate: string, minorUnits: number) =>
  toText(convertAmount(amountOf('sent', amount), rateOf('sent', 'payout', rate), minorUnits));

describe('the amount that a customer gets for money', () => {
  test('is rounded down to the smallest unit of the currency received', () => {
    expect(boughtAmount('100', '58.129', 2)).toBe('5812.9');
    expect(boughtAmount('33.33', '58.129', 2)).toBe('1937.43');
    expect(boughtAmount('0.01', '0.99999999', 2)).toBe('0');
    expect(boughtAmount('1000', '0.10641891', 0)).toBe('106');
    expect(boughtAmount('1000', '0.00030681', 3)).toBe('0.306');
  });

  test('is equal within one smallest unit, and otherwise another amount', () => {
    const differ = (left: string, right: string, units: number) =>
      differsByMoreThanAUnit(unnamedAmount('payout', left), unnamedAmount('payout', right), units);
    expect([differ('10', '10.01', 2), differ('10', '10.011', 2), differ('10', '9.98', 2)]).toEqual([false, true, true]);
    expect([differ('10', '11', 0), differ('10', '12', 0)]).toEqual([false, true]);
  });

  test('is never compared with the amount sent, nor computed by the rate of the dollar', () => {
    const sentAmount = amountOf('sent', '100');
    const output = convertAmount(sentAmount, rateOf('sent', 'payout', '58.129'), 2);
    expect(differsByMoreThanAUnit(output, unnamedAmount('payout', '5812.9'), 2)).toBe(false);
    // @ts-expect-error: what is sent is in another currency.
    differsByMoreThanAUnit(output, sentAmount, 2);
    // @ts-expect-error: this rate is for dollars.
    convertAmount(sentAmount, rateOf('usd', 'payout', '58.129'), 2);
  });

  test('has a gap above zero if a rate and its inverse together gain money for the customer', () => {
    const gap = (rate: string, inverseRate: string) => toText(inverseGapPercent(decimal(rate), decimal(inverseRate)));
    const gaps = [gap('1448.5', '0.00069036'), gap('1448.5', '0.00075'), gap('7.775', '0.12')];
    expect(gaps).toEqual(['-0.0014', '8.6375', '-6.7']);
  });
});

test('a rate that moves more than 5 per cent either way needs a confirmation', () => {
  const changeBetween = (from: string, to: string) => changePercent(decimal(from), decimal(to));
  expect([toText(changeBetween('1448.5', '1500')), toText(changeBetween('8', '7.6'))]).toEqual(['3.56', '-5']);
  expect(['8.4', '8.41', '7.6', '7.59'].map((to) => isAlarming(changeBetween('8', to)))).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test('100,000 converted amounts over all pairs equal the exact value rounded down', { timeout: 120_000 }, () => {
  const currency = fc.constantFrom(...payoutCurrencies);
  const amounts = fc.oneof(decimalText(10n ** 6n, 2), decimalText(10n ** 15n, 8));
  const sampleRate = (from: string, to: string) =>
    round(decimal(fxSample[to] ?? '1').div(decimal(fxSample[from] ?? '1')), { decimals: 8 }, 'down');
  const cases = [amounts, currency, currency, fc.option(decimalText(10n ** 12n, 8))] as const;
  const property = fc.property(...cases, (amount, from, to, pairRate) => {
    const rate = pairRate ?? sampleRate(from.code, to.code).toFixed();
    const receivedDigits = digitsAndScale(boughtAmount(amount, rate, to.minorUnits));
    const a = digitsAndScale(amount);
    const r = digitsAndScale(rate);
    // All three on one scale, as whole numbers.
    const commonScale = 10n ** (a.scale + r.scale + receivedDigits.scale);
    const paidUnits = (receivedDigits.digits * commonScale) / 10n ** receivedDigits.scale;
    const exactDigits = (a.digits * r.digits * commonScale) / 10n ** (a.scale + r.scale);
    const unit = commonScale / 10n ** BigInt(to.minorUnits);
    // A unit finer than the scale divides to 0: the value is then exact.
    return (
      paidUnits <= exactDigits &&
      (unit === 0n ? paidUnits === exactDigits : exactDigits - paidUnits < unit) &&
      receivedDigits.scale <= to.minorUnits
    );
  });
  expect(() => fc.assert(property, { numRuns: 100_000 })).not.toThrow();
});

test('the computed price of a wanted amount buys at least that, and one unit less does not', () => {
  const property = fc.property(decimalText(10n ** 12n, 2), decimalText(10n ** 10n, 8), (wantedAmount, rateText) => {
    const output = unnamedAmount('payout', wantedAmount);
    const rate = rateOf('sent', 'payout', rateText);
    const unit = unitOf('sent', 2);
    const amount = amountToBuy(output, rate, unit, 2);
    const smallerAmount = amount.minus(amountOf('sent', '0.01'));
    return convertAmount(amount, rate, 2).gte(output) && !convertAmount(smallerAmount, rate, 2).gte(output);
  });
  expect(() => fc.assert(property, { numRuns: 5_000 })).not.toThrow();
});

const offeredCurrencies = [
  { code: 'USD', minorUnits: 2, exchangesInto: ['NGN', 'JPY'], canBePaidIn: true },
  { code: 'NGN', minorUnits: 2, exchangesInto: ['USD'], canBePaidIn: false },
  { code: 'JPY', minorUnits: 0, exchangesInto: [], canBePaidIn: true },
];
const problemsOf = (fromCurrency: string, toCurrency: string, amount: string) =>
  exchangeTermsOf(offeredCurrencies)
    .safeParse({ fromCurrency, toCurrency, amount })
    .error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`);

test('a customer reads the problem of a pair before there is an amount', () => {
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
