import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { amountOut, positiveAmount } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { reason, type Reason } from '#shared/kernel/reason.ts';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { paymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';
import { accountCodes } from '#shared/payout-accounts/payout-accounts.contract.ts';

const missingReason = reason('fields_missing');
const code = z
  .string(missingReason)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, missingReason);
const pair = { fromCurrency: code, toCurrency: code };
const equalCurrencies = { error: reason('currencies_equal'), path: ['toCurrency'] };
const currenciesDiffer = (pair: { fromCurrency: string; toCurrency: string }) => pair.fromCurrency !== pair.toCurrency;

export const exchangeTerms = z
  .object({ ...pair, amount: positiveAmount(missingReason) })
  .refine(currenciesDiffer, equalCurrencies);
export type ExchangeTerms = z.output<typeof exchangeTerms>;

/** The terms of an estimate name either the amount that is given or the amount that is bought. */
export const exchangeEstimateTerms = z
  .object({
    ...pair,
    amount: positiveAmount(missingReason).optional(),
    outputAmount: positiveAmount(missingReason).optional(),
  })
  .refine(currenciesDiffer, equalCurrencies)
  .refine((terms) => (terms.amount === undefined) !== (terms.outputAmount === undefined), missingReason);
export type ExchangeEstimateTerms = z.output<typeof exchangeEstimateTerms>;

export const exchangeEstimate = z.object({
  fromCurrency: z.string(),
  toCurrency: z.string(),
  inputAmount: amountOut,
  exchangeRate: amountOut,
  outputAmount: amountOut,
  valueUsd: amountOut,
  rateUpdatedAt: timestamp,
  /** `sample` for a rate that ships with the product and that no admin has set. */
  source: z.enum(['manual', 'sample']),
});
export type ExchangeEstimate = z.output<typeof exchangeEstimate>;

const unavailableErrors = [
  'rate_unavailable',
  'not_offered',
  'above_maximum',
  'below_minimum',
  'payment_method_unavailable',
  'kyc_required',
] as const;

export const calculateExchange = endpoint('POST /api/fiat-exchange/calculate', {
  access: 'customer',
  summary: 'What an amount buys at the active rate of the pair, rounded down; or the least amount that buys so much',
  body: exchangeEstimateTerms,
  response: exchangeEstimate,
  errors: ['rate_unavailable', 'not_offered'],
  limit: 'quote',
});

export const createExchangeQuote = endpoint('POST /api/fiat-exchange/instructions', {
  access: 'customer',
  summary: 'Where to pay, with which reference, at which rate until when, after every check. Opens no order',
  body: exchangeTerms,
  response: z.object({
    estimate: exchangeEstimate,
    reference: z.string(),
    instructions: z.array(paymentInstruction),
    lockedUntil: timestamp,
    proofDueAt: timestamp,
    serverTime: timestamp,
  }),
  errors: unavailableErrors,
  limit: 'quote',
});
export type ExchangeQuoteView = z.output<typeof createExchangeQuote.response>;

const bankMissing = reason('bank_account_incomplete');
const bankField = text(120, { min: 1, error: bankMissing });

/** The account that receives the money; routingNumber only when US dollars are received. */
export const exchangeBankDetails = z.object(
  {
    bankName: bankField,
    accountNumber: bankField,
    accountName: bankField,
    routingNumber: text(20).optional(),
    ...accountCodes,
  },
  bankMissing,
);

export const submitExchangeOrder = endpoint('POST /api/fiat-exchange/submit', {
  access: 'customer',
  summary: 'Open an exchange order; the proof follows. A rate that moved is answered with the right one',
  status: 201,
  body: z
    .object({
      ...pair,
      inputAmount: positiveAmount(missingReason),
      exchangeRate: positiveAmount(missingReason),
      outputAmount: positiveAmount(missingReason),
      bankDetails: exchangeBankDetails,
      /** The account that the customer claims to have paid into. */
      paymentMethodId: idOf('paymentMethod').optional(),
      /** Reference shown to the customer; another is issued when it is not theirs or already used. */
      reference: text(20).optional(),
    })
    .refine(currenciesDiffer, equalCurrencies),
  response: z.object({ transaction: orderDetails, instructions: z.array(paymentInstruction) }),
  errors: [...unavailableErrors, 'rate_changed', 'payee_blocked', 'not_found'],
  limit: 'money',
  idempotent: true,
});

export const uploadExchangeProof = endpoint('POST /api/fiat-exchange/upload-proof/:transactionId', {
  access: 'customer',
  summary: 'Add the payment proof to the own exchange order, once, while it is pending',
  params: z.object({ transactionId: idOf('order') }),
  form: { fields: z.object({}), files: { paymentProof: { accept: 'imageOrPdf', maxCount: 1 } } },
  response: z.object({ transaction: orderDetails }),
  errors: [...fileErrors, 'not_found', 'conflict', 'already_decided'],
  limit: 'money',
  idempotent: true,
});

