import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listCryptoAssets, listPayoutCurrencies } from '#shared/rates/rates.contract.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { currencyRule } from '#shared/settings/settings.offer.ts';
import { memberView } from '#shared/team/team.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink, expectText, fill, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const anAsset = {
  ...blankOf(listCryptoAssets.response.element),
  id: 'bitcoin',
  name: 'Bitcoin',
  symbol: 'BTC',
  price: 60_000.5,
  change24h: 2.31,
  available: true,
  notice: 'none' as const,
};
const answers = {
  'GET /api/admin/price-sources': [],
  'GET /api/admin/pauses': { active: [] },
  'GET /api/crypto-assets': [
    anAsset,
    { ...anAsset, id: 'litecoin', name: 'Litecoin', symbol: 'LTC', price: 0, notice: 'held' as const },
  ],
  'GET /api/payout-currencies': [
    { ...blankOf(listPayoutCurrencies.response.element), code: 'NGN', name: 'Nigerian Naira', unitsPerUsd: 1_448.5 },
  ],
};
const adminSettings = {
  ...settingsDefaults,
  version: '1',
  sampleRates: false,
  walletCooloffHours: 0,
  productVersion: '1',
};
/** May decide on rates, and not change settings. */
const decider = { ...anAdmin(), may: ['rates.write' as const] };

test('a member reads the price of each coin and currency, and opens the decision on a held one', async () => {
  await renderAdmin('/admin/prices', answers, decider);
  await expectText(/60,000\.50/);
  await expectText(/1 USD = 1,448\.50/);
  await expectLink(t('rates.admin:market.state.held'), '/admin/held-rates');
});

test('a member reads which rates are samples and which are old', async () => {
  const at = new Date(Date.now() - 381 * 86_400_000 - 60_000).toISOString();
  const [naira] = answers['GET /api/payout-currencies'];
  const old = { ...blankOf(listPayoutCurrencies.response.element), ...naira, source: 'sample', updatedAt: at };
  const fresh = { ...old, code: 'KES', name: 'Kenyan Shilling', source: 'ecb', updatedAt: new Date().toISOString() };
  await renderAdmin('/admin/prices', { ...answers, 'GET /api/payout-currencies': [old, fresh] }, decider);
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') ?? document.body;
  const row = await rowOf('Nigerian Naira');
  expect(row.textContent).toMatch(/Stale, 381 days old.*Paid at an old rate/);
  expect(row.querySelector('.text-completed')).toBeNull();
  const current = await rowOf('Kenyan Shilling');
  expect(current.textContent).not.toMatch(/Sample|Stale/);
  expect(current.querySelector('.text-completed')).not.toBeNull();
});

test('a member reads once how many stale rates are quoted, and of each row that it is a sample', async () => {
  const at = new Date(Date.now() - 381 * 86_400_000 - 60_000).toISOString();
  const [naira] = answers['GET /api/payout-currencies'];
  const old = { ...blankOf(listPayoutCurrencies.response.element), ...naira, source: 'sample', updatedAt: at };
  const stale = ['NGN', 'KES', 'PHP', 'EUR'].map((code) => ({
    ...old,
    code,
    source: code === 'EUR' ? 'ecb' : 'sample',
  }));
  // One that nobody can sell for is no rate that is quoted.
  const paused = { ...old, code: 'GHS', isPaused: true };
  await renderAdmin('/admin/prices', { ...answers, 'GET /api/payout-currencies': [...stale, paused] }, decider);
  await expectText(t('rates.admin:market.manyStale', { total: '4', days: '381 days' }));
  const row = (await screen.findByText('KES')).closest('tr') ?? document.body;
  expect(row.textContent).toContain(t('rates.admin:market.state.sampleRate'));
  const read = (await screen.findByText('EUR')).closest('tr') ?? document.body;
  expect(read.textContent).toContain(t('rates.admin:market.state.age', { days: '381 days' }));
  expect(row.querySelector('.text-pending')).toBeNull();
  expect(screen.queryByRole('link', { name: t('rates.admin:market.connect') })).toBeNull();
  expect(screen.queryByText(t('rates.admin:market.areSamples'))).toBeNull();
});

test('a member reads once that every coin has a sample price, which no row calls quoted', async () => {
  const assets = [anAsset, { ...anAsset, id: 'litecoin', name: 'Litecoin', symbol: 'LTC' }];
  const samples = assets.map((asset) => ({ ...asset, source: 'sample' }));
  await renderAdmin('/admin/prices', { ...answers, 'GET /api/crypto-assets': samples }, decider);
  await expectText(t('rates.admin:market.areSamples'));
  const table = within(screen.getByRole('table', { name: t('rates.admin:market.title') }));
  expect(table.queryByText(t('rates.admin:market.state.sample'))).toBeNull();
  expect(table.queryByText(t('rates.admin:market.state.none'))).toBeNull();
});

