import { describe, expect, test } from 'vitest';
import { samplePrices } from '#server/adapters/rates/prices.sample.ts';
import { initializeRates } from '#server/features/rates/rates.service.ts';
import { bookCalls, capitalOf, monthsAgo, noonOf } from '#tests/factories/books.ts';
import { ratesDeps } from '#tests/factories/rates.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { storeDays } from './reports/books.days.service.ts';
import { positions } from './reports/books.positions.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { admin, aBoughtSale, byHand, close, journal, setRate, upload } = bookCalls(testbed);
const last = monthsAgo(1);
const now = monthsAgo(0);
const today = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

type Position = Record<'unit' | 'coins' | 'bank' | 'held' | 'owed' | 'position' | 'cost' | 'base', string>;
const positionOf = async (unit: string, query = '') => {
  const { body } = await admin.get<Position[]>(`books/positions${query}`);
  return body.find((position) => position.unit === unit);
};
type Group = Record<'key' | 'fees' | 'result' | 'costs', string | null> & { sold: boolean };
const profitOf = async (query: string) => (await admin.get<Group[]>(`books/profit?${query}`)).body;
const sold = (id: string, units: string, money: string, day: string) =>
  upload(`time,coin,units,money,fee,id\n${day} 00:00:00,BTC,${units},${money},1.50,${id}`);

describe('positions', () => {
  test('show assets, owners, cost and value by the stored or the market rate', async () => {
    await aBoughtSale({ at: noonOf(last, '10') });
    await aBoughtSale({ at: noonOf(last, '11') });
    const bitcoin = { coins: '0.02', held: '0', position: '0.02', cost: '39145' };
    expect(await positionOf('bitcoin')).toMatchObject({ ...bitcoin, base: null });
    expect(await positionOf('USD')).toMatchObject({
      bank: '0',
      owed: '743.76',
      position: '-782.9',
      base: '0.00',
      rate: '1',
    });
    const market = ratesDeps(testbed.database, { prices: [{ ...samplePrices(), source: 'market' }] });
    await initializeRates(market);
    const baseNow = async () => {
      const { reports, now: clock } = testbed.app.deps;
      const all = await positions({ reports, now: clock, ...market }, {});
      return all.find(({ unit }) => unit === 'bitcoin')?.base;
    };
    expect(await baseNow()).toBe('782.91');
    await setRate(yesterday, 'bitcoin', '30000');
    expect(await baseNow()).toBe('600.00');
    await setRate(today, 'bitcoin', '40000');
    expect(await positionOf('bitcoin')).toMatchObject({ ...bitcoin, base: '800.00', rate: '40000.000000000000000000' });
  });

  test('count only the entries up to their moment', async () => {
    expect(await positionOf('bitcoin', `?at=${last}-10`)).toMatchObject({ coins: '0.01', position: '0.01' });
    expect(await positionOf('bitcoin', `?at=${last}-10T11:00:00Z`)).toBeUndefined();
  });

  test('turn negative if more was sold than the book has', async () => {
    await byHand({
      kind: 'disposal',
      at: noonOf(last, '12').toISOString(),
      lines: [
        { from: 'position', to: 'exchange:kraken', unit: 'ethereum', amount: '1' },
        { from: 'exchange:kraken', to: 'position', unit: 'USD', amount: '2000' },
      ],
      note: 'Sold before it was booked',
    });
    expect(await positionOf('ethereum')).toMatchObject({ position: '-1', cost: null });
  });
});

