import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { openSettings, settingsOf } from './settings.service.ts';

let database: TestDatabase;
const log = { error: vi.fn<(facts: object, message: string) => void>() };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const store = (key: string, value: unknown) =>
  database.pool.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, JSON.stringify(value)],
  );

test('a fresh desk works with the stated fees, limits and times', async () => {
  const settings = await openSettings(database.db, log);
  expect(settingsOf({ settings })).toEqual(settingsDefaults);
  expect(settingsDefaults.fees.tiers.map(({ percent }) => percent)).toEqual([5, 4, 3]);
  expect(settingsDefaults.limits).toMatchObject({ kycUsd: 1000, kycDays: 30, quoteHoldMinutes: 15 });
});

test('what the desk changed wins, and what does not fit is reported and left out', async () => {
  await store('fees', { tiers: [{ overUsd: 0, percent: 2.5 }] });
  await store('limits', { kycUsd: 'a lot' });
  await store('leftover', 1);
  const settings = await openSettings(database.db, log);
  expect(settingsOf({ settings })).toEqual({ ...settingsDefaults, fees: { tiers: [{ overUsd: 0, percent: 2.5 }] } });
  expect(log.error.mock.calls.map(([facts]) => facts)).toEqual([{ setting: 'limits' }, { setting: 'leftover' }]);

  await store('fees', { tiers: [{ overUsd: 0, percent: 1 }] });
  await settings.refresh();
  expect(settingsOf({ settings }).fees.tiers).toEqual([{ overUsd: 0, percent: 1 }]);
});
