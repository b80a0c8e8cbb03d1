import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text } from '#shared/kernel/fields.ts';
import { reason } from '#shared/kernel/reason.ts';
import { fiatCurrencyView } from './fiat-exchange.contract.ts';

/** Currencies decide what customers are paid: the password is asked for again. */
const adminChange = { on: 'fiat_currency', may: 'rates.write', ownCase: 'allowed', stepUp: true } as const;

export const adminListFiatCurrencies = endpoint('GET /api/admin/fiat-currencies', {
  may: 'rates.write',
  summary: 'All exchange currencies in their order',
  response: z.array(fiatCurrencyView),
});

const missingRequired = reason('fields_required');
// No defaults here: a change of one field must not reset the others.
const currencyFields = z.object({
  code: z
    .string(missingRequired)
    .trim()
    .toUpperCase()
    .min(1, missingRequired)
    .regex(/^[A-Z]{3}$/, reason('currency_code_malformed'))
    .max(3, reason('currency_code_malformed')),
  name: text(60, { min: 1, error: missingRequired }),
  symbol: text(8, { min: 1, error: missingRequired }),
  isActive: z.boolean(),
  sortOrder: z.number().int().min(1, reason('sort_order_too_small')).max(10_000),
});

export const createFiatCurrency = action('POST /api/admin/fiat-currencies', {
  summary: 'Add an exchange currency',
  status: 201,
  body: currencyFields.extend({
    isActive: currencyFields.shape.isActive.default(true),
    sortOrder: currencyFields.shape.sortOrder.default(1),
  }),
  response: fiatCurrencyView,
  errors: ['conflict'],
  ...adminChange,
  audit: 'fiat_currency.created',
});

export const updateFiatCurrency = action('PUT /api/admin/fiat-currencies/:id', {
  summary: 'Change an exchange currency',
  body: currencyFields.partial(),
  response: fiatCurrencyView,
  errors: ['conflict', 'in_use'],
  ...adminChange,
  audit: 'fiat_currency.changed',
});

export const deleteFiatCurrency = action('DELETE /api/admin/fiat-currencies/:id', {
  summary: 'Remove an exchange currency that nothing uses; one in use is not removed and the answer says why',
  response: 'empty',
  errors: ['in_use'],
  ...adminChange,
  audit: 'fiat_currency.deleted',
});

export const seedFiatCurrencies = action('POST /api/admin/seed-fiat-currencies', {
  summary: 'Add the default currencies USD, PHP, NGN and HKD that are missing',
  response: z.array(fiatCurrencyView),
  ...adminChange,
  audit: 'fiat_currency.seeded',
});