describe('profit', () => {
  test('adds fees, sales above their average cost, and costs by day, coin and currency', async () => {
    await sold('T-1', '0.01', '500.00', `${last}-20`);
    expect(await profitOf(`from=${last}-01&to=${last}-28`)).toEqual([
      { key: `${last}-10`, fees: '19.57', result: null, sold: false, costs: '0.00' },
      { key: `${last}-11`, fees: '19.57', result: null, sold: false, costs: '0.00' },
      // Sold before it was bought: its result is unknown, and not none.
      { key: `${last}-12`, fees: '0.00', result: null, sold: true, costs: '0.00' },
      { key: `${last}-20`, fees: '0.00', result: '108.55', sold: true, costs: '1.50' },
    ]);
    expect(await profitOf(`from=${last}-01&to=${last}-28&by=coin`)).toEqual([
      { key: 'bitcoin', fees: '39.14', result: '108.55', sold: true, costs: '1.50' },
      { key: 'ethereum', fees: '0.00', result: null, sold: true, costs: '0.00' },
    ]);
    expect(await profitOf(`from=${last}-20&to=${last}-20&by=currency`)).toEqual([
      { key: 'USD', fees: '0.00', result: '108.55', sold: true, costs: '1.50' },
    ]);
  });

  test('carries the average cost from a closed month into the next one', async () => {
    for (const day of ['10', '11']) await setRate(`${last}-${day}`, 'bitcoin', '39145');
    for (const [day, unit] of [
      ['20', 'bitcoin'],
      ['12', 'ethereum'],
    ] as const)
      await setRate(`${last}-${day}`, unit, '40000');
    expect(await outcome(close(last))).toBe('200');
    await sold('T-2', '0.01', '300.00', `${now}-01`);
    expect(await profitOf(`from=${now}-01&to=${now}-01`)).toMatchObject([{ result: '-91.45' }]);
    expect(await positionOf('bitcoin')).toMatchObject({ position: '0', cost: '39145' });
  });

  test('is cancelled when its sale is reversed', async () => {
    const [entry] = await journal('?q=kraken/T-2');
    await admin.post(`books/entries/${String(entry?.id)}/reverse`, { note: 'Not ours' });
    expect(await profitOf(`from=${now}-01&to=${today}&by=coin`)).toMatchObject([
      { key: 'bitcoin', result: '0.00', costs: '0.00' },
    ]);
  });

  test('is unknown, not zero, if a cost has no rate', async () => {
    await byHand({
      ...capitalOf('litecoin', '0.01', now, '01'),
      at: `${now}-01T00:00:00Z`,
      kind: 'cost',
      lines: [{ from: 'cost:network', to: 'coins:litecoin', unit: 'litecoin', amount: '0.01' }],
    });
    expect(await profitOf(`from=${now}-01&to=${today}&by=coin`)).toContainEqual({
      key: 'litecoin',
      fees: '0.00',
      result: null,
      sold: false,
      costs: null,
    });
  });

  test('is refused for days in the wrong order', async () => {
    expect(await outcome(admin.get(`books/profit?from=${today}&to=${last}-01`))).toMatch(/^400 invalid_input/);
  });
});

describe('the nightly totals of days', () => {
  const reports = async () => [
    await profitOf(`from=${last}-11&to=${today}`),
    await profitOf('by=coin'),
    await profitOf(`from=${last}-12&by=currency`),
    await positionOf('bitcoin'),
    await positionOf('bitcoin', `?at=${last}-20`),
    await positionOf('USD', `?at=${last}-11`),
    await positionOf('bitcoin', `?at=${last}-12T12:00:00Z`),
  ];
  const storedDays = async () =>
    (await testbed.rows('select day::text from book_days order by day')).map(({ day }) => day);

  test('change no amount, even after a late entry', async () => {
    const coinsThen = async () => Number((await positionOf('bitcoin', `?at=${last}-20`))?.coins);
    const coinsBefore = await coinsThen();
    await aBoughtSale({ at: noonOf(last, '12') });
    expect(await testbed.rows('select 1 from book_entries where late')).not.toEqual([]);
    expect((await coinsThen()) - coinsBefore).toBeCloseTo(0.01, 8);
    const reportsBefore = await reports();
    await storeDays(testbed.app.deps);
    expect(await storedDays()).toEqual(
      expect.arrayContaining([`${last}-10`, `${last}-11`, `${last}-12`, `${last}-20`]),
    );
    expect(await reports()).toEqual(reportsBefore);
    await storeDays(testbed.app.deps);
    expect(await reports()).toEqual(reportsBefore);
  });

  test('are deleted from the day of a later entry or a new rate on', async () => {
    expect(await outcome(admin.post(`books/periods/${last}/reopen`, { reason: 'A sale came late' }))).toBe('200');
    await aBoughtSale({ at: noonOf(last, '12') });
    expect(await storedDays()).toEqual([`${last}-10`, `${last}-11`]);
    expect(await profitOf(`from=${last}-12&to=${last}-12`)).toMatchObject([{ fees: '19.57' }]);
    await storeDays(testbed.app.deps);
    expect(await profitOf(`from=${last}-12&to=${last}-12`)).toMatchObject([{ fees: '19.57' }]);
    await setRate(`${last}-11`, 'bitcoin', '40000');
    expect(await storedDays()).toEqual([`${last}-10`]);
  });
});

describe('the journal as a file', () => {
  const file = (format: string) => admin.get<string>(`books/journal/export?month=${last}&format=${format}`);

  test.each(['csv', 'xero', 'quickbooks', 'odoo'])(
    'has every entry of the month in the columns of %s',
    async (format) => {
      const { status, headers, body } = await file(format);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('text/csv');
      expect(body.split('\r\n').length).toBeGreaterThan(12);
      const exported = (await testbed.audit('book.exported')).at(-1);
      expect(exported).toMatchObject({ details: { month: last, columns: format } });
    },
  );
});
