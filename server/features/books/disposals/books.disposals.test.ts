import { describe, expect, test } from 'vitest';
import { UnreadableCsv } from '#server/lib/csv-reading.ts';
import type { RowProblem } from '#shared/books/books.disposals.ts';
import { MissingColumn, readDisposals } from './books.disposals.ts';

const now = new Date('2026-11-28T12:00:00Z');
const heading = 'time,coin,units,money,fee,id';
const read = (...rows: string[]) => readDisposals(Buffer.from([heading, ...rows].join('\n')), now);
const sold = (fields: Partial<Record<'time' | 'coin' | 'units' | 'money' | 'fee' | 'id', string>>) => {
  const { time = '2026-11-27 10:00', coin = 'BTC', units = '0.5', money = '20000', fee = '', id = 'T-1' } = fields;
  return [time, coin, units, money, fee, id].map((cell) => `"${cell}"`).join(',');
};

describe('a file of sales on an exchange', () => {
  test('is read with coins by symbol or id, and times with or without a zone', () => {
    const { disposals, problems } = read(
      sold({ fee: '12.50' }),
      sold({ id: 'T-2', coin: 'ethereum', time: '2026-11-27T12:00:00+02:00', money: '1,000.25 EUR', fee: '0' }),
      sold({ id: 'T-3', coin: 'xrp', time: '2026-11-27', money: 'JPY 1000' }),
    );
    expect(problems).toEqual([]);
    const at = new Date('2026-11-27T10:00:00Z');
    expect(disposals).toEqual([
      { id: 'T-1', at, coin: 'bitcoin', units: '0.5', money: '20000', fee: '12.5', currency: 'USD' },
      { id: 'T-2', at, coin: 'ethereum', units: '0.5', money: '1000.25', fee: null, currency: 'EUR' },
      expect.objectContaining({ at: new Date('2026-11-27T00:00:00Z'), coin: 'ripple', currency: 'JPY' }),
    ]);
  });

  test.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234 567,50', '1234567.5'],
    ["1'234'567", '1234567'],
    ['1,234,567', '1234567'],
    ['1234,5', '1234.5'],
    ['20000.00', '20000'],
  ])('is read exactly with thousands separators as in %s', (money, amount) => {
    expect(read(sold({ money })).disposals).toMatchObject([{ money: amount }]);
  });

  test.each<[string, RowProblem, Parameters<typeof sold>[0]]>([
    ['a mark that could be either', 'money_invalid', { money: '1,234' }],
    ['a mark in the wrong place', 'money_invalid', { money: '12,34.5' }],
    ['an exponent', 'units_invalid', { units: '1e-9' }],
    ['a trailing minus', 'negative', { units: '0.5-' }],
    ['a leading minus', 'negative', { money: '-20000' }],
    ['a bracketed amount', 'negative', { money: '(20000)' }],
    ['nothing sold', 'units_invalid', { units: '0' }],
    ['no money', 'money_invalid', { money: '' }],
    ['a ninth decimal of a coin with eight', 'too_fine', { units: '0.000000001' }],
    ['yen with cents', 'too_fine', { money: '100.50 JPY' }],
    ['a formula', 'formula', { money: '=1+1' }],
    ['a formula behind a sign', 'formula', { id: '+SUM(A1)' }],
    ['another currency of the fee', 'currency_differs', { fee: '1 EUR' }],
    ['an unknown currency', 'currency_unknown', { money: '5 XXX' }],
    ['an unknown coin', 'coin_unknown', { coin: 'DOGGO' }],
    ['a symbol of two coins', 'coin_ambiguous', { coin: 'USDT' }],
    ['no id', 'id_missing', { id: '' }],
    ['a day that does not exist', 'time_invalid', { time: '2026-02-30' }],
    ['a day of another order', 'time_invalid', { time: '27/11/2026' }],
    ['a time ahead', 'time_ahead', { time: '2026-11-29' }],
  ])('with %s names the line and enters the others', (_name, reason, fields) => {
    const { disposals, problems } = read(sold({ id: 'T-0' }), sold(fields), sold({ id: 'T-9' }));
    expect(problems).toEqual([{ line: 3, why: reason }]);
    expect(disposals.map(({ id }) => id)).toEqual(['T-0', 'T-9']);
  });

  test('enters a repeated sale once', () => {
    expect(read(sold({}), sold({ units: '0.7' }))).toMatchObject({
      disposals: [{ units: '0.5' }],
      problems: [{ line: 3, why: 'id_twice' }],
    });
  });

  test('is refused as a whole without a required column', () => {
    expect(() => readDisposals(Buffer.from('time,coin,units\n'), now)).toThrow(MissingColumn);
    expect(() => readDisposals(Buffer.from(''), now)).toThrow(MissingColumn);
    expect(() => readDisposals(Buffer.from(`${heading}\n"x`), now)).toThrow(UnreadableCsv);
  });
});
