import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { amountOut, positiveAmount } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { idOf, percentBetween, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { adminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { paymentDetails, payoutAccountView } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { dayMinutes } from '#shared/reference/units-of-time.ts';
import { jsonText, sellQuoteView } from '#shared/sell/sell.contract.ts';

/**
 * `taken`: a quote of its terms is open; `ordered`: it became an order. An open one whose time is over is `expired`, by
 * the clock of the database at each read.
 */
export const offerStates = ['open', 'taken', 'ordered', 'withdrawn', 'expired'] as const;
export type OfferState = (typeof offerStates)[number];

/** Per cent of the market rate by which the customer gets less; negative if they get more. */
const spreadPercent = percentBetween(-20, 20);

const minutes = z
  .int(reason('offer_minutes_invalid'))
  .min(15, reason('offer_minutes_invalid'))
  .max(dayMinutes, reason('offer_minutes_invalid'));

/** The input of an offer: coin, amount, currency, customer, spread from the market, and duration. */
export const offerInput = z.object({
  coinId: text(40, { min: 1, error: 'coin_required' }),
  amount: positiveAmount(),
  payoutCurrency: z
    .string(reason('payout_currency_required'))
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, reason('payout_currency_required')),
  userId: idOf('user').nullish(),
  spreadPercent: spreadPercent.default(0),
  minutes,
  note: text(500).nullish(),
});
export type OfferInput = z.output<typeof offerInput>;

/** Payout units for one coin, and payout amounts at the minor unit of their currency. */
const offerTerms = z.object({
  rate: amountOut,
  gross: amountOut,
  feePercent: z.number(),
  fee: amountOut,
  net: amountOut,
  valueUsd: amountOut,
});

const offerCoin = z.object({ id: z.string(), name: z.string(), symbol: z.string(), network: z.string() });

/** An offer as the team sees it. Code, link and message are null for a role that may not make offers. */
export const adminOfferView = z.object({
  id: idOf('offer'),
  state: z.enum(offerStates),
  coinId: z.string(),
  coin: offerCoin,
  amount: amountOut,
  payoutCurrency: z.string(),
  terms: offerTerms,
  spreadPercent: z.number(),
  code: z.string().nullable(),
  link: z.string().nullable(),
  /** A ready message in the customer's language: amounts, deadline and link. */
  text: z.string().nullable(),
  textLanguage: z.string(),
  /** The customer whom it was made for, or who took it; null while anybody with the link may take it. */
  userId: idOf('user').nullable(),
  userName: z.string().nullable(),
  userEmail: markPersonal('email').nullable(),
  note: z.string().nullable(),
  madeBy: z.object({ id: idOf('user'), name: z.string() }),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Time until which the rate of an accepted one is locked. */
  quoteExpiresAt: timestamp.nullable(),
  orderId: idOf('order').nullable(),
  orderReference: z.string().nullable(),
  /** True where the row was changed outside the product: it has no link then. */
  tampered: z.boolean(),
});
export type AdminOfferView = z.output<typeof adminOfferView>;

export const adminListOffers = endpoint('GET /api/admin/offers', {
  may: 'orders.read',
  summary:
    'Offers, newest first, or those that can still be taken before all others (sort=open): search by customer, reference or amount',
  query: pageQuery.extend({
    state: z.enum(offerStates).optional(),
    q: text(200).optional(),
    sort: z.enum(['newest', 'oldest', 'open']).default('newest'),
  }),
  response: z.array(adminOfferView),
  paged: true,
});
export type OffersQuery = z.output<typeof adminListOffers.query>;

export const adminGetOffer = endpoint('GET /api/admin/offers/:id', {
  may: 'orders.read',
  summary: 'One offer',
  response: adminOfferView,
  errors: ['not_found'],
});

export const offerPricing = offerInput.pick({ coinId: true, amount: true, payoutCurrency: true, spreadPercent: true });

export const estimateOffer = endpoint('POST /api/admin/offers/estimate', {
  may: 'offers.write',
  summary: 'What an offer would promise now, beside the rate of the market: stored nowhere',
  body: offerPricing,
  response: z.object({
    /** Payout units for one coin; both are null while nothing can be quoted. */
    marketRate: amountOut.nullable(),
    terms: offerTerms.nullable(),
    /** Per cent above the market that a member may promise alone. */
    maxSpreadPercent: z.number(),
    /** True where a rate above that waits for a second member; it is refused otherwise. */
    asksAbove: z.boolean(),
  }),
});

export const makeOffer = action('POST /api/admin/offers', {
  on: 'offer',
  may: 'offers.write',
  summary:
    'Propose a sale at a promised rate, for anybody with its link or for one customer. Further above the market than the settings allow it waits for a second member, or is refused with spread_over_limit where no rule asks one',
  status: 201,
  body: offerInput,
  response: adminOfferView,
  errors: ['rate_unavailable', 'not_offered', 'below_minimum', 'kyc_required', 'spread_over_limit', 'not_found'],
  idempotent: true,
  second: 'offer',
  audit: 'offer.made',
});

export const withdrawOffer = action('DELETE /api/admin/offers/:id', {
  on: 'offer',
  may: 'offers.write',
  from: ['open'],
  summary: 'Withdraw an offer that is not taken: its link leads nowhere from now on',
  response: adminOfferView,
  errors: ['conflict'],
  audit: 'offer.withdrawn',
});

export const counterCustomer = endpoint('GET /api/admin/offers/customers/:id', {
  may: 'orders.decide',
  summary:
    'What a counter sale needs of its customer: the saved accounts, and what is left of the limit without identity',
  response: z.object({
    accounts: z.array(payoutAccountView),
    kycApproved: z.boolean(),
    limitUsd: amountOut,
    /** Null if the customer has no limit any more. */
    leftUsd: amountOut.nullable(),
    days: z.number(),
    /** False for a customer whom no mail reaches. */
    hasEmail: z.boolean(),
  }),
  errors: ['not_found'],
});

/** An account in a form is a text of JSON; in a stored call it is the account itself. */
const accountInForm = z.preprocess((value) => jsonText.safeParse(value).data ?? value, paymentDetails);

/**
 * A sale at the counter: the customer, the payout account, and the evidence that the coins arrived: the hash, a
 * picture, or both.
 */
export const counterSale = z.object({
  userId: idOf('user'),
  paymentDetails: accountInForm,
  transactionHash: text(120).nullish(),
  /** A proof that the product stored with a call that waits for a second member. */
  proofId: idOf('file').nullish(),
});
export type CounterSale = z.output<typeof counterSale>;

export const openOrderOfOffer = action('POST /api/admin/offers/:id/order', {
  on: 'offer',
  may: 'orders.decide',
  from: ['open', 'taken'],
  summary:
    'Open the order of an offer for its customer, who gets a mail about it. Needs the hash of the transfer or a picture of it; for a customer without an address it waits for a second member wherever any rule of dual approval is on',
  status: 201,
  form: { fields: counterSale, files: { paymentProof: { accept: 'image', maxCount: 1 } } },
  response: adminOrderDetails,
  errors: [
    ...fileErrors,
    'conflict',
    'kyc_required',
    'evidence_missing',
    'hash_used',
    'quote_used',
    'not_offered',
    'above_maximum',
    'below_minimum',
    'payment_method_unavailable',
    'address_unavailable',
    'payee_blocked',
  ],
  limit: 'money',
  idempotent: true,
  stepUp: true,
  second: 'offer',
  audit: 'order.opened_by_desk',
});

/** An offer as everybody with its link sees it: without personal data. */
export const offerView = z.object({
  brand: z.string(),
  coin: offerCoin.extend({ color: z.string() }),
  amount: amountOut,
  net: amountOut,
  gross: amountOut,
  rate: amountOut,
  fee: amountOut,
  feePercent: z.number(),
  currency: z.string(),
  expiresAt: timestamp,
  state: z.enum(['open', 'taken']),
  /** The language of the customer it was made for; null for an offer to anybody with its link. */
  language: z.string().nullable(),
});
export type OfferView = z.output<typeof offerView>;

const codeParams = z.object({ code: z.string().max(100) });

export const getOffer = endpoint('GET /api/offers/:code', {
  access: 'public',
  summary:
    'The offer behind a link. Unknown and withdrawn ones are not_found, and so is that of another customer; one that is over is offer_over with the link to a sale of today',
  params: codeParams,
  response: offerView,
  errors: ['not_found', 'offer_over'],
});

export const takeOffer = endpoint('POST /api/offers/:code/take', {
  access: 'customer',
  summary:
    'Lock the rate of an offer for as long as that of a quote (limits.quoteMinutes): a quote of its terms, for the first who takes it. Again before it ends: the same quote',
  params: codeParams,
  response: sellQuoteView,
  errors: [
    'not_found',
    'offer_over',
    'kyc_required',
    'rate_unavailable',
    'not_offered',
    'address_unavailable',
    'own_case',
    'conflict',
  ],
  limit: 'quote',
  idempotent: true,
});