export const fiatCurrencyView = z.object({
  id: idOf('fiatCurrency'),
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  isActive: z.boolean(),
  sortOrder: z.number().int(),
  minorUnits: z.number().int(),
});
export type FiatCurrencyView = z.output<typeof fiatCurrencyView>;

export const listFiatCurrencies = endpoint('GET /api/fiat-currencies', {
  access: 'public',
  summary: 'The currencies that can be exchanged now, and into which each can go',
  response: z.array(fiatCurrencyView.extend({ exchangesInto: z.array(z.string()), canBePaidIn: z.boolean() })),
});

export const exchangeRateView = z.object({
  id: idOf('exchangeRate'),
  fromCurrency: z.string(),
  toCurrency: z.string(),
  exchangeRate: amountOut,
  isActive: z.boolean(),
  /** Ships with the product; an admin's rate is no sample. */
  isSample: z.boolean(),
  updatedAt: timestamp,
  /** Distance of this rate times its inverse from 1, in per cent; null without an inverse. */
  inverseGapPercent: z.number().nullable(),
  /** Per cent above the market that the rate follows (below, where negative); null for a rate that does not. */
  marketPercent: z.number().nullable(),
  /** Time from which nothing is quoted, unless the rate is set again. */
  expiresAt: timestamp.nullable(),
});
export type ExchangeRateView = z.output<typeof exchangeRateView>;

export const adminListExchangeRates = endpoint('GET /api/admin/fiat-exchange-rates', {
  may: 'rates.write',
  summary: 'All pair rates',
  response: z.array(
    exchangeRateView.extend({
      /** The market's present rate of the pair; null without a fresh one. */
      marketRate: amountOut.nullable(),
    }),
  ),
});

/** More digits would not survive a JSON number, so no submitted rate would ever match. */
const rate = (error: Reason, absentReason = error) =>
  positiveAmount(error, absentReason).refine(
    (value) => value.replace('.', '').replace(/^0+|0+$/g, '').length <= 15,
    error,
  );

/** Rates decide what customers are paid: the password is asked for again. */
const adminChange = { on: 'fiat_rate', may: 'rates.write', ownCase: 'allowed', stepUp: true } as const;

/** A rate is typed, with an optional end, or follows the market. */
const rateSource = {
  marketPercent: z
    .number(reason('market_percent_invalid'))
    .min(-20, reason('market_percent_invalid'))
    .max(20, reason('market_percent_invalid'))
    .multipleOf(0.01)
    .nullable()
    .optional(),
  /** Hours from now on until nothing is quoted; null for a rate without an end. */
  validHours: z
    .number('number_out_of_range' satisfies Reason)
    .min(0.1)
    .max(8_760)
    .nullable()
    .optional(),
};

/** Confirms a rate more than 20 % away from its comparison. */
const confirm = z.boolean().optional();

export const addExchangeRate = action('POST /api/admin/fiat-exchange-rates', {
  summary: 'Add the rate of an ordered pair; unknown or over 20 % from its last rate or the market it needs `confirm`',
  status: 201,
  body: z
    .object({
      ...pair,
      exchangeRate: rate('exchange_rate_not_positive', missingReason).optional(),
      ...rateSource,
      isActive: z.boolean().default(true),
      confirm,
    })
    .refine((body) => body.exchangeRate !== undefined || typeof body.marketPercent === 'number', {
      error: missingReason,
      path: ['exchangeRate'],
    })
    .refine(currenciesDiffer, { error: reason('pair_currencies_equal'), path: ['toCurrency'] }),
  response: exchangeRateView,
  errors: ['conflict', 'not_found', 'confirmation_required', 'rate_unavailable'],
  ...adminChange,
  second: 'rate',
  audit: 'fiat_rate.created',
});

export const updateExchangeRate = action('PUT /api/admin/fiat-exchange-rates/:id', {
  summary: 'Change a rate or switch it on and off; over 20 % from the one before it needs `confirm`',
  body: z.object({
    exchangeRate: rate('exchange_rate_invalid').optional(),
    ...rateSource,
    isActive: z.boolean().optional(),
    confirm,
  }),
  response: exchangeRateView,
  errors: ['confirmation_required', 'rate_unavailable'],
  ...adminChange,
  second: 'rate',
  audit: 'fiat_rate.changed',
});

export const deleteExchangeRate = action('DELETE /api/admin/fiat-exchange-rates/:id', {
  summary: 'Remove a rate; orders keep theirs',
  response: 'empty',
  ...adminChange,
  audit: 'fiat_rate.deleted',
});
