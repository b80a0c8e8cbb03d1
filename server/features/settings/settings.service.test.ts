import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTx } from '#server/db/connection.ts';
import { createEvents, type Events } from '#server/events/events.ts';
import { publish } from '#server/events/publish.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { callerOf, platformDeps, serveRouters } from '#tests/setup/platform.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { settingsRoutes } from './settings.routes.ts';
import { createSettings, settingsOf, type ShippedEnv } from './settings.service.ts';

const database = openDatabase();
let events: Events;
const logMethod = () => vi.fn<(details: object, message: string) => void>();
const log = { info: logMethod(), warn: logMethod(), error: logMethod() };
beforeAll(async () => {
  events = createEvents({ url: database.url, log });
  await events.start();
});
afterAll(async () => {
  await events.close();
});

const outbox = { from: '', outboxDir: '', requireTls: false, smtpUrl: undefined };
const local: ShippedEnv = { production: false, publicUrl: undefined, mail: outbox };
const open = async (env: ShippedEnv = local) => {
  const settings = createSettings({ db: database.db, env, events, log });
  await settings.refresh();
  return settings;
};
const store = (key: string, value: unknown) =>
  database.pool.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, JSON.stringify(value)],
  );

test('no customer of a new installation in production reads a sample contact, nor a name that anybody could register', async () => {
  const mail = { ...local.mail, from: 'Acme <desk@acme-cash.com>' };
  const settings = await open({ production: true, publicUrl: 'https://acme-cash.com', mail });
  expect(settingsOf({ settings }).brand).toMatchObject({
    operator: 'acme-cash.com',
    supportEmail: 'desk@acme-cash.com',
    telegram: '',
  });
  expect(JSON.stringify(settingsOf({ settings }))).not.toMatch(/landfall[._]|t\.me|Exchange Ltd/);
});

test('a new installation works with the stated fees, limits and times', async () => {
  const settings = await open();
  expect(settingsOf({ settings })).toEqual(settingsDefaults);
  expect(settingsDefaults.fees.tiers.map(({ percent }) => percent)).toEqual([5, 4, 3]);
  expect(settingsDefaults.limits).toMatchObject({ kycUsd: 1000, kycDays: 30, quoteMinutes: 15 });
});

test('what the administrator changed wins, and what does not fit is reported and left out', async () => {
  await store('fees', { tiers: [{ overUsd: 0, percent: 2.5 }] });
  await store('limits', { kycUsd: 'a lot' });
  await store('leftover', 1);
  const settings = await open();
  expect(settingsOf({ settings })).toEqual({ ...settingsDefaults, fees: { tiers: [{ overUsd: 0, percent: 2.5 }] } });
  expect(log.error.mock.calls.map(([details]) => details)).toEqual([{ setting: 'limits' }, { setting: 'leftover' }]);
});

test('a change made in one process holds in the others at once', async () => {
  const settings = await open();
  await store('fees', { tiers: [{ overUsd: 0, percent: 1 }] });
  await inTx(database, (tx) => publish(tx, { kind: 'settings_changed' }));
  await vi.waitFor(() => expect(settingsOf({ settings }).fees.tiers).toEqual([{ overUsd: 0, percent: 1 }]), {
    timeout: 30_000,
  });
});

test('everybody may read the settings, but not the rules that only the administrator needs', async () => {
  const settings = await open();
  const deps = { ...platformDeps(database), settings };
  const served = await serveRouters([
    settingsRoutes({
      ...deps,
      env: {
        ...deps.env,
        rates: { provider: 'sample', url: undefined, key: undefined, everySeconds: 60 },
        fx: { provider: 'open-er-api', url: undefined, everySeconds: 3_600 },
      },
    }),
  ]);
  const { status, body } = await callerOf(served.url)('GET', '/api/settings');
  await served.close();
  expect(status).toBe(200);
  expect(body).toMatchObject({ brand: { name: 'Landfall' }, sampleRates: true, fxProvider: 'open-er-api' });
  expect(body).not.toHaveProperty('rules');
});
