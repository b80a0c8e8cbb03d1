import { z } from 'zod';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { typedAmount } from '#client/ui/form/contract-schemas.ts';
import { addExchangeRate, updateExchangeRate } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { createFiatCurrency, updateFiatCurrency } from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import type { AdminRate } from './fiat-exchange.admin.queries.ts';

/** A pair and its rate as typed in `language`; a pair that has a rate already gets the message `known`. */
export function newRateForm(
  language: string,
  rates: readonly AdminRate[],
  existingPairText: (pair: { from: string; to: string }) => string,
) {
  const { body } = addExchangeRate;
  return body
    .safeExtend({ exchangeRate: typedAmount(body.shape.exchangeRate.unwrap(), language) })
    .superRefine(({ fromCurrency: from, toCurrency: to }, context) => {
      if (!rates.some(({ fromCurrency, toCurrency }) => fromCurrency === from && toCurrency === to)) return;
      context.addIssue({ code: 'custom', message: existingPairText({ from, to }), path: ['toCurrency'] });
    });
}

/** A new rate of a known pair, as typed in `language`. */
export function rateForm(language: string) {
  const { exchangeRate, validHours } = updateExchangeRate.body.shape;
  const hours = z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(normaliseAmount(text, language) ?? Number.NaN)))
    .pipe(validHours.unwrap());
  return z.object({ exchangeRate: typedAmount(exchangeRate.unwrap(), language), validHours: hours });
}

/**
 * A currency as typed: its position in the list is text, and text that is no number counts as 0, which the contract
 * refuses.
 */
export const currencyForm = createFiatCurrency.body.extend({
  sortOrder: z
    .string()
    .transform((text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0))
    .pipe(updateFiatCurrency.body.shape.sortOrder.unwrap()),
});