test('a member sees which coin still has a sample price beside one with a source', async () => {
  const sample = { ...anAsset, id: 'litecoin', name: 'Litecoin', symbol: 'LTC', source: 'sample' };
  await renderAdmin('/admin/prices', { ...answers, 'GET /api/crypto-assets': [anAsset, sample] }, decider);
  const table = within(await screen.findByRole('table', { name: t('rates.admin:market.title') }));
  const row = (await table.findByText('Litecoin')).closest('tr') ?? document.body;
  expect(row.textContent).toContain(t('rates.admin:market.state.sample'));
});

test('a member finds the dollar among the currencies by its name, and not as a rate of itself', async () => {
  const [naira] = answers['GET /api/payout-currencies'];
  const element = { ...blankOf(listPayoutCurrencies.response.element), ...naira, source: 'ecb' };
  const currencies = payoutCurrencies.slice(0, 20).map(({ code, name }) => ({ ...element, code, name }));
  await renderAdmin('/admin/prices', { ...answers, 'GET /api/payout-currencies': currencies }, decider);
  const table = within(await screen.findByRole('table', { name: t('rates.admin:market.currencies') }));
  expect(table.queryByText('USD')).toBeNull();
  await fill(t('rates.admin:market.findCurrency'), 'USD');
  expect(await table.findByText('USD')).toBeTruthy();
});

test('an owner whose rates are old is led to the sources of rates', async () => {
  const at = new Date(Date.now() - 381 * 86_400_000 - 60_000).toISOString();
  const [naira] = answers['GET /api/payout-currencies'];
  const old = { ...blankOf(listPayoutCurrencies.response.element), ...naira, source: 'sample', updatedAt: at };
  const stale = ['NGN', 'KES', 'PHP', 'EUR'].map((code) => ({ ...old, code }));
  const paused = { ...old, code: 'GHS', isPaused: true };
  const owner = { ...anAdmin(), may: ['rates.write' as const, 'settings.write' as const] };
  const extraAnswers = {
    'GET /api/payout-currencies': [...stale, paused],
    'GET /api/admin/settings': adminSettings,
  };
  await renderAdmin('/admin/prices', { ...answers, ...extraAnswers }, owner);
  await expectLink(t('rates.admin:market.connect'), '/admin/settings?tab=setup');
  const table = within(await screen.findByRole('table', { name: t('rates.admin:market.currencies') }));
  expect(table.getAllByRole('row')[1]?.textContent).toContain('GHS');
});

test('no rate looks stale on a device whose clock is three days ahead of the server’s', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [naira] = answers['GET /api/payout-currencies'];
  const set = { ...blankOf(listPayoutCurrencies.response.element), ...naira, source: 'ecb', updatedAt: hoursAgo(75) };
  const extraAnswers = { ...answers, 'GET /api/payout-currencies': [set] };
  await renderAdmin('/admin/prices', extraAnswers, { ...decider, serverTime: hoursAgo(72) });
  const row = (await screen.findByText('Nigerian Naira')).closest('tr') ?? document.body;
  expect(row.textContent).toContain(t('rates.admin:market.state.none'));
  expect(row.textContent).not.toMatch(/Stale|old/);
});

