import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminListExchangeRates } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, field, fill, press, selectedIn } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const aRate = (fromCurrency: string, toCurrency: string, exchangeRate: number, inverseGapPercent: number | null) => ({
  ...blankOf(adminListExchangeRates.response.element),
  id: crypto.randomUUID(),
  fromCurrency,
  toCurrency,
  exchangeRate,
  isActive: true,
  marketPercent: null as number | null,
  expiresAt: null,
  inverseGapPercent,
});
const naira = aRate('USD', 'NGN', 1448.5, 0);
const dollar = aRate('NGN', 'USD', 0.00072, 4.3);
const rates = [naira, dollar, aRate('USD', 'PHP', 58.9, null), aRate('PHP', 'NGN', 24.592_529, null)];
const openList = (listedRates: typeof rates) =>
  renderAdmin('/admin/fiat-exchange', {
    'GET /api/admin/fiat-currencies': [],
    'GET /api/admin/fiat-exchange-rates': listedRates,
  });
async function open(listedRates: typeof rates) {
  const server = await openList(listedRates);
  await press(t('fiat-exchange.admin:rates.views.matrix'));
  return server;
}

test('the administrator reads which pairs let a customer gain by exchanging there and back', async () => {
  await open(rates);
  const matrix = within(await screen.findByRole('region', { name: t('fiat-exchange.admin:matrix.title') }));
  const lines = matrix.getAllByRole('row').map(({ textContent }) => textContent);
  expect(lines).toEqual(['BuysNGNPHPUSD', '1 NGN–0.00072', '1 PHP24.59–', '1 USD1,44958.9']);
  const gains = new RegExp(
    `0\\.00072\\. .*${t('fiat-exchange.admin:rates.gains', { percent: '' }).split(':')[1]?.trim()}`,
  );
  expect(matrix.getByRole('button', { name: gains })).toBeTruthy();
});

const cell = (from: string, to: string) =>
  screen.findByRole('button', { name: new RegExp(`^Change 1 ${from} in ${to}: `) });
const change = 'PUT /api/admin/fiat-exchange-rates/:id';

test('the administrator changes a rate in its cell with the keys alone', async () => {
  const server = await open(rates);
  const first = await cell('NGN', 'USD');
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(first, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(first);
  const inDollars = await cell('USD', 'NGN');
  inDollars.focus();
  fireEvent.keyDown(inDollars, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(await cell('PHP', 'NGN'));
  fireEvent.keyDown(await cell('PHP', 'NGN'), { key: 'ArrowDown' });
  fireEvent.keyDown(inDollars, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(await cell('USD', 'PHP'));
  fireEvent.click(inDollars);
  const input = await field(t('fiat-exchange.admin:rates.newRate', { from: 'USD', to: 'NGN' }));
  expect([document.activeElement, selectedIn(input)]).toEqual([input, '1448.5']);
  fireEvent.change(input, { target: { value: '1450' } });
  server.answer({ [change]: { ...naira, exchangeRate: 1450 } });
  fireEvent.submit(input);
  await waitFor(() => expect(server.sent(change).map(({ body }) => body)).toMatchObject([{ exchangeRate: '1450' }]));
  await waitFor(async () => expect(document.activeElement).toBe(await cell('USD', 'NGN')));
});

test('the administrator keeps the old rate with Escape, and is asked about a slipped digit', async () => {
  const server = await open(rates);
  fireEvent.click(await cell('USD', 'NGN'));
  const name = t('fiat-exchange.admin:rates.newRate', { from: 'USD', to: 'NGN' });
  fireEvent.keyDown(await field(name), { key: 'Escape' });
  await waitFor(async () => expect(document.activeElement).toBe(await cell('USD', 'NGN')));
  fireEvent.click(await cell('USD', 'NGN'));
  await fill(name, '14485');
  await press(t('fiat-exchange.admin:save'));
  const dialog = await dialogOf(/^Change this rate by /);
  expect(server.sent(change)).toEqual([]);
  server.answer({ [change]: { ...naira, exchangeRate: 14485 } });
  fireEvent.click(dialog.getByRole('button', { name: /^Yes, set / }));
  await waitFor(() => expect(server.sent(change)).toMatchObject([{ body: { exchangeRate: '14485', confirm: true } }]));
});

test('the administrator who opens another cell loses no typed rate, and leaves no untouched field open', async () => {
  const server = await open(rates);
  fireEvent.click(await cell('USD', 'NGN'));
  const typed = t('fiat-exchange.admin:rates.newRate', { from: 'USD', to: 'NGN' });
  await fill(typed, '1450');
  fireEvent.click(await cell('PHP', 'NGN'));
  const untouched = t('fiat-exchange.admin:rates.newRate', { from: 'PHP', to: 'NGN' });
  await waitFor(async () => expect(document.activeElement).toBe(await field(untouched)));
  expect((await field(typed)).value).toBe('1450');
  fireEvent.click(await cell('USD', 'PHP'));
  await waitFor(() => expect(screen.queryByLabelText(untouched)).toBeNull());
  server.answer({ [change]: { ...naira, exchangeRate: 1450 } });
  fireEvent.submit(await field(typed));
  await waitFor(() => expect(server.sent(change).map(({ body }) => body)).toMatchObject([{ exchangeRate: '1450' }]));
});

test('a rate that follows the market is changed in the list, where its other fields are', async () => {
  await open([{ ...naira, marketPercent: -1 }, ...rates.slice(1)]);
  fireEvent.click(await cell('USD', 'NGN'));
  expect((await field(t('fiat-exchange.admin:rates.source'))).value).toBe('market');
});

test('the administrator reads in its row that a rate is a sample, or for how long it is too old', async () => {
  const old = new Date(Date.now() - 45 * 86_400_000 - 60_000).toISOString();
  const now = new Date().toISOString();
  await openList([
    { ...naira, isSample: true, updatedAt: now },
    { ...dollar, updatedAt: old },
    ...rates.slice(2).map((rate) => ({ ...rate, updatedAt: now })),
  ]);
  const rowOf = async (pair: string) => (await screen.findByText(pair)).closest('tr, li')?.textContent;
  expect(await rowOf('USD → NGN')).toMatch(/Sample/);
  expect(await rowOf('NGN → USD')).toMatch(/Stale, 45 days old/);
  expect(await rowOf('USD → PHP')).not.toMatch(/Sample|Stale/);
});

test('the administrator with few pairs reads them in the list and sees no table', async () => {
  await openList(rates.slice(0, 2));
  await expectText('USD → NGN');
  expect(screen.queryByRole('button', { name: t('fiat-exchange.admin:rates.views.matrix') })).toBeNull();
});

test('the administrator reads each rate once, either in the list or in the matrix', async () => {
  await openList(rates);
  await expectText('USD → NGN');
  expect(screen.queryByRole('region', { name: t('fiat-exchange.admin:matrix.title') })).toBeNull();
  await press(t('fiat-exchange.admin:rates.views.matrix'));
  await screen.findByRole('region', { name: t('fiat-exchange.admin:matrix.title') });
  expect(screen.queryByText('USD → NGN')).toBeNull();
});
