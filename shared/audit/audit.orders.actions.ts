import {
  about,
  aboutAny,
  chain,
  change,
  code,
  codes,
  coin,
  coins,
  count,
  flag,
  id,
  money,
  optional,
  order,
  quiet,
  percent,
  reference,
  text,
  textOrCode,
  texts,
  user,
  type Params,
} from './audit.kinds.ts';

const status = code('status', 'common:status.');
const moveDetails = {
  from: status,
  to: { ...status, before: 'from' },
  adminTransactionId: optional(id('transactionId')),
  /** Only for a customer without an address. */
  notMailed: optional(quiet(flag('notMailed'))),
};
const reason = optional(about('reason'));
const forgedOrder = { reference: optional(reference('reference')) };
const playedTransfer = { play: code('play', 'deposits.admin:play.') };
const findings = codes('findings', 'audit.params:value.finding.');
/** Coins with their unit: older entries have neither. */
const coinParams = { amount: coins({ detail: 'coin' }, 'amount'), coin: coin('coin') };

export const transactionActions = {
  'order.opened_by_desk': { reference: reference('reference'), offerId: id('offerId') },
  'order.taken_back': change(text('status')),
  'transaction.amended': {
    kind: code('kind', 'orders.admin:amend.kinds.'),
    amount: optional(money({ detail: 'currency' }, 'amount')),
    currency: optional(text('currency')),
    accountId: optional(id('payouts.statements:account')),
    transactionId: optional(id('transactionId')),
    linkedOrderId: optional(order('linkedOrder')),
    screenshots: count('screenshots'),
  },
  'transaction.asked': {},
  'transaction.assigned': change(user('change')),
  'transaction.completed': moveDetails,
  'transaction.created': {
    reference: reference('reference'),
    type: code('type', 'audit.params:value.type.'),
  },
  'transaction.failed': moveDetails,
  'transaction.hash_named': change(id('change')),
  'transaction.opened_by_deposit': { reference: reference('reference'), quoteId: id('quoteId') },
  'transaction.payee_changed': {},
  'transaction.processing': moveDetails,
  'transaction.proof_received': {},
  'transaction.rejected': moveDetails,
  'transaction.signature_failed': forgedOrder,
  'transaction.tagged': change(texts('change')),
  'transaction.warnings_accepted': { findings, reason },
} as const satisfies Record<string, Params>;

export const depositActions = {
  'deposit.checked': { findings: optional(findings) },
  'deposit.chosen': {
    choice: code('choice', 'audit.params:value.choice.'),
    net: optional(money({ detail: 'currency' }, 'settlements.admin:net')),
    currency: optional(text('currency')),
  },
  'deposit.claimed': { chain: chain('chain'), txHash: optional(id('transactionHash')) },
  'deposit.played': playedTransfer,
  'deposit.reorganised': {
    chain: optional(chain('chain')),
    txHash: id('transactionHash'),
    state: optional(code('state', 'audit.params:value.transfer.')),
  },
  'deposit.verdict_seen': {
    decision: status,
    level: code('level', 'deposits.admin:level.'),
    findings,
    reason,
  },
} as const satisfies Record<string, Params>;

const quoteParams = { reference: reference('reference') };

export const quoteActions = {
  'sell_quote.dropped': {},
  'sell_quote.held': quoteParams,
  'sell_quote.order_opened': {
    ...quoteParams,
    orderId: order('orderId'),
    terms: code('terms', 'audit.params:value.terms.'),
    reason,
  },
  'sell_quote.payout_set': { ...quoteParams, isOwn: flag('isOwn') },
  'sell_quote.signature_failed': forgedOrder,
} as const satisfies Record<string, Params>;

const offerDetails = {
  amount: coins({ detail: 'coin' }, 'amount'),
  coin: coin('coin'),
  net: money({ detail: 'currency' }, 'approvals:detail.payout'),
  currency: text('currency'),
};

/** Offers are identified by their ids: a reader who knew the code could take the offer. */
export const offerActions = {
  'offer.made': { ...offerDetails, percent: percent('aboveMarket'), customerId: optional(user('userId')) },
  'offer.taken': { ...offerDetails, quoteId: id('quoteId') },
  'offer.withdrawn': offerDetails,
  'offer.signature_failed': {},
} as const satisfies Record<string, Params>;

export const settlementActions = {
  'settlement.made': {
    outcome: code('settlements.admin:title', 'settlements.admin:outcome.'),
    received: coins({ detail: 'coin' }, 'settlements.admin:received'),
    paidFor: coins({ detail: 'coin' }, 'settlements.admin:paidFor'),
    coin: optional(coin('coin')),
    net: money({ detail: 'currency' }, 'settlements.admin:net'),
    currency: text('currency'),
    reason,
  },
  'settlement.signature_failed': forgedOrder,
  'settlement.voided': {
    reason: textOrCode('reason', 'audit.params:value.because.', 'settlements.admin:outcome.'),
  },
  'unmatched.assigned': { orderId: order('orderId'), reason },
  'unmatched.kept': { ...coinParams, reason: aboutAny('reason') },
  'unmatched.refunded': { ...coinParams, refundId: id('refundId'), reason },
  'unmatched.reopened': { reason: aboutAny('reason') },
} as const satisfies Record<string, Params>;

const refund = { ...coinParams, orderId: optional(order('orderId')) };

export const refundActions = {
  'refund.address_set': { ...refund, address: id('address') },
  'refund.approved': { ...refund, reason },
  'refund.asked': refund,
  'refund.cancelled': { ...refund, reason },
  'refund.confirmed': { ...refund, txHash: optional(id('transactionHash')), byHand: optional(flag('byHand')) },
  'refund.due': {
    ...refund,
    transferId: optional(id('transferId')),
    reason: optional(about('reason', 'audit.params:value.because.')),
  },
  'refund.reset': {
    ...refund,
    txHash: optional(id('transactionHash')),
    reorganised: optional(flag('reorganised')),
    reason,
  },
  'refund.sent': { ...refund, txHash: id('transactionHash') },
  'refund.signature_failed': forgedOrder,
} as const satisfies Record<string, Params>;
