import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '#shared/kernel/money.ts';
import { marketOf, type SourcePrice } from './market.ts';

const now = new Date('2026-11-29T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const sources = ['kraken', 'coinbase', 'coingecko', 'bitstamp'];
const aPrice = (source: string, value: string | null, changes: Partial<SourcePrice> = {}): SourcePrice => ({
  source,
  value: value === null ? null : decimal(value),
  fault: null,
  change24h: null,
  seenAt: minutesAgo(1),
  staleAfterMs: 5 * 60_000,
  ...changes,
});
const rules = { maxApartPercent: 3, quorum: 1, now, lastGood: null };

test.for<[string, string[], { quorum?: number; lastGood?: string }, string | undefined, string]>([
  ['three that agree', ['100.0', '100.4', '100.2'], {}, '100.2', ''],
  ['one of three apart', ['100.0', '100.4', '91.0'], {}, '100', 'coingecko apart'],
  ['two that agree', ['100.0', '100.4'], {}, '100', ''],
  ['two apart, both near the last good one', ['100.0', '104.0'], { lastGood: '100.1' }, '100', 'coinbase apart'],
  ['two apart, one near the last good one', ['100.0', '130.0'], { lastGood: '131' }, '130', 'kraken apart'],
  [
    'two apart, none near the last good one',
    ['100.0', '130.0'],
    { lastGood: '10' },
    undefined,
    'kraken apart, coinbase apart',
  ],
  ['two apart and nothing before', ['100.0', '104.0'], {}, undefined, 'kraken apart, coinbase apart'],
  ['two apart where two are needed', ['100.0', '104.0'], { quorum: 2, lastGood: '100.1' }, undefined, 'coinbase apart'],
  ['one alone', ['100.0'], {}, '100', ''],
  ['one alone where two are needed', ['100.0'], { quorum: 2 }, undefined, ''],
  ['four, of which the lower middle counts', ['103', '101', '102', '100'], {}, '101', ''],
  ['four, of which one is another coin', ['100', '101', '0.5', '102'], {}, '101', 'coingecko apart'],
  ['exactly as far apart as allowed', ['100', '103'], {}, '100', ''],
  ['nothing at all', [], {}, undefined, ''],
])('a coin with prices of %s is priced by the rules', ([, values, { quorum = 1, lastGood }, value, left]) => {
  const prices = values.map((text, index) => aPrice(sources[index] ?? '', text));
  const market = marketOf(prices, { ...rules, quorum, lastGood: lastGood === undefined ? null : decimal(lastGood) });
  expect(market.value?.toFixed()).toBe(value);
  expect(market.left.map(({ source, why }) => `${source} ${why}`).join(', ')).toBe(left);
});

test('a price that is old, broken or missing is ignored and named', () => {
  const prices = [
    aPrice('kraken', '100', { seenAt: minutesAgo(5.1) }),
    aPrice('coinbase', null, { fault: 'missing' }),
    aPrice('coingecko', '0'),
    aPrice('bitstamp', '100', { fault: 'broken' }),
  ];
  const market = marketOf(prices, rules);
  expect(market).toMatchObject({ value: null, seenAt: null, used: [] });
  expect(market.left.map(({ why }) => why)).toEqual(['stale', 'missing', 'broken', 'broken']);
});

test('a price has the age of its oldest price', () => {
  const prices = [aPrice('kraken', '100'), aPrice('coinbase', '100.1', { seenAt: minutesAgo(4) })];
  expect(marketOf(prices, rules)).toMatchObject({ seenAt: minutesAgo(4), used: ['kraken', 'coinbase'] });
});

test('a price has the change of its first price that names one', () => {
  const change24h = decimal('1.5');
  const prices = [aPrice('kraken', '100'), aPrice('coinbase', '100.1', { change24h })];
  expect(marketOf(prices, rules)).toMatchObject({ change24h, used: ['kraken', 'coinbase'] });
});

test('a price from the future counts as one of now', () => {
  expect(marketOf([aPrice('kraken', '100', { seenAt: minutesAgo(-3) })], rules).seenAt).toEqual(now);
});

const cents = fc.integer({ min: 1, max: 1_000_000 }).map((units) => `${units}.25`);
test('a market price is one of the used prices and never above their median', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { maxLength: 4 }),
      fc.option(cents),
      fc.integer({ min: 1, max: 3 }),
      (values, last, quorum) => {
        const prices = values.map((text, index) => aPrice(sources[index] ?? '', text));
        const { value, used } = marketOf(prices, { ...rules, quorum, lastGood: last === null ? null : decimal(last) });
        const usedPrices = prices
          .filter(({ source }) => used.includes(source))
          .map((price) => Number(price.value?.toFixed()));
        expect(value === null).toBe(used.length === 0);
        if (value === null) return;
        expect(used.length).toBeGreaterThanOrEqual(quorum);
        expect(usedPrices).toContain(Number(value.toFixed()));
        const sortedPrices = usedPrices.toSorted((a, b) => a - b);
        expect(Number(value.toFixed())).toBeLessThanOrEqual(sortedPrices[Math.floor(sortedPrices.length / 2)] ?? 0);
      },
    ),
  );
});
