// Orders, quotes and deposits as the server answers them, for the table of states in line-states.ts.
import { getDeposit, type FollowedDeposit } from '#shared/deposits/deposits.contract.ts';
import { getOrder, orderInstruction, type OrderDetails, type OrderEventView } from '#shared/orders/orders.contract.ts';
import { refundView, type RefundView } from '#shared/orders/orders.refund.ts';
import { settlementView, type Outcome } from '#shared/orders/orders.settlement.ts';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { blankOf } from '#tests/components/blank.ts';

/** Answers of the server: an order or an open quote, and the deposit of either. */
export interface LineAnswers {
  order?: OrderDetails;
  quote?: SellQuoteView;
  deposit?: FollowedDeposit;
  /** A code was mailed for the address of the refund. */
  isCodeMailed?: true;
}

/** The order, or the quote, in the state. */
export const id = '6d1f0c52-52f3-4b0c-9c3e-3f3c2a7f9b10';
export const refundId = '2b7b6e3c-0a6a-4c39-8a42-5b1f7a5f1c11';
export const reference = 'LF-7K3M-Q2';
export const address = 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez';
export const coin = { cryptoId: 'litecoin', cryptoName: 'Litecoin', cryptoSymbol: 'LTC' };
export const account = {
  method: 'bank',
  accountName: 'Oluwaseun Adebayo-Ogunleye',
  accountNumber: '0123884421',
  bankName: 'First Coastal Bank of Nigeria',
} as const;
export const net = 395_126.18;
export const gross = 415_922.3;
export const fee = 20_796.12;
export const rate = 207_961.15;

/** Minutes from now. */
export const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
export const hours = (count: number): string => at(count * 60);

const event = (change: Partial<OrderEventView> & Pick<OrderEventView, 'to' | 'at'>): OrderEventView => ({
  ...blankOf(getOrder.response.shape.events.element),
  id: change.at,
  by: 'admin',
  ...change,
});

/** An order that was opened this many minutes ago. */
export const openedOrder = (minutesAgo: number): Partial<OrderDetails> => ({
  createdAt: at(-minutesAgo),
  date: at(-minutesAgo),
  events: [event({ to: 'pending', at: at(-minutesAgo), by: 'customer' })],
});

export function order(stage: OrderStage, change: Partial<OrderDetails> = {}): OrderDetails {
  return {
    ...blankOf(getOrder.response),
    ...coin,
    id,
    reference,
    stage,
    cryptocurrency: { name: 'Litecoin', symbol: 'LTC', color: '#345d9d' },
    ...openedOrder(42),
    updatedAt: at(-12),
    amount: 2,
    valueUsd: 282.14,
    grossAmount: gross,
    feeAmount: fee,
    feePercent: 5,
    payoutAmount: net,
    payoutCurrency: 'NGN',
    rate,
    paymentDetails: account,
    deposit: { address, memo: null, network: 'Litecoin Network', stoppedAt: null },
    ...change,
  };
}

const transfer = (amount: number, confirmations: number, seenMinutesAgo: number) => ({
  txHash: '5b1e0c9d4f7a62c8e3b95d10a7f4c86e2d3f9b7a1c5e8064f2a9d7b3c1e6f840',
  amount,
  confirmations,
  required: 6,
  state: confirmations > 0 ? ('included' as const) : ('seen' as const),
  seenAt: at(-seenMinutesAgo),
});

export function deposit(change: Partial<FollowedDeposit> = {}): FollowedDeposit {
  return {
    ...blankOf(getDeposit.response),
    isRead: true,
    isOwn: true,
    reference,
    address,
    agreed: 2,
    lockedUntil: at(9),
    inTimeUntil: at(29),
    watchedUntil: hours(24 * 14),
    minedMinutes: 90,
    ...change,
  };
}

/** Coins that were seen, with this many confirmations; their order opens with them. */
export function seenDeposit(
  amount: number,
  confirmations: number,
  { seenMinutesAgo = 42, ...change }: Partial<FollowedDeposit> & { seenMinutesAgo?: number } = {},
): FollowedDeposit {
  const transfers = [transfer(amount, confirmations, seenMinutesAgo)];
  return deposit({
    state: confirmations === 0 ? 'seen' : confirmations < 6 ? 'confirming' : 'confirmed',
    seen: { amount, confirmations, required: 6 },
    received: amount,
    transfers,
    ...change,
  });
}

export const settledOrder = (outcome: Outcome, receivedAmount: number, paidNet = net): Partial<OrderDetails> => ({
  settlement: {
    ...blankOf(settlementView),
    outcome,
    received: receivedAmount,
    paidFor: receivedAmount,
    rate,
    feePercent: 5,
    gross,
    fee,
    net: paidNet,
    currency: 'NGN',
    acceptedBy: 'rule',
    acceptedAt: at(-12),
  },
});
/** The order of a payout was opened this long before the payout left, and approved half an hour before. */
const openedMinutes = 60;
const approvedMinutes = 30;
const eventsOf = (leftMinutesAgo: number) => ({
  ...openedOrder(leftMinutesAgo + openedMinutes),
  events: [
    event({ to: 'pending', at: at(-leftMinutesAgo - openedMinutes), by: 'customer' }),
    event({ to: 'processing', at: at(-leftMinutesAgo - approvedMinutes), stage: 'approved' }),
  ],
});
export const paying = (stage: OrderStage, change: Partial<OrderDetails> = {}) =>
  order(stage, { status: 'processing', ...eventsOf(30), updatedAt: at(-60), ...change });

