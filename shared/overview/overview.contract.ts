import { z } from 'zod';
import { chainView } from '#shared/chains/chains.contract.ts';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, timestamp } from '#shared/kernel/fields.ts';
import { orderStatuses } from '#shared/orders/orders.lifecycle.ts';
import { chainNames } from '#shared/reference/chains.ts';

/** The spans the charts can show, in days. */
export const overviewSpans = [7, 30, 90] as const;

/**
 * US dollars as exact decimal text with two places: sums of a whole book are no JSON numbers. Reversals are negative.
 */
const usd = z.string().regex(/^-?\d+\.\d{2}$/);
const count = z.number().int();
const day = z.iso.date();
/** In percent with one decimal; null if there is nothing to compare with. */
const change = z.number().nullable();
/** The number of waiting items, and since when the first of them waits. */
const pendingCount = z.object({ count, oldestAt: timestamp.nullable() });
const share = z.object({ key: z.string(), orders: count, usd });

/** Spans are the last days in UTC, today included, as many as the charts show, and as many before. */
const cards = z.object({
  transactions: z.object({ total: count, span: count, spanBefore: count, changePercent: change }),
  /** Orders that wait for the admin now, and at the end of the day before the span. */
  pending: z.object({ total: count, pending: count, processing: count, spanAgo: count, changePercent: change }),
  /** The value of completed orders, by the day they were paid out. */
  volume: z.object({ totalUsd: usd, spanUsd: usd, spanBeforeUsd: usd, changePercent: change }),
});

/** An amount as exact decimal text, in units of the asset or currency beside it. */
const exactAmount = z.string().regex(/^-?\d+(\.\d+)?$/);

/** Only members who may read the books receive this. */
const income = z.object({
  /** Fees of orders completed in the span, by payout currency. */
  fees: z.array(z.object({ currency: z.string(), orders: count, fee: exactAmount })),
  /** The fees of each day with completed orders, newest day first. */
  feesByDay: z.array(z.object({ day, currency: z.string(), orders: count, fee: exactAmount })),
  /** The amounts that customers gave in orders completed in the span, by the symbol of the coin or the currency. */
  received: z.array(z.object({ asset: z.string(), orders: count, amount: exactAmount })),
  /** The payouts that are due for open orders with a proof. */
  due: z.array(z.object({ currency: z.string(), orders: count, amount: exactAmount })),
  /** Second payments after the end, first sent in the span. */
  extra: z.array(z.object({ currency: z.string(), payouts: count, amount: exactAmount })),
  /** Totals in the operator's base currency at today's rates, as decimal text to its smallest unit. */
  base: z.object({
    currency: z.string(),
    fees: z.string(),
    volume: z.string(),
    due: z.string(),
    /** Money received less money paid out in the span; negative where more was paid out. */
    position: z.string(),
    /** Currencies and coins without a rate now: no total includes them. */
    missing: z.array(z.string()),
  }),
});

/** Number of sample addresses and of sample accounts. */
const samples = z.object({ addresses: count, accounts: count });

const attentionNeeds = z.object({
  orders: pendingCount.extend({ oldest: z.object({ id: idOf('order'), reference: z.string() }).nullable() }),
  kyc: pendingCount,
  /** Actions of others that this member may approve. */
  approvals: pendingCount,
  /** Exchanges that were refused and whose money is returned to the customer. */
  moneyBack: pendingCount.extend({
    oldest: z.object({ id: idOf('order'), reference: z.string() }).nullable(),
    /** The sums to return, one for each currency. */
    amounts: z.array(z.object({ currency: z.string(), amount: exactAmount })),
  }),
  /** Transfers that no order claims. */
  unmatched: pendingCount,
  chats: pendingCount,
  /** A member sees the queues of their permissions: those of preparing payouts, or of releasing them. */
  payouts: z.object({
    due: pendingCount,
    held: pendingCount,
    toRelease: pendingCount,
    toSend: pendingCount,
    returned: pendingCount,
    unmatched: pendingCount,
    proposed: pendingCount,
    paidTwice: pendingCount,
  }),
  agentRequests: pendingCount,
  /** Coins whose deposit address, or a change of it, the product did not write: an alarm. */
  forgedAddresses: z.array(z.string()),
  /** Accounts to pay into that the product did not write: an alarm. */
  forgedAccounts: z.array(z.string()),
  /** Sales that were approved and whose deposit a reorganisation took out of the chain: an alarm. */
  reorganised: z.array(z.object({ id: idOf('order'), reference: z.string() })),
  /** Chains by which no deposit can be approved now, or whose last reading failed. */
  chains: z.array(chainView),
  /** Functions of the product that have stopped. `since` is null where a function never ran. */
  stopped: z.array(
    z.object({
      what: z.enum(['restored', 'prices', 'fx', 'mail', 'jobs', 'replica', 'settings', 'audit', 'books_changed']),
      since: timestamp.nullable(),
    }),
  ),
  /** Sources of coin prices that have not answered for ten minutes, while others serve. */
  priceSources: z.array(z.object({ source: z.string(), since: timestamp.nullable() })),
  /** Sources of own addresses with a row or an address that the product did not write: an alarm. */
  forgedSources: z.array(z.object({ id: idOf('depositSource'), chain: z.enum(chainNames) })),
  /** Sources that can give out less than a fifth of their addresses. */
  lowSources: z.array(idOf('depositSource')),
  heldRates: z.object({ count, subject: z.string().nullable() }),
  /** Samples that customers are shown: addresses and accounts that receive nothing. */
  samples,
  /** The deposit addresses and payment methods that were changed, last 24 hours, newest first. */
  addressChanges: z.array(
    z.object({
      kind: z.enum(['wallet', 'payment_method']),
      name: z.string(),
      changedAt: timestamp,
      /** When a deposit address takes effect. */
      liveAt: timestamp.nullable(),
    }),
  ),
});

