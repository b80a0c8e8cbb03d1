import { expect, test } from 'vitest';
import { sampleFx } from '#server/adapters/rates/fx.sample.ts';
import { samplePrices } from '#server/adapters/rates/prices.sample.ts';
import { initializeRates } from '#server/features/rates/rates.service.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { ratesDeps } from '#tests/factories/rates.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { storeRates } from './books.rates.service.ts';

const database = openDatabase();
const dayOf = (day: string) => () => new Date(`${day}T12:05:00Z`);
const ratesOf = async (day: string) => {
  const rows = await database.rows('select unit, trim_scale(rate)::text as rate, note from book_rates where day = $1', [
    day,
  ]);
  return new Map(rows.map(({ unit, rate, note }) => [unit, [rate, note]]));
};

test('sample rates are not stored in the books', async () => {
  const deps = ratesDeps(database);
  await initializeRates(deps);
  await storeRates({ ...deps, now: dayOf('2026-11-01') });
  expect(await ratesOf('2026-11-01')).toEqual(new Map());
});

test('the market’s rates of a day are stored, and a member’s own rate stays', async () => {
  const prices = [{ ...samplePrices(), source: 'market' }];
  const { asOf: _of, ...table } = await sampleFx().fetchRates(payoutCurrencies.map(({ code }) => code));
  const fx = [{ ...sampleFx(), source: 'market', fetchRates: () => Promise.resolve(table) }];
  const deps = ratesDeps(database, { prices, fx });
  await initializeRates(deps);
  await database.rows(
    `insert into book_rates (day, unit, rate, set_at, note) values ('2026-11-02', 'EUR', 7, now(), 'Set')`,
  );
  await storeRates({ ...deps, now: dayOf('2026-11-02') });
  const rates = await ratesOf('2026-11-02');
  expect(rates.get('bitcoin')).toEqual(['39145.28', null]);
  expect(rates.get('EUR')).toEqual(['7', 'Set']);
  expect(rates.get('JPY')?.[0]).toMatch(/^0\.00\d+$/);
  expect(rates.has('USD')).toBe(false);
});

test('a day without a market takes the rates of the day before, and the day after it has none', async () => {
  const deps = ratesDeps(database);
  await storeRates({ ...deps, now: dayOf('2026-11-03') });
  await storeRates({ ...deps, now: dayOf('2026-11-04') });
  expect((await ratesOf('2026-11-03')).get('bitcoin')).toEqual(['39145.28', 'of the day before']);
  expect((await ratesOf('2026-11-03')).has('EUR')).toBe(false);
  expect(await ratesOf('2026-11-04')).toEqual(new Map());
});
