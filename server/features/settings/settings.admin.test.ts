import { expect, test, vi } from 'vitest';
import type { AdminSettingsView } from '#shared/settings/settings.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aMember } from '#tests/factories/members.ts';
import { aSeller, someBitcoin } from '#tests/factories/sales.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const path = '/api/admin/settings';

const open = async (app: TestApp = testbed.app) => {
  const { token, stepUp } = await theAdmin(app);
  const put = (json: object, headers: Record<string, string> = stepUp) =>
    app.call('PUT', path, { token, headers, json });
  const get = async () => (await app.call('GET', path, { token })).body as unknown as AdminSettingsView;
  return { put, get };
};
const feeOf = async (app: TestApp) => {
  const { body } = await app.call('POST', '/api/calculate-sell-amount', { json: someBitcoin });
  return body.feePercent;
};
const tiers = [
  { overUsd: 0, percent: 2.5 },
  { overUsd: 1000, percent: 1 },
];

test('settings are changed by the administrator alone, with the password given again', async () => {
  const { put, get } = await open();
  const before = await get();
  const customer = await aSeller(testbed.app, testbed.database.pool);
  const refused = await Promise.all([
    put({ fees: { tiers } }, {}),
    put({ limits: { kycUsd: 1_000_000 } }, { 'X-Step-Up': 'nonsense' }),
    put({ brand: { supportEmail: 'thief@example.com' } }, {}),
  ]);
  expect(refused.map(({ status, body }) => `${status} ${String(body.code)}`)).toEqual(
    refused.map(() => '403 step_up_required'),
  );
  expect((await testbed.app.call('PUT', path, { token: customer.token, json: { fees: { tiers } } })).status).toBe(403);
  expect((await testbed.app.call('GET', path, { token: customer.token })).status).toBe(403);
  expect(await get()).toEqual(before);
});

test('a reviewer reads by which rules orders are decided, and nothing else of the settings', async () => {
  const { app, database } = testbed;
  const { get } = await open();
  const reviewer = await aMember(database.pool, app.deps, 'reviewer');
  const rules = await app.call('GET', '/api/admin/rules', { token: reviewer.token });
  expect(rules).toMatchObject({ status: 200, body: (await get()).rules });
  expect((await app.call('GET', path, { token: reviewer.token })).status).toBe(403);
  const customer = await aSeller(app, database.pool);
  expect((await app.call('GET', '/api/admin/rules', { token: customer.token })).status).toBe(403);
});

test('a changed fee holds at once in every process, and the audit log has old and new', async () => {
  const { put } = await open();
  const other = await testbed.another();
  expect(await feeOf(other)).toBe(5);
  expect(await put({ fees: { tiers } })).toMatchObject({ status: 200, body: { fees: { tiers } } });
  expect(await feeOf(testbed.app)).toBe(2.5);
  await vi.waitFor(async () => expect(await feeOf(other)).toBe(2.5), { timeout: 30_000 });
  const seen = await other.call('GET', '/api/settings');
  expect(seen.body).toMatchObject({ fees: { tiers } });
  const [row] = await testbed.rows(
    `select subject_id, details from audit_log where action = 'settings.changed' order by id desc limit 1`,
  );
  expect(row).toEqual({
    subject_id: 'fees',
    details: { from: { tiers: settingsDefaults.fees.tiers }, to: { tiers } },
  });
});

test('what is not named stays, and the same again is no change', async () => {
  const { put, get } = await open();
  const before = await get();
  const after = await put({ support: { agentReply: '5 minutes' }, brand: { telegram: '@other_desk' } });
  expect(after.body).toMatchObject({
    support: { ...before.support, agentReply: '5 minutes' },
    brand: { ...before.brand, telegram: 'https://t.me/other_desk' },
    limits: before.limits,
    times: before.times,
  });
  const count = async () => (await testbed.rows(`select 1 from audit_log where action = 'settings.changed'`)).length;
  const actions = await count();
  expect((await put({ support: { agentReply: '5 minutes' } })).body).toMatchObject({ version: after.body.version });
  expect(await count()).toBe(actions);
  // An operator without Telegram sets no value, and no link is shown.
  expect((await put({ brand: { telegram: '' } })).body).toMatchObject({ brand: { telegram: '' } });
});

test('of two editors the slower one is told, with what stands now', async () => {
  const { put, get } = await open();
  const { version } = await get();
  expect((await put({ times: { payout: 'within 2 hours' }, version })).status).toBe(200);
  expect(await put({ times: { payout: 'within 3 hours' }, version })).toMatchObject({
    status: 409,
    body: { code: 'conflict', settings: { times: { payout: 'within 2 hours' } } },
  });
  const { version: now } = await get();
  const both = await Promise.all(
    ['4 hours', '5 hours'].map((kyc) => put({ times: { kyc }, version: now }).then(({ status }) => status)),
  );
  expect(both.toSorted((item, other) => item - other)).toEqual([200, 409]);
});