type Payout = NonNullable<OrderDetails['payout']>;
/** A payout that was sent half an hour ago or earlier; its result became known ten minutes after that. */
export function paidOrder(
  stage: OrderStage,
  state: Payout['state'],
  change: Partial<Payout> = {},
  leftMinutesAgo = 30,
): OrderDetails {
  const { events, ...times } = eventsOf(leftMinutesAgo);
  const leftAt = at(-leftMinutesAgo);
  return order(stage, {
    ...times,
    status: 'completed',
    updatedAt: leftAt,
    events: [...events, event({ to: 'completed', at: leftAt, stage: 'sent' })],
    payout: {
      state,
      at: state === 'sent' ? leftAt : at(10 - leftMinutesAgo),
      endToEndId: 'LF7K3MQ2',
      mayChangeDetails: stage === 'details_needed',
      returnedBecause: null,
      ...change,
    },
  });
}
/** Coins whose payout left this many minutes ago: nothing about them is open any more. */
export const paidFor = (leftMinutesAgo = 30) =>
  seenDeposit(2, 6, { state: 'closed', seenMinutesAgo: leftMinutesAgo + openedMinutes });
export const closedAccount = { returnedBecause: 'account_closed' } as const;

const refund = (change: Partial<RefundView> = {}): RefundView => ({
  ...blankOf(refundView),
  id: refundId,
  orderId: id,
  reference,
  cryptoId: 'litecoin',
  amount: 1.2,
  required: 6,
  dueAt: at(-38),
  version: 1,
  ...change,
});
export const sentBack = { address, transactionHash: transfer(1, 0, 0).txHash, approvedAt: at(-32), sentAt: at(-25) };
/** Too little came, and goes back. */
export function refundingOrder(
  stage: OrderStage,
  change: Partial<RefundView> = {},
  rest: Partial<OrderDetails> = {},
): LineAnswers {
  const failedEvent = event({
    to: 'failed',
    at: at(-38),
    by: 'customer',
    because: { reason: 'refund_asked', params: {} },
  });
  return {
    order: order(stage, {
      status: 'failed',
      updatedAt: at(-38),
      ...rest,
      events: [event({ to: 'pending', at: at(-42) }), failedEvent],
    }),
    deposit: seenDeposit(1.2, 6, { state: 'refunding', refund: refund(change), missing: 0.8 }),
  };
}

export const offer = (amount: number) => ({
  offerId: 'offer',
  netAmount: amount,
  rate: 207_961.15,
  feePercent: 5,
  fee: Math.round((amount / 0.95 - amount) * 100) / 100,
  currency: 'NGN',
  promisedNet: net,
  validUntil: at(14),
});
export const shortOrder = (): LineAnswers => ({
  order: order('short'),
  deposit: seenDeposit(1.2, 6, {
    state: 'choice',
    missing: 0.8,
    choices: ['top_up', 'take', 'refund'],
    offer: offer(237_075.7),
    choiceUntil: hours(71),
    feeBy: 'desk',
    lockedUntil: at(-20),
  }),
});

export const rejectedOrder = (reason: string, changes: Partial<OrderDetails> = {}) =>
  order('closed', {
    status: 'rejected',
    adminNotes: reason,
    events: [event({ to: 'pending', at: at(-42) }), event({ to: 'rejected', at: at(-12), note: reason })],
    ...changes,
  });

/** The account that the exchange is paid into, as its customer chose it. */
const byTransfer = {
  ...blankOf(orderInstruction),
  currency: 'PHP',
  name: 'Philippine bank transfer',
  displayName: 'Philippine bank transfer',
  accountDetails: {
    'Bank name': 'Bank of Manila',
    'Account name': 'Landfall Exchange',
    'Account number': '003412778901',
  },
  isChosen: true,
};

export const exchange = (change: Partial<OrderDetails> = {}) =>
  order('by_hand', {
    type: 'fiat',
    cryptoId: null,
    cryptoName: null,
    cryptoSymbol: null,
    cryptocurrency: null,
    deposit: null,
    fromCurrency: 'PHP',
    toCurrency: 'USD',
    amount: 10_000.5,
    inputAmount: 10_000.5,
    outputAmount: 171.23,
    payoutAmount: 171.23,
    payoutCurrency: 'USD',
    grossAmount: 171.23,
    feeAmount: 0,
    feePercent: 0,
    rate: 0.017123,
    paymentInstructions: [byTransfer],
    proofDueAt: hours(22),
    ...change,
  });
export const endedExchange = (because: NonNullable<OrderEventView['because']>) =>
  exchange({
    ...openedOrder(90),
    stage: 'closed',
    status: 'failed',
    events: [
      event({ to: 'pending', at: at(-90) }),
      event({ to: 'failed', at: at(-12), by: 'system', because: because }),
    ],
  });
