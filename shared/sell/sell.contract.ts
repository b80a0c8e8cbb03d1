import { z } from 'zod';
import { amountOut, positiveAmount, parseWire } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { coinAddress, idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { decimal } from '#shared/kernel/money.ts';
import { reasonWith, reason } from '#shared/kernel/reason.ts';
import { orderDetails } from '#shared/orders/orders.contract.ts';
import { paymentDetails, paymentDetailsView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { quoteRules } from '#shared/sell/sell.quote-rules.ts';

const coin = text(40, { min: 1, error: 'coin_required' });
const payoutCurrency = z
  .string(reason('payout_currency_required'))
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, reason('payout_currency_required'));

/** The coin and amount that a customer sells, and the currency of the payout. */
export const sellTerms = z.object({ cryptoId: coin, cryptoAmount: positiveAmount(), targetCurrency: payoutCurrency });
export type SellTerms = z.output<typeof sellTerms>;

/** The terms of an estimate name either the amount of coins or the payout. */
export const estimateTerms = sellTerms
  .extend({ cryptoAmount: positiveAmount().optional(), payoutAmount: positiveAmount().optional() })
  .refine(({ cryptoAmount, payoutAmount }) => (cryptoAmount === undefined) !== (payoutAmount === undefined), {
    error: reason('amount_invalid'),
    path: ['cryptoAmount'],
  });
export type EstimateTerms = z.output<typeof estimateTerms>;

/** The terms for a coin whose smallest deposit is known, in coins. */
export function sellTermsOf(coin: { symbol: string; minimumDeposit: number }) {
  const minimum = decimal(String(coin.minimumDeposit));
  const { reason: message, params } = reasonWith('below_minimum_deposit', coin);
  return sellTerms.superRefine(({ cryptoAmount }, context) => {
    if (parseWire(cryptoAmount)?.lt(minimum))
      context.addIssue({ code: 'custom', message, params, path: ['cryptoAmount'] });
  });
}

/**
 * Amounts in the payout currency at its minor unit; buyingRate is payout units for
 * one coin, 0 while nothing can be quoted.
 */
export const sellEstimate = z.object({
  grossAmount: amountOut,
  marginAmount: amountOut,
  netAmount: amountOut,
  buyingRate: amountOut,
  currency: z.string(),
  feePercent: z.number(),
  valueUsd: amountOut,
  rateUpdatedAt: timestamp,
  source: z.string(),
});
export type SellEstimate = z.output<typeof sellEstimate>;

export const calculateSellAmount = endpoint('POST /api/calculate-sell-amount', {
  access: 'public',
  summary:
    'The live estimate while typing, of an amount or of the least amount that pays out so much: stored nowhere. buyingRate 0 means Rate not available',
  body: estimateTerms,
  response: sellEstimate.extend({
    cryptoAmount: amountOut,
    /** Time by which the money of coins that arrive now is paid; null if the operator has promised no hours. */
    arrivesBy: timestamp.nullable(),
  }),
  limit: 'quote',
});

export const sellQuoteView = sellEstimate.extend({
  quoteId: idOf('quote'),
  reference: z.string(),
  cryptoId: z.string(),
  cryptoName: z.string(),
  cryptoSymbol: z.string(),
  amount: amountOut,
  createdAt: timestamp,
  expiresAt: timestamp,
  expired: z.boolean(),
  serverTime: timestamp,
  /** True if the sale has its own address. The customer sees it once the payee is known. */
  isOwn: z.boolean(),
  paymentDetails: paymentDetailsView.nullable(),
  /** The rules for less, more or late coins; null at a shared address. */
  rules: quoteRules.nullable(),
  deposit: z.object({
    address: z.string(),
    memo: z.string().nullable(),
    network: z.string(),
    networkHint: z.string(),
    uri: z.string(),
    /** Address and tag of XRP in one; null for other coins and at a shared address. */
    xAddress: z.string().nullable(),
    /** True for the addresses that ship with the product: marked on screen, as they receive nothing. */
    isSample: z.boolean(),
    /**
     * The time at which the address was stopped: since then a customer gets no address, memo or link, and must not pay
     * there.
     */
    stoppedAt: timestamp.nullable(),
  }),
});
export type SellQuoteView = z.output<typeof sellQuoteView>;

const payee = z.object({ paymentDetails, savePayoutAccount: z.boolean().optional() });

export const setQuotePayout = endpoint('PUT /api/sell-quotes/:id/payout', {
  access: 'customer',
  summary:
    'Whom to pay for the own quote: from then on it shows its address, and becomes the order when the coins come',
  body: payee,
  response: sellQuoteView,
  errors: [
    'not_found',
    'conflict',
    'quote_used',
    'quote_changed',
    'address_unavailable',
    'payee_blocked',
    'not_offered',
    'above_maximum',
    'below_minimum',
    'rate_unavailable',
  ],
  limit: 'money',
});

export const createSellQuote = endpoint('POST /api/sell-quotes', {
  access: 'customer',
  summary: 'Quote a rate for 15 minutes, with the deposit address, memo and reference',
  status: 201,
  body: sellTerms.extend(payee.partial().shape),
  response: sellQuoteView,
  errors: [
    'rate_unavailable',
    'not_offered',
    'address_unavailable',
    'above_maximum',
    'below_minimum',
    'not_found',
    'kyc_required',
    'conflict',
    'payee_blocked',
  ],
  limit: 'money',
  idempotent: true,
});

export const listSellQuotes = endpoint('GET /api/sell-quotes', {
  access: 'customer',
  summary: 'Open quotes of the last 24 hours without an order yet: "Finish your sale"',
  response: z.array(sellQuoteView),
});

export const getSellQuote = endpoint('GET /api/sell-quotes/:id', {
  access: 'customer',
  summary: 'One open quote of the caller',
  response: sellQuoteView,
  errors: ['not_found', 'address_unavailable'],
});

/** Open references to a deposit address: they still show it after the address changes. */
export const addressUse = endpoint('GET /api/admin/wallets/:cryptoId/use', {
  may: 'wallets.write',
  summary: 'Open orders and quotes that show this deposit address of the coin, and what it took in 30 days',
  params: z.object({ cryptoId: text(60, { min: 1 }) }),
  query: z.object({ address: coinAddress }),
  response: z.object({
    openOrders: z.number().int(),
    openQuotes: z.number().int(),
    /** The coins of these orders and quotes. */
    amount: amountOut,
    /** The time at which the last of the quotes expires; null without one. */
    lastQuoteEndsAt: timestamp.nullable(),
    /** Coins of completed orders of the last 30 days that went to this address. */
    received: amountOut,
  }),
});

export const deleteSellQuote = endpoint('DELETE /api/sell-quotes/:id', {
  access: 'customer',
  summary: 'Drop a quote that was not used',
  response: 'empty',
  errors: ['not_found', 'quote_used'],
});

/** The amount that may still be sold without an approved identity. */
export const sellAllowance = endpoint('GET /api/sell-allowance', {
  access: 'customer',
  summary: 'What is left of the limit without approved KYC over the trailing 30 days, in US dollars',
  response: z.object({
    kycApproved: z.boolean(),
    limitUsd: amountOut,
    usedUsd: amountOut,
    leftUsd: amountOut.nullable(),
    days: z.number(),
  }),
});

/**
 * The order inside the form field transactionData. valueUsd is the net payout in
 * the payout currency: the name is historical.
 */
export const sellOrder = z.object({
  cryptoId: coin,
  cryptoName: text(80).optional(),
  cryptoSymbol: text(20).optional(),
  amount: positiveAmount(),
  valueUsd: positiveAmount('payout_amount_invalid'),
  currency: payoutCurrency,
  paymentDetails,
  quoteId: idOf('quote').nullish(),
  transactionHash: text(120).nullish(),
  savePayoutAccount: z.boolean().optional(),
});
export type SellOrder = z.output<typeof sellOrder>;

/** JSON in a text field of a form. */
export const jsonText = z
  .string(reason('order_json_missing'))
  .max(20_000, reason('order_json_too_long'))
  .transform((value, ctx): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      ctx.addIssue({ code: 'custom', message: reason('order_json_invalid') });
      return z.NEVER;
    }
  });

export const submitSellOrder = endpoint('POST /api/transactions', {
  access: 'customer',
  summary:
    'Submit a sale with its payment proof. An open quote of the same terms is honoured once; otherwise the server prices the sale again. Once coins were seen at the own address of a quote, its own terms and payee hold: 201 where this call opens the order, 200 with the order where there is one',
  status: 201,
  form: {
    fields: z.object({ transactionData: jsonText.pipe(sellOrder) }),
    files: { paymentProof: { accept: 'image', maxCount: 1 } },
  },
  response: orderDetails,
  errors: [
    ...fileErrors,
    'quote_changed',
    'quote_used',
    'hash_used',
    'kyc_required',
    'above_maximum',
    'below_minimum',
    'rate_unavailable',
    'not_offered',
    'address_unavailable',
    'payee_blocked',
    'not_found',
    'conflict',
  ],
  limit: 'money',
  idempotent: true,
});

/** Body of the refusal quote_changed: current amounts for the same terms. */
export const quoteChanged = z.object({ message: z.string(), code: z.literal('quote_changed'), quote: sellEstimate });
