import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import type { AdminSettingsView } from '#shared/settings/settings.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { aSeller, someBitcoin } from '#tests/factories/sales.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { outcomeOf, outcomesOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, audit } = testbed;
const session = fixture(() => theOwner(testbed));
const owner = teamCalls(app, session);
const otherProcess = fixture(() => testbed.another());
const ada = fixture(() => aSeller(app, database.pool));
const asCustomer = teamCalls(app, ada);

const put = (json: object, headers?: Record<string, string>) => owner.put('settings', json, headers);
const get = async () => (await owner.get<AdminSettingsView>('settings')).body;
const publicly = async (language = 'en', process: TestApp = app) =>
  (await supertest(process.url).get('/api/settings').set('Accept-Language', language).expect(200)).body as unknown;
const tiers = [
  { overUsd: 0, percent: 2.5 },
  { overUsd: 1000, percent: 1 },
];

describe('a visitor', () => {
  test('reads fees, limits and times before signing up, and that the rates are samples', async () => {
    const { fees, times } = settingsDefaults;
    expect(await publicly()).toMatchObject({
      fees,
      times,
      brand: { name: 'Landfall' },
      sampleRates: true,
      fxProvider: 'sample',
    });
  });

  test('reads the shipped times in their own language', async () => {
    const french = { times: { payout: 'sous 24\u00a0heures' }, support: { agentReply: '1 à 2 heures' } };
    expect(await publicly('fr-CA, en;q=0.5')).toMatchObject(french);
  });

  test('does not read the administrator’s rules for decisions', async () => {
    for (const key of ['rules', 'deposits']) expect(await publicly()).not.toHaveProperty(key);
  });

  test('with a wrong method reads the allowed methods', async () => {
    const answer = await app.call('PUT', '/api/settings', { json: { fees: { tiers: [] } } });
    expect(await outcomeOf(answer)).toBe('405 method_not_allowed');
    expect(answer.headers.get('allow')).toContain('GET');
  });
});

test('only the administrator changes settings, with the password given again', async () => {
  const settingsBefore = await get();
  const outcomes = await outcomesOf([
    teamCalls(app, { token: session.token }).put('settings', { fees: { tiers } }),
    put({ limits: { kycUsd: 1_000_000 } }, { 'X-Step-Up': 'nonsense' }),
    teamCalls(app, { token: session.token }).put('settings', { brand: { supportEmail: 'thief@example.com' } }),
  ]);
  expect(outcomes).toEqual(outcomes.map(() => '403 step_up_required'));
  expect((await asCustomer.put('settings', { fees: { tiers } })).status).toBe(403);
  expect((await asCustomer.get('settings')).status).toBe(403);
  expect(await get()).toEqual(settingsBefore);
});

test('a reviewer reads the rules for decisions, and no other setting', async () => {
  const reviewer = teamCalls(app, await aColleague(testbed, 'reviewer'));
  expect(await reviewer.get('rules')).toMatchObject({ status: 200, body: (await get()).rules });
  expect((await reviewer.get('settings')).status).toBe(403);
  expect((await asCustomer.get('rules')).status).toBe(403);
});

test('a changed fee applies at once in every process, and its audit entry has both values', async () => {
  const feeOn = async (on: TestApp) =>
    (await on.call('POST', '/api/calculate-sell-amount', { json: someBitcoin })).body.feePercent;
  expect(await feeOn(otherProcess)).toBe(5);
  expect(await put({ fees: { tiers } })).toMatchObject({ status: 200, body: { fees: { tiers } } });
  expect(await feeOn(app)).toBe(2.5);
  await expect.poll(() => feeOn(otherProcess)).toBe(2.5);
  expect(await publicly('en', otherProcess)).toMatchObject({ fees: { tiers } });
  const details = { from: { tiers: settingsDefaults.fees.tiers }, to: { tiers } };
  expect((await audit('settings.changed')).at(-1)).toMatchObject({ subject_id: 'fees', details });
});

test('a change leaves settings that it does not name, and an equal value is no change', async () => {
  const { support, brand, limits, times } = await get();
  const { body: after } = await put({ support: { agentReply: '5 minutes' }, brand: { telegram: '@other_desk' } });
  const changedSupport = { agentReply: '5 minutes', telegram: 'https://t.me/other_desk' };
  expect(after).toMatchObject({
    limits,
    times,
    support: { ...support, agentReply: changedSupport.agentReply },
    brand: { ...brand, telegram: changedSupport.telegram },
  });
  const actions = (await audit('settings.changed')).length;
  expect((await put({ support: { agentReply: '5 minutes' } })).body).toMatchObject({ version: after.version });
  expect(await audit('settings.changed')).toHaveLength(actions);
  // An operator without Telegram sets no value, and no link is shown.
  expect((await put({ brand: { telegram: '' } })).body).toMatchObject({ brand: { telegram: '' } });
});