const charts = z.object({
  /** The completed orders by the day they were paid out; every day of the span, oldest first. */
  volume: z.array(z.object({ day, orders: count, usd })),
  /** Current status of orders opened in the span. */
  statuses: z.array(z.object({ status: z.enum(orderStatuses), orders: count })),
  /** The completed orders by the asset given, and by the currency paid out; largest first. */
  assets: z.array(share),
  currencies: z.array(share),
  /** From proof to payout, in minutes, by the day of the payout; null on days without one. */
  payoutTimes: z.array(z.object({ day, minutes: z.number().nullable(), payouts: count })),
});

export const overviewView = z.object({
  asOf: timestamp,
  days: z.literal(overviewSpans),
  cards,
  income: income.nullable(),
  needs: attentionNeeds,
  charts,
});
export type OverviewView = z.output<typeof overviewView>;

export const overview = endpoint('GET /api/admin/overview', {
  may: 'orders.read',
  summary: 'Statistics of the overview over 7, 30 or 90 days: totals with their change, income, what waits, and charts',
  query: z.object({ days: z.coerce.number().pipe(z.literal(overviewSpans)).default(30) }),
  response: overviewView,
});

/** The steps to set up an installation before its first customer, in the recommended order. */
export const setupSteps = [
  'secondFactor',
  'brand',
  'mail',
  'rates',
  'addresses',
  'chains',
  'currencies',
  'account',
  'fees',
  'terms',
  'team',
  'testOrder',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Steps that a member marks as done if the shipped values are right: no stored data shows that. */
export const reviewedSteps: readonly SetupStep[] = ['brand', 'currencies', 'fees', 'terms'];

const setupStates = ['open', 'done', 'skipped'] as const;
export type SetupState = (typeof setupStates)[number];

const setup = {
  access: 'admin',
  may: 'settings.write',
  response: z.object({
    steps: z.array(z.object({ id: z.enum(setupSteps), state: z.enum(setupStates) })),
    /** The active samples. */
    samples,
  }),
  errors: [],
} as const;

export const setupGuide = endpoint('GET /api/admin/setup', {
  ...setup,
  summary: 'The steps of setting the product up: which are done, as the data says, and which were skipped knowingly',
  limit: 'read',
});

export const markSetup = endpoint('PUT /api/admin/setup/:step', {
  ...setup,
  summary: 'Mark a step of the set-up as looked at or skipped, or as open again; what the data proves stays done',
  params: z.object({ step: z.enum(setupSteps) }),
  body: z.object({ state: z.enum(setupStates) }),
  limit: 'admin',
});

export const sendTestMail = endpoint('POST /api/admin/setup/mail', {
  ...setup,
  summary: 'Send a test message to the own address; the step of the set-up is done when the mail server has taken it',
  limit: 'admin',
});

export const removeSamples = action('POST /api/admin/samples/remove', {
  on: 'wallet',
  may: 'wallets.write',
  ownCase: 'allowed',
  summary: 'Switch off every sample address and sample account at once; how many were switched off',
  response: samples,
  audit: ['wallet.switched_off', 'payment_method.changed'],
});
