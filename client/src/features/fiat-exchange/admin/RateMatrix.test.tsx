import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminListExchangeRates } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const aRate = (fromCurrency: string, toCurrency: string, exchangeRate: number, inverseGapPercent: number | null) => ({
  ...blankOf(adminListExchangeRates.response.element),
  id: crypto.randomUUID(),
  fromCurrency,
  toCurrency,
  exchangeRate,
  isActive: true,
  inverseGapPercent,
});
const rates = [
  aRate('USD', 'NGN', 1448.5, 0),
  aRate('NGN', 'USD', 0.00072, 4.3),
  aRate('USD', 'PHP', 58.9, null),
  aRate('PHP', 'NGN', 24.592_529, null),
];
const open = (listedRates: typeof rates) =>
  renderAdmin('/admin/fiat-exchange', {
    'GET /api/admin/fiat-currencies': [],
    'GET /api/admin/fiat-exchange-rates': listedRates,
  });

test('the administrator reads every pair, and in which a customer gains by exchanging there and back', async () => {
  await open(rates);
  const matrix = within(await screen.findByRole('region', { name: t('fiat-exchange.admin:matrix.title') }));
  const lines = matrix.getAllByRole('row').map(({ textContent }) => textContent);
  expect(lines).toEqual(['BuysNGNPHPUSD', '1 NGN–0.00072', '1 PHP24.59–', '1 USD1,44958.9']);
  expect(matrix.getByLabelText(t('fiat-exchange.admin:rates.gains', { percent: '+4.30%' }))).toBeTruthy();
});

test('the administrator with few pairs reads them in the list and sees no table', async () => {
  await open(rates.slice(0, 2));
  await expectText('USD → NGN');
  expect(screen.queryByRole('region', { name: t('fiat-exchange.admin:matrix.title') })).toBeNull();
});
