import { z } from 'zod';
import { transferStates } from '#shared/chains/chains.transfers.ts';
import { amountOut, positiveAmount } from '#shared/kernel/amount.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { feeBearer, refundView } from '#shared/orders/orders.refund.ts';
import { settlementView } from '#shared/orders/orders.settlement.ts';
import { unevenCodes, verdictLevels } from '#shared/orders/orders.verdict-levels.ts';
import { verdictView } from './verdict.ts';

export { verdictView };

/** A simulated chain can play a transfer of the customer, or the next block. */
export const plays = ['exact', 'less', 'late', 'wrong_token', 'reorganised', 'block'] as const;
export type Play = (typeof plays)[number];

/** A customer's view of their deposit. */
export const depositView = z.object({
  /** True where the product reads the chain of the coin; the team checks other deposits by hand. */
  isRead: z.boolean(),
  /** True where the chain is simulated in memory: no coins move on it. */
  isSimulated: z.boolean(),
  transactionHash: z.string().nullable(),
  /** The transaction that the customer named, or the sale's own transfers; `confirmations` is at most `required`. */
  seen: z.object({ amount: amountOut, confirmations: z.number().int(), required: z.number().int() }).nullable(),
});
export type DepositView = z.output<typeof depositView>;

/** States of a sale, as its customer follows it. */
export const depositStates = [
  'waiting',
  'expired',
  'seen',
  'confirming',
  'confirmed',
  'choice',
  'question',
  'refunding',
  'refunded',
  'stopped',
  'closed',
] as const;
export type DepositState = (typeof depositStates)[number];

/** The choices of the customer about a deposit, open and made. The settlements feature fills them in. */
export const depositChoices = z.object({
  choices: z.array(z.enum(['top_up', 'take', 'accept_rate', 'refund'])),
  /** The customer agrees to these terms for the amount that has arrived so far; they expire. */
  offer: z
    .object({
      offerId: z.string(),
      netAmount: amountOut,
      /** The average over all parts, if they are paid at several rates. */
      rate: amountOut,
      feePercent: z.number(),
      fee: amountOut,
      currency: z.string(),
      promisedNet: amountOut,
      validUntil: timestamp,
    })
    .nullable(),
  /** Time until which the customer chooses; null where nothing is asked. */
  choiceUntil: timestamp.nullable(),
  /** The bearer of the network fee if the customer takes the coins back; null if nothing is asked. */
  feeBy: feeBearer.nullable(),
  settlement: settlementView.nullable(),
  refund: refundView.nullable(),
});
export type DepositChoices = z.output<typeof depositChoices>;

/** A deposit with its quote, its state and every transfer that arrived. */
export const followedDeposit = depositView.extend({
  state: z.enum(depositStates),
  isOwn: z.boolean(),
  reference: z.string(),
  orderId: idOf('order').nullable(),
  address: z.string(),
  memo: z.string().nullable(),
  xAddress: z.string().nullable(),
  stoppedAt: timestamp.nullable(),
  agreed: amountOut,
  received: amountOut,
  missing: amountOut,
  surplus: amountOut,
  transfers: z.array(
    z.object({
      txHash: z.string(),
      amount: amountOut,
      confirmations: z.number().int(),
      required: z.number().int(),
      state: z.enum(transferStates),
      seenAt: timestamp,
    }),
  ),
  /** Time until which the rate is locked; null without a quote. */
  lockedUntil: timestamp.nullable(),
  /** A transfer counts as late if it is in no block this many minutes after it was first seen. */
  minedMinutes: z.number().nullable(),
  /** Transfers that are first seen before this moment count as in time; null without a quote. */
  inTimeUntil: timestamp.nullable(),
  watchedUntil: timestamp.nullable(),
  ...depositChoices.shape,
});
export type FollowedDeposit = z.output<typeof followedDeposit>;

const verdictEndpoint = { response: verdictView, errors: ['not_found'] } as const;
const depositEndpoint = { access: 'customer', response: followedDeposit, errors: ['not_found'] } as const;

export const getVerdict = endpoint('GET /api/admin/transactions/:id/verdict', {
  ...verdictEndpoint,
  may: 'orders.read',
  summary: 'What the chain says about the deposit of a sale',
});

export const listVerdicts = endpoint('GET /api/admin/verdicts', {
  may: 'orders.read',
  summary:
    'The level of the verdict on each open sale whose chain is read, and that less or more came, with the coins that did; oldest first, at most 200',
  response: z.array(
    z.object({
      id: idOf('order'),
      level: z.enum(verdictLevels),
      uneven: z.enum(unevenCodes).optional(),
      arrived: amountOut.optional(),
    }),
  ),
});

export const checkDeposit = endpoint('POST /api/admin/transactions/:id/check', {
  ...verdictEndpoint,
  may: 'orders.decide',
  summary: 'Look for the deposit of a sale on its chain at once',
});

export const playTransfer = endpoint('POST /api/admin/transactions/:id/play', {
  may: 'orders.decide',
  summary:
    'On a simulated chain: play a transfer as if the customer of an open sale had sent and named it, or mine a block',
  body: z.object({ play: z.enum(plays) }),
  response: verdictView,
  errors: ['not_found', 'own_case', 'already_decided', 'hash_used', 'conflict'],
});

export const getQuoteDeposit = endpoint('GET /api/sell-quotes/:id/deposit', {
  ...depositEndpoint,
  summary: 'What the chain shows of the deposit of the own quote, until the watch of its address has ended',
  errors: [...depositEndpoint.errors, 'address_unavailable'],
});

export const playQuote = endpoint('POST /api/admin/sell-quotes/:id/play', {
  may: 'orders.decide',
  summary: 'On a simulated chain: play a transfer to the own address of a quote, or mine a block',
  body: z.object({ play: z.enum([...plays, 'more']), amount: positiveAmount().optional() }),
  response: followedDeposit,
  errors: ['not_found', 'own_case', 'address_unavailable'],
});

export const getDeposit = endpoint('GET /api/transactions/:id/deposit', {
  ...depositEndpoint,
  summary: 'What the chain shows of the deposit of the own sale',
});

export const nameTransaction = endpoint('PUT /api/transactions/:id/hash', {
  access: 'customer',
  summary: 'Name the transaction that paid for the own open sale; it is looked for at once',
  body: z.object({ transactionHash: text(200, { min: 1, error: 'transaction_hash_invalid' }) }),
  response: followedDeposit,
  errors: ['not_found', 'already_decided', 'hash_used', 'conflict'],
  limit: 'money',
});