test('the slower of two editors gets the current settings', async () => {
  const { version } = await get();
  expect((await put({ times: { payout: 'within 2 hours' }, version })).status).toBe(200);
  const slower = await put({ times: { payout: 'within 3 hours' }, version });
  const settings = { times: { payout: 'within 2 hours' } };
  expect(slower).toMatchObject({ status: 409, body: { code: 'conflict', settings } });
  const { version: now } = await get();
  const both = ['4 hours', '5 hours'].map((kyc) => put({ times: { kyc }, version: now }));
  expect(await outcomesOf(both)).toEqual(['200', '409 conflict']);
});

describe('invalid values', () => {
  const duplicateTiers = [0, 100, 100].map((overUsd) => ({ overUsd, percent: 5 }));
  const testimonials = [{ name: 'Ada', place: 'Lagos', stars: 6, text: ' ' }];
  const about = (landing: object) => ({ landing: { stats: [], ...landing } });

  test.each<[object, string[]]>([
    [{ fees: { tiers: [] } }, ['fees.tiers']],
    [{ fees: { tiers: [{ overUsd: 1, percent: 5 }] } }, ['fees.tiers.0.overUsd']],
    [{ fees: { tiers: duplicateTiers } }, ['fees.tiers.2.overUsd']],
    ...[-1, 51, 1.234, '5', null].map((percent): [object, string[]] => [
      { fees: { tiers: [{ overUsd: 0, percent }] } },
      ['fees.tiers.0.percent'],
    ]),
    [{ limits: { kycUsd: -5 } }, ['limits.kycUsd']],
    [{ brand: { name: ' ', supportEmail: 'a@x\r\nBcc: b@x' } }, ['brand.name', 'brand.supportEmail']],
    [{ brand: { tagline: '' } }, ['brand.tagline']],
    [{ brand: { tagline: 'x'.repeat(161) } }, ['brand.tagline']],
    [{ brand: { x: 'javascript:alert(1)' } }, ['brand.x']],
    [{ brand: { telegram: 'https://evil.example/landfall' } }, ['brand.telegram']],
    [{ support: { hours: '' } }, ['support.hours']],
    [{ support: { hours: 'Mon to Fri, office hours' } }, ['support.hours']],
    [about({ testimonials }), ['landing.testimonials.0.stars', 'landing.testimonials.0.text']],
  ])('are refused beside their fields: %j', async (json, fields) => {
    const settingsBefore = await get();
    const { status, body } = await put(json);
    expect([status, ...Object.keys(body.fields ?? {})]).toEqual([400, ...fields]);
    expect(await get()).toEqual(settingsBefore);
  });

  test('of brand profiles are each named by their own error, and missing ones are empty', async () => {
    const refusal = await put({ brand: { x: 'x.com/us', facebook: 'http://fb.com/us', instagram: 'us' } });
    const errors = Object.values(refusal.body.fields as Record<string, string>);
    expect(errors.map((error) => error.split(':')[0])).toEqual(['X', 'Facebook', 'Instagram']);
    const brand = { x: '', facebook: 'https://facebook.com/acme', instagram: '' };
    expect(await put({ brand })).toMatchObject({ status: 200, body: { brand } });
  });

  test.each([
    ['http://node.test/{address}', 'Please enter an address that begins with https://, or leave it empty'],
    ['https://node.test/', 'Please keep {address}: the product fills it in'],
  ])('such as %s as the explorer of a chain are refused with the reason', async (bitcoin, reason) => {
    const { addresses } = settingsDefaults.explorers;
    const { body } = await put({ explorers: { addresses: { ...addresses, bitcoin } } });
    expect(body.fields).toEqual({ 'explorers.addresses.bitcoin': reason });
  });
});

test('the public pages promise only the values of the settings', async () => {
  expect(await publicly('de')).toMatchObject({ alwaysOpen: true, landing: { stats: [], testimonials: [] } });
  const landing = {
    stats: [{ value: '1,200', label: 'sales paid out' }],
    testimonials: [{ name: 'Ada O.', place: 'Lagos', stars: 5, text: 'Paid the same afternoon.' }],
  };
  await put({ support: { hours: 'Mon-Fri 9-17' }, landing });
  expect(await publicly('de')).toMatchObject({ alwaysOpen: false, landing });
});

