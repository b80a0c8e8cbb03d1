import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { filled } from '#shared/kernel/reason.ts';
import { proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { expectText, fill, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const currencies: Api['GET /api/admin/fiat-currencies']['output'] = ['USD', 'HKD', 'PHP', 'NGN'].map((code, index) => ({
  id: `0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a0${index}`,
  code,
  name: code,
  symbol: code,
  isActive: true,
  sortOrder: index + 1,
  minorUnits: 2,
}));
const rate: Api['GET /api/admin/fiat-exchange-rates']['output'][number] = {
  id: '1b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01',
  fromCurrency: 'HKD',
  toCurrency: 'USD',
  exchangeRate: 0.128,
  isActive: true,
  isSample: true,
  updatedAt: '2026-03-01T12:00:00.000Z',
  inverseGapPercent: null,
  marketPercent: null,
  expiresAt: null,
};
const answers = { 'GET /api/admin/fiat-currencies': currencies, 'GET /api/admin/fiat-exchange-rates': [rate] };

test('the administrator reads why a rate cannot be set or added', async () => {
  const server = await renderAdmin('/admin/dashboard?tab=fiat-exchange', answers);
  await press(t('fiat-exchange.admin:rates.edit', { pair: 'HKD → USD' }));
  await fill(t('fiat-exchange.admin:rates.newRate', { from: 'HKD', to: 'USD' }), '0');
  await press(t('fiat-exchange.admin:save'));
  await expectText(t('errors:exchange_rate_invalid'));
  await press(t('common:action.cancel'));

  await press(t('fiat-exchange.admin:rates.add'));
  await expectText(t('errors:fields_missing'));
  await fill(t('fiat-exchange.admin:rates.from'), 'HKD');
  await fill(t('fiat-exchange.admin:rates.to'), 'HKD');
  await fill(t('fiat-exchange.admin:rates.rate'), '7.5');
  await press(t('fiat-exchange.admin:rates.add'));
  await expectText(t('errors:pair_currencies_equal'));
  await fill(t('fiat-exchange.admin:rates.to'), 'PHP');
  await fill(t('fiat-exchange.admin:rates.rate'), '-1');
  await expectText(t('errors:exchange_rate_not_positive'));
  expect(server.sent('POST /api/admin/fiat-exchange-rates')).toEqual([]);
});

test('the administrator reads what is missing of a currency, why one in use stays, and that all defaults are there', async () => {
  const inUse = filled('currency_in_use', { code: 'USD', rates: 6, methods: 1, orders: 0 });
  const server = await renderAdmin('/admin/dashboard?tab=fiat-currencies', {
    ...answers,
    'DELETE /api/admin/fiat-currencies/:id': new Refused('in_use', inUse),
  });
  await press(t('fiat-exchange.admin:currencies.add'));
  await press(t('fiat-exchange.admin:currencies.create'));
  await expectText(t('errors:fields_required'));
  const [dialog] = screen.getAllByRole('dialog');
  if (dialog) fireEvent.click(within(dialog).getByRole('button', { name: t('common:action.cancel') }));
  expect(server.sent('POST /api/admin/fiat-currencies')).toEqual([]);

  await press(t('fiat-exchange.admin:currencies.delete', { code: 'USD' }));
  const name = t('fiat-exchange.admin:currencies.deleteAsk', { code: 'USD' });
  const question = within(await screen.findByRole('dialog', { name }));
  fireEvent.click(
    question.getByRole('button', { name: t('fiat-exchange.admin:currencies.deleteYes', { code: 'USD' }) }),
  );
  await proveAgain();
  await question.findByText(/USD is in use \(exchange rates: 6, payment methods: 1/);
  fireEvent.click(question.getByRole('button', { name: t('common:action.cancel') }));

  await press(t('fiat-exchange.admin:currencies.seed'));
  await expectText(t('fiat-exchange.admin:currencies.seedNothing'));
});
