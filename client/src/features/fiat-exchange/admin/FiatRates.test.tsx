import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminListExchangeRates } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { adminListFiatCurrencies } from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const aSample = (fromCurrency: string, toCurrency: string, exchangeRate: number) => ({
  ...blankOf(adminListExchangeRates.response.element),
  id: crypto.randomUUID(),
  fromCurrency,
  toCurrency,
  exchangeRate,
  isActive: true,
  isSample: true,
  marketPercent: null,
  expiresAt: null,
  inverseGapPercent: null,
});
const naira = aSample('USD', 'NGN', 1448.5);
const dollars = aSample('HKD', 'NGN', 186.302_250_8);
const own = { ...aSample('USD', 'PHP', 58.9), isSample: false };
const off = { ...aSample('PHP', 'NGN', 24.592_529), isActive: false };
const change = 'PUT /api/admin/fiat-exchange-rates/:id';
const open = (rates = [naira, dollars, own, off]) =>
  renderAdmin('/admin/fiat-exchange', {
    'GET /api/admin/fiat-currencies': [],
    'GET /api/admin/fiat-exchange-rates': rates,
    [change]: naira,
  });

test('the administrator switches off the active sample rates from their warning, and no other rate', async () => {
  const server = await open();
  await expectText(t('fiat-exchange.admin:rates.samples', { shown: '2' }));
  await press(t('fiat-exchange.admin:rates.samplesOff'));
  const dialog = await dialogOf(t('fiat-exchange.admin:rates.samplesOffTitle', { shown: '2' }));
  dialog.getByText('HKD → NGN');
  expect(server.sent(change)).toEqual([]);
  server.answer({ 'GET /api/admin/fiat-exchange-rates': [own, off] });
  dialog.getByRole('button', { name: t('fiat-exchange.admin:rates.samplesOffYes') }).click();
  await waitFor(() => expect(screen.queryByText(t('fiat-exchange.admin:rates.samples', { shown: '2' }))).toBeNull());
  const bodies = server.sent(change).map(({ body }) => body);
  expect(bodies).toEqual([{ isActive: false }, { isActive: false }]);
});

test('the administrator changes the sample rates from their warning, crosswise in one table', async () => {
  await open();
  await press(t('fiat-exchange.admin:rates.samplesChange'));
  await screen.findByRole('region', { name: t('fiat-exchange.admin:matrix.title') });
  expect(screen.queryByRole('button', { name: t('fiat-exchange.admin:rates.samplesChange') })).toBeNull();
  await press(t('fiat-exchange.admin:rates.views.list'));
  await screen.findByRole('table', { name: t('fiat-exchange.admin:rates.title') });
});

test('the administrator sees which rates are samples only where others are not', async () => {
  await open([naira, own]);
  const sample = t('fiat-exchange.admin:rates.sample');
  expect(await screen.findAllByText(sample)).toHaveLength(1);
  cleanup();
  await open([naira, dollars]);
  await screen.findByText('HKD → NGN');
  expect(screen.queryByText(sample)).toBeNull();
  expect(screen.queryByRole('columnheader', { name: t('fiat-exchange.admin:rates.updated') })).toBeNull();
});

test('the administrator reads six digits of a rate, and every digit in its title', async () => {
  await open();
  const shown = await screen.findByText(/^1\sHKD = 186\.302\sNGN$/);
  expect(shown.closest('[title]')?.getAttribute('title')).toMatch(/186\.3022508/);
});

test('the administrator reads how many rates a currency is in before it is switched off', async () => {
  const currency = { ...blankOf(adminListFiatCurrencies.response.element), code: 'NGN', name: 'Nigerian Naira' };
  await renderAdmin('/admin/dashboard?tab=fiat-currencies', {
    'GET /api/admin/fiat-currencies': [currency],
    'GET /api/admin/fiat-exchange-rates': [naira, dollars, own],
  });
  const table = within(await screen.findByRole('table', { name: t('fiat-exchange.admin:currencies.title') }));
  table.getByRole('columnheader', { name: t('fiat-exchange.admin:currencies.rates') });
  await waitFor(() => expect(table.getAllByRole('row')[1]?.textContent).toContain('Nigerian Naira'));
  await waitFor(() => expect(table.getByRole('cell', { name: '2' })).toBeTruthy());
});

test('the administrator types no more than the three letters of a currency', async () => {
  await renderAdmin('/admin/dashboard?tab=fiat-currencies', {
    'GET /api/admin/fiat-currencies': [],
    'GET /api/admin/fiat-exchange-rates': [],
  });
  await press(t('fiat-exchange.admin:currencies.add'));
  const code = await screen.findByLabelText(t('fiat-exchange.admin:currencies.code'));
  expect(code.getAttribute('maxlength')).toBe('3');
});
