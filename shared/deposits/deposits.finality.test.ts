import { describe, expect, test } from 'vitest';
import { amountOf, decimal, unnamedAmount } from '#shared/kernel/money.ts';
import { chainNames, chainOfCoin } from '#shared/reference/chains.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { finalityOf, requiredFinality } from './deposits.finality.ts';
import { contestingOrders } from './deposits.outputs.ts';

const now = new Date('2026-11-22T12:00:00Z');
const { deposits } = settingsDefaults;

describe('finality', () => {
  test.each([
    ['bitcoin', '1000', 2],
    ['bitcoin', '1000.01', 3],
    ['bitcoin', '10001', 6],
    ['litecoin', '1', 6],
    ['bitcoin-cash', '1', 10],
    ['ethereum', '999', 12],
    ['ethereum', '1001', 'finalized'],
    ['bsc', '1', 'finalized'],
    ['tron', '1', 'finalized'],
    ['xrpl', '1', 'finalized'],
  ] as const)('of %s at %s US dollars takes %s', (chain, valueUsd, expected) => {
    expect(requiredFinality(chain, amountOf('usd', valueUsd), deposits)).toBe(expected);
  });

  test('is the chain’s own final block if it has one, not the depth', () => {
    const witness = { witness: null, witnessOk: null };
    const node = { source: 'node.test', okAt: now, tipHeight: 400, tipAt: now, failedAt: null, ...witness };
    const isFinalAt = (finalizedHeight: number | null) => {
      const health = { ...node, finalizedHeight, finalizedAt: finalizedHeight === null ? null : now };
      const terms = { chain: 'ethereum', valueUsd: amountOf('usd', '5000'), policy: deposits, health } as const;
      return finalityOf({ blockHeight: 100, state: 'included' }, terms);
    };
    expect([isFinalAt(99).isFinal, isFinalAt(null).isFinal, isFinalAt(100).isFinal]).toEqual([false, false, true]);
    expect(isFinalAt(99)).toMatchObject({ confirmations: 301, required: 64 });
  });
});

test('each shipped coin has its chain, and a coin that an operator added has none', () => {
  expect(chainNames).toHaveLength(7);
  expect(chainOfCoin('usdt-trc20')).toBe('tron');
  expect(chainOfCoin('dogecoin')).toBeUndefined();
});

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const agreedTerms = (amount: string, { tag = null, minutes = 30 }: { tag?: string | null; minutes?: number } = {}) => ({
  amount: unnamedAmount('coin', amount),
  valueUsd: amountOf('usd', amount).times(decimal('100')),
  address: 'ours',
  tag,
  countsFrom: minutesAgo(minutes),
});
const output = (amount: string, toTag: string | null = null) => ({
  chain: 'litecoin' as const,
  firstSeenAt: minutesAgo(10),
  blockAt: null,
  toAddress: 'ours',
  toTag,
  amount: unnamedAmount('coin', amount),
});
/** The amounts of the orders that contest a sale. */
const contestants = (sale: string, otherSales: string[], outputs: string[] | undefined) =>
  contestingOrders(
    agreedTerms(sale),
    otherSales.map((amount) => agreedTerms(amount)),
    outputs?.map((amount) => output(amount)),
    deposits,
  ).map(({ amount }) => amount.toFixed());

test('two customers of one exchange share a transaction that pays both', () => {
  expect(contestants('0.7', ['0.5'], ['0.5', '0.7'])).toEqual([]);
  expect(contestants('0.5', ['0.5'], ['0.5', '0.5'])).toEqual([]);
});

test('a copied hash finds no output of its own', () => {
  expect(contestants('0.5', ['0.5'], ['0.5'])).toEqual(['0.5']);
  expect(contestants('0.5', ['0.5', '0.5'], ['0.5', '0.5'])).toEqual(['0.5', '0.5']);
  expect(contestants('0.7', ['0.5'], ['0.5', '0.6'])).toEqual(['0.5']);
});

test('an attacker who copies the hash gets no customer’s surplus, shortfall or parts', () => {
  expect(contestants('0.6', ['0.5'], ['0.6'])).toEqual(['0.5']);
  expect(contestants('0.4', ['0.5'], ['0.4'])).toEqual(['0.5']);
  expect(contestants('0.3', ['0.5'], ['0.2', '0.3'])).toEqual(['0.5']);
  expect(contestants('0.2', ['0.5'], ['0.2', '0.3'])).toEqual(['0.5']);
  expect(contestants('0.1', ['0.5'], ['0.1', '0.1', '0.1', '0.1', '0.1'])).toEqual(['0.5']);
});

test('an order of another size, or made after the transfer, takes nothing from its sender', () => {
  expect(contestants('0.5', ['0.01', '2'], ['0.5'])).toEqual([]);
  expect(contestingOrders(agreedTerms('0.5'), [agreedTerms('0.5', { minutes: 9 })], [output('0.5')], deposits)).toEqual(
    [],
  );
});

test('an unknown transaction is contested by all who name it, and a proven one by none', () => {
  expect(contestants('0.5', ['0.01', '0.5'], undefined)).toEqual(['0.01', '0.5']);
  expect(contestants('0.5', ['0.5'], [])).toEqual([]);
});

test('an output with the tag of another customer pays no other one', () => {
  const outputs = [output('5', '1'), output('5', '2')];
  const first = agreedTerms('5', { tag: '1' });
  expect(contestingOrders(agreedTerms('5', { tag: '2' }), [first], outputs, deposits)).toEqual([]);
  expect(contestingOrders(agreedTerms('5', { tag: '3' }), [first], outputs, deposits)).toEqual([first]);
});