test('a member with many currencies reads a few, those with terms of their own first, and finds the others', async () => {
  const element = { ...blankOf(listPayoutCurrencies.response.element), unitsPerUsd: 2, source: 'ecb' };
  const others = payoutCurrencies.filter(({ code }) => code !== 'USD').slice(0, 30);
  const many = others.map(({ code, name }) => ({ ...element, code, name }));
  const last = many.at(-1) ?? element;
  const paused = { ...last, isPaused: true };
  const extraAnswers = { 'GET /api/payout-currencies': [...many.slice(0, -1), paused] };
  await renderAdmin('/admin/prices', { ...answers, ...extraAnswers }, decider);
  const table = await screen.findByRole('table', { name: t('rates.admin:market.currencies') });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows()).toHaveLength(10);
  await expectText(t('rates.admin:market.ownFirst'));
  expect(rows()[0]?.textContent).toContain(last.code);
  await press(t('rates.admin:market.allCurrencies', { shown: 30 }));
  expect(rows()).toHaveLength(30);
  await fill(t('rates.admin:market.findCurrency'), last.name);
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('a member pauses a coin from its row, and gives a reason', async () => {
  const server = await renderAdmin('/admin/prices', answers, decider);
  await press(t('rates.admin:market.pauseOf', { name: 'Bitcoin' }));
  const reason = await screen.findByLabelText(t('rates.admin:prices.reason'));
  await waitFor(() => expect(document.activeElement).toBe(reason));
  await fill(t('rates.admin:prices.reason'), 'The node is upgraded');
  server.answer({ 'POST /api/admin/pauses': { active: [] } });
  await press(t('admin:command.pause', { name: 'Bitcoin' }));
  const body = { what: 'coin', subject: 'bitcoin', reason: 'The node is upgraded' };
  await waitFor(() => expect(server.sent('POST /api/admin/pauses')).toMatchObject([{ body }]));
});

test('a currency that was paused from its row is shown as paused there', async () => {
  const server = await renderAdmin('/admin/prices', answers, decider);
  await press(t('rates.admin:market.pauseOf', { name: 'NGN' }));
  await fill(t('rates.admin:prices.reason'), 'The bank is down');
  const currencies = answers['GET /api/payout-currencies'].map((currency) => ({ ...currency, isPaused: true }));
  server.answer({ 'POST /api/admin/pauses': { active: [] }, 'GET /api/payout-currencies': currencies });
  await press(t('admin:command.pause', { name: 'NGN' }));
  await expectText(t('rates.admin:market.state.paused'));
});

test('a member resumes a paused coin above the table, and cannot pause it twice', async () => {
  const since = new Date().toISOString();
  const pausedCoin = { what: 'coin' as const, subject: 'bitcoin', reason: 'The node is upgraded', since };
  const pauses = { 'GET /api/admin/pauses': { active: [pausedCoin] } };
  const server = await renderAdmin('/admin/prices', { ...answers, ...pauses }, decider);
  const resume = await screen.findByRole('button', { name: `${t('rates.admin:prices.resume')}: Bitcoin` });
  await screen.findByRole('table', { name: t('rates.admin:market.title') });
  expect(screen.queryByRole('button', { name: t('rates.admin:market.pauseOf', { name: 'Bitcoin' }) })).toBeNull();
  server.answer({ 'POST /api/admin/pauses/resume': new Refused('not_permitted', 'not_permitted') });
  resume.click();
  await expectText(t('errors:not_permitted'));
  server.answer({ 'POST /api/admin/pauses/resume': { active: [] } });
  resume.click();
  const body = { what: 'coin', subject: 'bitcoin' };
  await waitFor(() => expect(server.sent('POST /api/admin/pauses/resume')).toMatchObject([{ body }, { body }]));
});

test('a member resumes a paused coin in its row, and reads that it failed', async () => {
  const since = new Date().toISOString();
  const pausedCoin = { what: 'coin' as const, subject: 'bitcoin', reason: 'The node is upgraded', since };
  const pauses = { 'GET /api/admin/pauses': { active: [pausedCoin] } };
  const server = await renderAdmin('/admin/prices', { ...answers, ...pauses }, decider);
  server.answer({ 'POST /api/admin/pauses/resume': new Refused('not_permitted', 'not_permitted') });
  await press(t('rates.admin:market.resumeOf', { name: 'Bitcoin' }));
  await expectText(t('rates.admin:failed.decide'));
  server.answer({ 'POST /api/admin/pauses/resume': { active: [] }, 'GET /api/admin/pauses': { active: [] } });
  await press(t('rates.admin:market.resumeOf', { name: 'Bitcoin' }));
  await screen.findByRole('button', { name: t('rates.admin:market.pauseOf', { name: 'Bitcoin' }) });
});

test('the owner reads who paused a coin', async () => {
  const nora = { ...blankOf(memberView), id: crypto.randomUUID(), name: 'Nora Diaz' };
  const pausedCoin = { what: 'coin' as const, subject: 'bitcoin', reason: 'The node is upgraded', by: nora.id };
  const active = [{ ...pausedCoin, since: new Date().toISOString() }];
  const extraAnswers = { 'GET /api/admin/pauses': { active }, 'GET /api/admin/team': [nora] };
  const may = ['rates.write', 'notes.write'] as const;
  await renderAdmin('/admin/prices', { ...answers, ...extraAnswers }, { ...anAdmin(), may: [...may] });
  await expectText(new RegExp(t('rates.admin:prices.pausedBy', { name: 'Nora Diaz' })));
});

test('a member has to choose a coin or currency before pausing', async () => {
  const server = await renderAdmin('/admin/prices', answers, decider);
  await fill(t('rates.admin:prices.reason'), 'The node is upgraded');
  await press(t('rates.admin:prices.pauseOpen'));
  await expectText(t('errors:field_required'));
  expect(server.sent('POST /api/admin/pauses')).toEqual([]);
});

test('an owner reads the customer price of a coin and a currency after the spread', async () => {
  const offer = {
    ...settingsDefaults.offer,
    coins: { bitcoin: { spreadPercent: 2 } },
    currencies: { NGN: currencyRule.parse({ spreadPercent: 1 }) },
  };
  const settings = {
    ...adminSettings,
    offer,
  };
  await renderAdmin('/admin/prices', { ...answers, 'GET /api/admin/settings': settings });
  await expectText(/58,800\.49/);
  await expectText(/1 USD = 1,434\.02/);
});

test('a member can try again after prices failed to load', async () => {
  const failingAnswers = { ...answers, 'GET /api/crypto-assets': new Refused('forbidden', 'admin_only') };
  const server = await renderAdmin('/admin/prices', failingAnswers, decider);
  await expectText(t('rates.admin:market.failed'));
  server.answer(answers);
  await press(t('common:action.tryAgain'));
  await expectText(/60,000\.50/);
});
