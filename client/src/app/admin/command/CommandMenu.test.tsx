import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { batchView } from '#shared/payouts/payouts.batches.contract.ts';
import { adminListSellQuotes } from '#shared/sell/sell.admin.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { anAdmin, askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, pressFirst } from '#tests/components/screen.tsx';
import type { Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const since = '2026-11-24T10:00:00.000Z';
const pausedCoin = { what: 'coin', subject: 'litecoin', reason: 'Node upgrade', since } as const;
const naira = (ready: string, flaggedSum: string, counts = { ready: 2, flagged: 0 }) => [
  {
    currency: 'NGN',
    ready: { payouts: counts.ready, amount: ready },
    flagged: { payouts: counts.flagged, amount: flaggedSum },
  },
];
const batch = {
  ...blankOf(batchView),
  id: '0b7c3f1e-6d7d-4f57-9c0a-3f8f6f0f2f11',
  reference: 'B-000004',
  state: 'prepared',
  format: 'csv',
  account: null,
  currency: 'NGN',
  count: 20,
  total: '1481220.00',
} as const;

const answers: Answers = {
  'GET /api/admin/sell-quotes': [],
  'GET /api/admin/users': [],
  'GET /api/admin/pauses': { active: [pausedCoin] },
  'POST /api/admin/pauses': { active: [] },
  'POST /api/admin/pauses/resume': { active: [] },
  'GET /api/admin/payouts/due-parts': naira('1992865.26', '0.00'),
};

async function type(input: string, extraAnswers: Answers = {}, admin = anAdmin()) {
  const server = await renderAdmin('/admin/team', { ...answers, ...extraAnswers }, admin);
  await pressFirst(new RegExp(`^${t('admin:command.open')}`));
  const box = await screen.findByRole('combobox', { name: t('admin:command.label') });
  fireEvent.change(box, { target: { value: input } });
  const enter = () => fireEvent.keyDown(box, { key: 'Enter' });
  return { server, enter };
}

const option = (name: RegExp) => screen.findByRole('option', { name });
const chosenText = () => screen.queryByRole('option', { selected: true })?.textContent;

describe('a member who may set rates', () => {
  test('pauses a coin by its symbol, and is asked for the reason before anything is sent', async () => {
    const { server, enter } = await type('pause btc');
    await option(/^Pause Bitcoin/);
    await waitFor(() => expect(chosenText()).toContain('Pause Bitcoin'));
    enter();
    const dialog = await dialogOf('Pause Bitcoin');
    fireEvent.click(dialog.getByRole('button', { name: 'Pause Bitcoin' }));
    await expectText(t('errors:field_required'));
    expect(server.sent('POST /api/admin/pauses')).toEqual([]);
    fireEvent.change(dialog.getByLabelText(t('rates.admin:prices.reason')), { target: { value: 'Node upgrade' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Pause Bitcoin' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { what: 'coin', subject: 'bitcoin', reason: 'Node upgrade' };
    expect(server.sent('POST /api/admin/pauses')).toMatchObject([{ body }]);
  });

  test('is not offered to pause a paused coin, and resumes it with the password', async () => {
    const { enter } = await type('pause litecoin');
    await expectText(t('admin:command.none'));
    enter();
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('resumes a coin, and is asked for the password', async () => {
    const { server, enter } = await type('resume ltc', {
      'POST /api/admin/pauses/resume': askingFirst({ active: [] }),
    });
    await option(/^Resume Litecoin/);
    enter();
    const dialog = await dialogOf('Resume Litecoin');
    fireEvent.click(dialog.getByRole('button', { name: 'Resume Litecoin' }));
    await proveAgain();
    await waitFor(() => expect(server.sent('POST /api/admin/pauses/resume')).toHaveLength(2));
  });
});

test('a reviewer has no pause in the menu, and the menu requests no list of pauses', async () => {
  const { server } = await type('pause btc', {}, anAdmin('reviewer'));
  await expectText(t('admin:command.none'));
  expect(server.sent('GET /api/admin/pauses')).toEqual([]);
});

test('a reviewer goes from a currency to the button that makes its batch', async () => {
  const page: Answers = {
    'GET /api/admin/payouts/figures': { currencies: [] },
    'GET /api/admin/payouts': [],
    'GET /api/admin/desk-accounts': [],
    'GET /api/admin/payout-profiles': [],
  };
  const { enter } = await type('batch ngn', page, anAdmin('reviewer'));
  await option(/^Batch 2 payouts, .*1,992,865.26/);
  enter();
  await screen.findByRole('heading', { level: 1, name: t('payouts.admin:title') });
  expect(`${location.pathname}${location.search}`).toBe('/admin/payouts?tab=due&group=NGN');
});

test('a payer is not offered a batch of a payout that needs a check', async () => {
  const flaggedBatch = naira('0.00', '45.65', { ready: 0, flagged: 1 });
  await type('batch ngn', { 'GET /api/admin/payouts/due-parts': flaggedBatch }, anAdmin('reviewer'));
  await option(/^1 payout needs a look: .*45\.65/);
  expect(screen.queryByRole('option', { name: /^Batch / })).toBeNull();
});

test('a member who types nothing reads which line Enter opens, and moves no money', async () => {
  await type('');
  const first = await option(/^Batch 2 payouts, .*No money leaves before the batch is released/);
  expect(first.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' });
  expect(first.getAttribute('aria-selected')).toBe('false');
});

test('a payer is offered no batch to make in the menu', async () => {
  await type('batch ngn', {}, anAdmin('payer'));
  await expectText(t('admin:command.none'));
});

test('a member finds a batch by its number, and no other batch that contains the digits', async () => {
  const otherBatch = { ...batch, id: crypto.randomUUID(), reference: 'B-000014' };
  await type('b-4', { 'GET /api/admin/payout-batches': [batch, otherBatch] });
  await option(/^B-000004/);
  expect(screen.queryByRole('option', { name: /B-000014/ })).toBeNull();
});

test('a member reads what a found quote is for', async () => {
  const quote = blankOf(adminListSellQuotes.response.element);
  const found = { ...quote, reference: 'LF-6X5V-7V', amount: 1.5, cryptoSymbol: 'LTC' };
  await type('ltc', { 'GET /api/admin/sell-quotes': [found] });
  expect((await option(/^LF-6X5V-7V/)).textContent).toMatch(/1\.5\sLTC/);
});

test('an administrator finds a setting by its name', async () => {
  const settings = {
    ...settingsDefaults,
    version: '1',
    sampleRates: false,
    walletCooloffHours: 0,
    productVersion: '1',
  };
  const label = t('settings.admin:field.kycUsd');
  const { enter } = await type(label, { 'GET /api/admin/settings': settings });
  await option(new RegExp(`^${label}`));
  enter();
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a reviewer finds no setting', async () => {
  await type(t('settings.admin:field.kycUsd'), {}, anAdmin('reviewer'));
  await expectText(t('admin:command.none'));
});

const groups = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('group')
    .map((group) => group.getAttribute('aria-label'));
const actionGroup = () => within(screen.getByRole('group', { name: t('admin:command.group.do') }));

test('an owner sees possible actions first, then pages', async () => {
  await type('');
  await option(/^Batch 2 payouts, /);
  await option(/^Resume Litecoin/);
  expect(groups()).toEqual([t('admin:command.group.do'), t('admin:command.group.go')]);
  expect(actionGroup().getByText(t('admin:command.do.customer'))).toBeTruthy();
  expect(screen.queryByRole('option', { name: /^Pause / })).toBeNull();
  // The dashboard is there once, under its own name.
  await option(new RegExp(`^${t('admin:dashboard')}`));
  expect(screen.queryByRole('option', { name: new RegExp(`^${t('admin:overview')}`) })).toBeNull();
});

test('a member who types only the symbol of a coin is offered its pause, and Enter opens its price', async () => {
  await type('btc');
  await option(/^Pause Bitcoin/);
  await option(new RegExp(`^${t('admin:command.coin.price', { name: 'Bitcoin' })}`));
  expect(chosenText()).toContain(t('admin:command.coin.price', { name: 'Bitcoin' }));
  await option(new RegExp(`^${t('admin:command.coin.address', { name: 'Bitcoin' })}`));
  expect(screen.queryByRole('option', { name: /^Pause Litecoin/ })).toBeNull();
  // The line that Enter chooses is the first.
  expect(groups()).toEqual([t('admin:command.group.go'), t('admin:command.group.do')]);
  expect(screen.getAllByRole('option')[0]?.textContent).toContain(t('admin:prices'));
});

test('a payer is offered the release of batches with their sums, and no form of another role', async () => {
  await type('', { 'GET /api/admin/payout-batches': [batch] }, anAdmin('payer'));
  await option(/^Release .*1,481,220\.00/);
  expect(actionGroup().queryByText(t('admin:command.do.customer'))).toBeNull();
  expect(actionGroup().queryByText(t('admin:command.do.invite'))).toBeNull();
});

test('an owner who adds a customer from the menu finds the form open at a plain address', async () => {
  const { enter } = await type('add a customer');
  await option(/^Add a customer/);
  enter();
  await dialogOf(t('users.admin:new.title'));
  await waitFor(() => expect(location.search).toBe(''));
});

test('a chosen result stays chosen when waiting work appears above it', async () => {
  let answer: (matching: Api['GET /api/admin/matching-transactions']['output']) => void = () => undefined;
  await type('', { 'GET /api/admin/matching-transactions': () => new Promise((resolve) => (answer = resolve)) });
  await option(/^Resume Litecoin/);
  for (let presses = 0; presses < 3; presses += 1)
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' });
  const previousText = chosenText();
  const order = {
    reference: 'LF-7K3M-Q2',
    version: 1,
    given: 1,
    unit: 'BTC',
    account: { accountName: 'Ada Obi', accountNumber: '0123456789', bankName: 'First Bank' },
    payout: '1',
    currency: 'USD',
  };
  answer({ matching: [{ id: crypto.randomUUID(), ...order }], left: [] });
  await option(/^Approve 1 order/);
  expect(chosenText()).toBe(previousText);
});

test('a member who made a batch is not offered its release', async () => {
  const ownBatch = { ...batch, id: crypto.randomUUID(), total: '99.00', whyNot: 'own_request' as const };
  await type('', { 'GET /api/admin/payout-batches': [batch, ownBatch] }, anAdmin('payer'));
  await option(/^Release .*1,481,220\.00/);
  expect(screen.queryByRole('option', { name: /^Release .*99\.00/ })).toBeNull();
});
