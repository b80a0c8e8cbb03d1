import { expect, test, vi } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { noEvents } from '#tests/factories/rates.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { createSettings, settingsIn, settingsOf, type ShippedEnv } from './settings.service.ts';

const database = openDatabase();
const logMethod = () => vi.fn<(details: object, message: string) => void>();
const log = { info: logMethod(), warn: logMethod(), error: logMethod() };
const mail = { from: '', outboxDir: '', requireTls: false, smtpUrl: undefined };
const local: ShippedEnv = { production: false, publicUrl: undefined, mail };
const open = async (env = local) => {
  const settings = createSettings({ db: database.db, env, events: noEvents, log });
  await settings.refresh();
  return settingsOf({ settings });
};

test('no customer of a new installation in production reads a sample contact', async () => {
  const from = 'Acme <desk@acme-cash.com>';
  const settings = await open({ production: true, publicUrl: 'https://acme-cash.com', mail: { ...mail, from } });
  const contact = { operator: 'acme-cash.com', supportEmail: 'desk@acme-cash.com', telegram: '' };
  expect(settings.brand).toMatchObject(contact);
  expect(JSON.stringify(settings)).not.toMatch(/landfall[._]|t\.me|Exchange Ltd/);
});

test('a new installation in production promises no hours and no times until its operator writes them', async () => {
  const { support, times } = await open({ production: true, publicUrl: 'https://acme-cash.com', mail });
  expect(support).toEqual({ hours: '', emailReply: '', agentReply: '' });
  expect(times).toEqual({ transfer: settingsDefaults.times.transfer, check: '', payout: '', kyc: '' });
});

test('a customer reads how long a check takes once the operator has written its hours', async () => {
  const settings = await open({ production: true, publicUrl: 'https://acme-cash.com', mail });
  expect(settingsIn('en', settings).times).toMatchObject({ check: '', payout: '' });
  const support = { ...settings.support, hours: 'Mon-Fri 9:00-17:00 UTC' };
  expect(settingsIn('en', { ...settings, support }).times).toMatchObject({
    check: 'within 1 hour',
    payout: 'within 24 hours',
  });
});

test('a new installation works with the stated fees, limits and times', async () => {
  expect(await open()).toEqual(settingsDefaults);
  expect(settingsDefaults.fees.tiers.map(({ percent }) => percent)).toEqual([5, 4, 3]);
  expect(settingsDefaults.limits).toMatchObject({ kycUsd: 1000, kycDays: 30, quoteMinutes: 15 });
});

test('the administrator’s settings replace the defaults, and invalid ones are reported and ignored', async () => {
  const fees = { tiers: [{ overUsd: 0, percent: 2.5 }] };
  for (const [key, value] of Object.entries({ fees, limits: { kycUsd: 'a lot' }, leftover: 1 }))
    await database.pool.query('insert into settings (key, value) values ($1, $2)', [key, JSON.stringify(value)]);
  expect(await open()).toEqual({ ...settingsDefaults, fees });
  expect(log.error.mock.calls.map(([details]) => details)).toEqual([{ setting: 'limits' }, { setting: 'leftover' }]);
});