test('figures and words that make no sense are refused beside their fields', async () => {
  const { put, get } = await open();
  const before = await get();
  const fieldsOf = async (json: object) => {
    const { status, body } = await put(json);
    return [status, ...Object.keys(body.fields ?? {})];
  };
  expect(await fieldsOf({ fees: { tiers: [] } })).toEqual([400, 'fees.tiers']);
  expect(await fieldsOf({ fees: { tiers: [{ overUsd: 1, percent: 5 }] } })).toEqual([400, 'fees.tiers.0.overUsd']);
  const unsorted = [
    { overUsd: 0, percent: 5 },
    { overUsd: 100, percent: 4 },
    { overUsd: 100, percent: 3 },
  ];
  expect(await fieldsOf({ fees: { tiers: unsorted } })).toEqual([400, 'fees.tiers.2.overUsd']);
  for (const percent of [-1, 51, 1.234, '5', null]) {
    expect(await fieldsOf({ fees: { tiers: [{ overUsd: 0, percent }] } })).toEqual([400, 'fees.tiers.0.percent']);
  }
  expect(await fieldsOf({ limits: { kycUsd: -5 } })).toEqual([400, 'limits.kycUsd']);
  expect(await fieldsOf({ brand: { name: ' ', supportEmail: 'a@x\r\nBcc: b@x', x: 'javascript:alert(1)' } })).toEqual([
    400,
    'brand.name',
    'brand.supportEmail',
    'brand.x',
  ]);
  expect(await fieldsOf({ brand: { telegram: 'https://evil.example/landfall' } })).toEqual([400, 'brand.telegram']);
  expect(await fieldsOf({ support: { hours: '' } })).toEqual([400, 'support.hours']);
  expect(await fieldsOf({ support: { hours: 'Mon to Fri, office hours' } })).toEqual([400, 'support.hours']);
  const wrongLanding = { stats: [], testimonials: [{ name: 'Ada', place: 'Lagos', stars: 6, text: ' ' }] };
  expect(await fieldsOf({ landing: wrongLanding })).toEqual([
    400,
    'landing.testimonials.0.stars',
    'landing.testimonials.0.text',
  ]);
  expect(await get()).toEqual(before);
});

test('a brand without profiles leaves them empty, and each wrong one is named by its own error', async () => {
  const { put } = await open();
  const wrong = await put({ brand: { x: 'x.com/us', facebook: 'http://fb.com/us', instagram: 'us' } });
  expect(wrong.body.fields).toEqual({
    'brand.x': expect.stringMatching(/^X: /) as string,
    'brand.facebook': expect.stringMatching(/^Facebook: /) as string,
    'brand.instagram': expect.stringMatching(/^Instagram: /) as string,
  });
  const empty = { x: '', facebook: 'https://facebook.com/acme', instagram: '' };
  expect(await put({ brand: empty })).toMatchObject({ status: 200, body: { brand: empty } });
});

test('the public pages promise only what the settings say', async () => {
  const { put } = await open();
  const seen = async (language = 'en') =>
    (await testbed.app.call('GET', '/api/settings', { headers: { 'Accept-Language': language } })).body;
  expect(await seen('de')).toMatchObject({ alwaysOpen: true, landing: { stats: [], testimonials: [] } });
  const landing = {
    stats: [{ value: '1,200', label: 'sales paid out' }],
    testimonials: [{ name: 'Ada O.', place: 'Lagos', stars: 5, text: 'Paid the same afternoon.' }],
  };
  await put({ support: { hours: 'Mon-Fri 9-17' }, landing });
  expect(await seen('de')).toMatchObject({ alwaysOpen: false, landing });
});

test('limits that are the product’s own stay as they are, whoever names them', async () => {
  const { put } = await open();
  const { body } = await put({ limits: { kycUsd: 2500.5, uploadBytes: 1, quoteMinutes: 9999 } });
  expect(body).toMatchObject({ limits: { ...settingsDefaults.limits, kycUsd: 2500.5 } });
});

test('the administrator sets how many confirmations a deposit needs, each tier above the one before', async () => {
  const { put, get } = await open();
  const { finality } = settingsDefaults.deposits;
  const of = (litecoin: object[]) => put({ deposits: { finality: { ...finality, litecoin } } });
  const tiersOfLitecoin = [
    { overUsd: 0, confirmations: 3 },
    { overUsd: 5_000, confirmations: 'finalized' },
  ];
  expect((await of(tiersOfLitecoin)).status).toBe(200);
  expect((await get()).deposits).toEqual({
    ...settingsDefaults.deposits,
    finality: { ...finality, litecoin: tiersOfLitecoin },
  });
  const wrong = [
    [],
    [{ overUsd: 1, confirmations: 3 }],
    [...tiersOfLitecoin, { overUsd: 5_000, confirmations: 6 }],
    [{ overUsd: 0, confirmations: 0 }],
    [{ overUsd: 0, confirmations: 'soon' }],
  ];
  const answers = await Promise.all(wrong.map(of));
  expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400));
});

test('the administrator names an explorer of a chain, customers get it at once, and what is no https page is refused with its reason', async () => {
  const { put } = await open();
  const { transactions, addresses } = settingsDefaults.explorers;
  const of = (bitcoin: string) => put({ explorers: { addresses: { ...addresses, bitcoin } } });
  for (const [typed, reason] of [
    ['http://node.test/{address}', 'Please enter an address that begins with https://, or leave it empty'],
    ['https://node.test/', 'Please keep {address}: the product fills it in'],
  ] as const) {
    const refused = { status: 400, body: { fields: { 'explorers.addresses.bitcoin': reason } } };
    expect(await of(typed)).toMatchObject(refused);
  }
  expect((await of('https://node.test/a/{address}')).status).toBe(200);
  const { body } = await testbed.app.call('GET', '/api/settings');
  const changed = { ...addresses, bitcoin: 'https://node.test/a/{address}' };
  expect(body).toMatchObject({ explorers: { transactions, addresses: changed } });
  expect(body).not.toHaveProperty('deposits');
  const [row] = await testbed.rows(
    `select subject_id, details from audit_log where action = 'settings.changed' order by id desc limit 1`,
  );
  expect(row).toEqual({ subject_id: 'explorers', details: { from: { addresses }, to: { addresses: changed } } });
});