test('fixed limits of the product cannot be changed', async () => {
  const { body } = await put({ limits: { kycUsd: 2500.5, uploadBytes: 1, quoteMinutes: 9999 } });
  expect(body).toMatchObject({ limits: { ...settingsDefaults.limits, kycUsd: 2500.5 } });
});

test('the administrator sets the confirmations of a deposit, each tier above the previous one', async () => {
  const { finality } = settingsDefaults.deposits;
  const of = (litecoin: object[]) => put({ deposits: { finality: { ...finality, litecoin } } });
  const tier = (overUsd: number, confirmations: unknown) => ({ overUsd, confirmations });
  const litecoin = [tier(0, 3), tier(5_000, 'finalized')];
  expect((await of(litecoin)).status).toBe(200);
  const set = { ...settingsDefaults.deposits, finality: { ...finality, litecoin } };
  expect((await get()).deposits).toEqual(set);
  for (const wrong of [[], [tier(1, 3)], [...litecoin, tier(5_000, 6)], [tier(0, 0)], [tier(0, 'soon')]])
    expect(await outcomeOf(of(wrong))).toBe('400 invalid_input');
});

test('the administrator sets an explorer of a chain, and customers get it at once', async () => {
  const { transactions, addresses } = settingsDefaults.explorers;
  const newAddresses = { ...addresses, bitcoin: 'https://node.test/a/{address}' };
  expect((await put({ explorers: { addresses: newAddresses } })).status).toBe(200);
  expect(await publicly()).toMatchObject({ explorers: { transactions, addresses: newAddresses } });
  const details = { from: { addresses }, to: { addresses: newAddresses } };
  expect((await audit('settings.changed')).at(-1)).toMatchObject({ subject_id: 'explorers', details });
});

describe('the ready texts of the team', () => {
  const putText = (json: object, by = owner) => by.put('ready-texts', { key: 'chat.hold', language: 'en', ...json });

  test('are changed by the operator in one language, used by every process, and reset', async () => {
    const ownText = { key: 'chat.hold', language: 'es', text: 'Su tipo vale {{minutes}} minutos.' };
    const changedText = { ...ownText, text: 'Vale {{minutes}} minutos.' };
    expect(await putText(ownText)).toMatchObject({ status: 200, body: [ownText] });
    expect((await teamCalls(otherProcess, session).get('ready-texts')).body).toEqual([ownText]);
    expect((await putText(changedText)).body).toEqual([changedText]);
    const { status, body } = await owner.del('ready-texts/chat.hold/es');
    expect({ status, body }).toEqual({ status: 200, body: [] });
    await owner.del('ready-texts/chat.hold/es');
    const language = 'es';
    expect(await audit('settings.text%')).toMatchObject([
      { action: 'settings.text_changed', details: { language, from: null, to: ownText.text } },
      { action: 'settings.text_changed', details: { language, from: ownText.text, to: changedText.text } },
      { action: 'settings.text_reset', subject_id: 'chat.hold', details: { language } },
    ]);
  });

  test.each([
    ['without its placeholder', 'Your rate is held for a while.', 'Please keep {{minutes}}: the product fills it in'],
    [
      'with an unknown one',
      'Held for {{minutes}} m, {{firstName}}.',
      '{{firstName}} is not a placeholder of this text',
    ],
    ['with nothing', '  ', 'Please write a text, or reset it to the default'],
  ])('with %s are refused by a message', async (_what, text, reason) => {
    expect(await putText({ text })).toMatchObject({ status: 400, body: { fields: { text: reason } } });
    for (const unknownText of [{ key: 'chat.nothing' }, { key: 'chat.safety', language: 'tlh' }])
      expect((await putText({ ...unknownText, text: 'x' })).status).toBe(400);
    expect((await owner.get('ready-texts')).body).toEqual([]);
  });

  test('cannot be read or changed by a customer', async () => {
    expect((await asCustomer.get('ready-texts')).status).toBe(403);
    expect((await putText({ key: 'chat.safety', text: 'x' }, asCustomer)).status).toBe(403);
  });
});

test('the team reads who paused the sales of a coin, and a visitor does not', async () => {
  const { id: by } = await testbed.row(`select id from users where role = 'admin'`);
  const pause = { what: 'coin', subject: 'litecoin' };
  await owner.post('pauses', { ...pause, reason: 'The node is upgraded' });
  expect((await owner.get('pauses')).body).toMatchObject({ active: [{ ...pause, by }] });
  expect(JSON.stringify(await publicly())).not.toContain(String(by));
  await owner.post('pauses/resume', pause);
});
