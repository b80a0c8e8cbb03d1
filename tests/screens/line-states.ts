// Every state of an order as its customer's screens get it from the server: most depend on a clock, a block or a bank.
import type { Page } from 'playwright';
import { getDeposit } from '#shared/deposits/deposits.contract.ts';
import type { LineState } from '#shared/orders/line/line.states.ts';
import { getOrder } from '#shared/orders/orders.contract.ts';
import { calculateSellAmount, getSellQuote } from '#shared/sell/sell.contract.ts';
import {
  address,
  at,
  closedAccount,
  deposit,
  endedExchange,
  exchange,
  hours,
  id,
  offer,
  openedOrder,
  order,
  paidOrder,
  paidFor,
  paying,
  refundId,
  refundingOrder,
  rejectedOrder,
  seenDeposit,
  sentBack,
  settledOrder,
  shortOrder,
  type LineAnswers,
} from './line-answers.ts';
import { expiredQuote, quote, today } from './line-quotes.ts';

const fiveDays = 5 * 24 * 60;
/** A deposit with arrived coins, and one without. */
const otherName = 'The transfer came from an account in another name.';
const nothingCame = 'We waited two days for the transfer and found none.';

const answers: Record<LineState, () => LineAnswers> = {
  waiting: () => ({ quote: quote(true), deposit: deposit() }),
  waiting_photo: () => ({ quote: quote(false) }),
  photo: () => ({ order: order('by_hand'), deposit: deposit({ isOwn: false }) }),
  lock_ended: () => ({ quote: quote(true, expiredQuote), deposit: deposit({ lockedUntil: at(-5) }) }),
  lock_ended_photo: () => ({ quote: quote(false, expiredQuote) }),
  expired: () => ({ quote: quote(true, expiredQuote), deposit: deposit({ state: 'expired', lockedUntil: at(-40) }) }),
  stopped: () => ({
    quote: { ...quote(true), deposit: { ...quote(true).deposit, address: '', uri: '', stoppedAt: at(-3) } },
    deposit: deposit({ state: 'stopped', address: '', stoppedAt: at(-3) }),
  }),
  seen: () => ({ quote: quote(true), deposit: seenDeposit(2, 0, { seenMinutesAgo: 2, lockedUntil: at(9) }) }),
  seen_late: () => ({
    quote: quote(true, expiredQuote),
    deposit: seenDeposit(2, 0, { seenMinutesAgo: 2, lockedUntil: at(-5) }),
  }),
  confirming: () => ({ order: order('confirming', openedOrder(8)), deposit: seenDeposit(2, 2, { seenMinutesAgo: 8 }) }),
  checked: () => ({ order: order('confirmed', settledOrder('exact', 2)), deposit: seenDeposit(2, 6) }),
  less: () => ({
    order: order('confirmed', settledOrder('within_tolerance', 1.995, 394_138.36)),
    deposit: seenDeposit(1.995, 6, { missing: 0.005 }),
  }),
  over: () => ({
    order: order('confirmed', settledOrder('over', 2.1, 414_882.49)),
    deposit: seenDeposit(2.1, 6, { surplus: 0.1 }),
  }),
  late_locked: () => ({ order: order('confirmed', settledOrder('late_locked', 2)), deposit: seenDeposit(2, 6) }),
  short: shortOrder,
  late: () => ({
    order: order('short'),
    deposit: seenDeposit(2, 6, {
      state: 'choice',
      choices: ['accept_rate', 'refund'],
      offer: offer(371_400.55),
      choiceUntil: hours(71),
      feeBy: 'desk',
      lockedUntil: at(-60),
    }),
  }),
  top_up: shortOrder,
  question: () => ({ order: order('question'), deposit: seenDeposit(3.9, 6, { state: 'question', surplus: 1.9 }) }),
  asked: () => ({
    order: order('question', {
      asked: { text: 'You sold 2 LTC and sent 3.9 LTC. Did you mean to sell them all?', at: at(-5), until: hours(23) },
    }),
    deposit: seenDeposit(3.9, 6, { state: 'question', surplus: 1.9 }),
  }),
  approved: () => ({ order: paying('batched') }),
  on_hold: () => ({ order: paying('on_hold') }),
  sent: () => ({ order: paidOrder('sent', 'sent') }),
  overdue: () => ({ order: paidOrder('sent', 'sent', {}, fiveDays), deposit: paidFor(fiveDays) }),
  arrived: () => ({ order: paidOrder('settled', 'arrived') }),
  returned: () => ({ order: paidOrder('returned', 'returned') }),
  account: () => ({ order: paidOrder('details_needed', 'returned', closedAccount) }),
  again: () => ({ order: paidOrder('approved_again', 'again') }),
  reversed: () => ({ order: paidOrder('reversed', 'reversed') }),
  refund_address: () => refundingOrder('refund_due'),
  refund_code: () => ({ ...refundingOrder('refund_due'), isCodeMailed: true }),
  rejected_coins: () => {
    const { deposit: followedDeposit } = refundingOrder('refund_due', { dueAt: at(-12) });
    return {
      order: rejectedOrder(otherName, { stage: 'refund_due' }),
      ...(followedDeposit && { deposit: followedDeposit }),
    };
  },
  refund_due: () => refundingOrder('refund_due', { state: 'approved', address, approvedAt: at(-5) }),
  refund_sent: () => refundingOrder('refund_sent', { ...sentBack, state: 'sent', confirmations: 2 }),
  refunded: () =>
    refundingOrder('refunded', { ...sentBack, state: 'confirmed', confirmations: 6, confirmedAt: at(-5) }),
  rejected: () => ({ order: rejectedOrder(nothingCame), deposit: deposit({ state: 'closed' }) }),
  rejected_sent: () => ({ order: rejectedOrder(nothingCame), deposit: deposit({ state: 'closed', isOwn: false }) }),
  proof: () => ({ order: exchange({ awaitingProof: true }) }),
  proof_sent: () => ({ order: exchange() }),
  canceled: () => ({ order: endedExchange({ reason: 'cancelled_by_customer', params: {} }) }),
  proof_missed: () => ({ order: endedExchange({ reason: 'proof_not_received', params: { hours: 24 } }) }),
};

/** The server's answers in a state; each is one that its contract allows. */
export function answersOf(state: LineState): LineAnswers {
  const { order: details, quote: openQuote, deposit: followedDeposit, ...rest } = answers[state]();
  return {
    ...rest,
    ...(details && { order: getOrder.response.parse(details) }),
    ...(openQuote && { quote: getSellQuote.response.parse(openQuote) }),
    ...(followedDeposit && { deposit: getDeposit.response.parse(followedDeposit) }),
  };
}

/** The address at which the customer reads it. */
export const pathOf = (state: LineState): string =>
  answersOf(state).order ? `/transactions?tx=${id}` : `/sell?quote=${id}&step=4`;

/** Answers the calls about this order instead of the server. */
export async function answer(page: Page, state: LineState): Promise<void> {
  const { order: details, quote: openQuote, deposit: followedDeposit = paidFor(), isCodeMailed } = answersOf(state);
  const place = details ? 'transactions' : 'sell-quotes';
  const respond = (path: string, json: unknown) =>
    page.route(`**/api/${place}/${id}${path}`, (route) => route.fulfill({ json }));
  await respond('', details ?? openQuote);
  await respond('/deposit', followedDeposit);
  await respond('/choice', followedDeposit);
  await page.route('**/api/calculate-sell-amount', (route) =>
    route.fulfill({ json: calculateSellAmount.response.parse(today) }),
  );
  if (isCodeMailed) await page.addInitScript(storeCode, { name: `refund-code-${refundId}`, target: { address } });
}

/** Runs in the page: stores a code that was just mailed to the signed-in customer. */
function storeCode({ name, target }: { name: string; target: Record<string, string> }): void {
  const [, claims] = localStorage.getItem('auth_token')?.split('.') ?? [];
  if (!claims) return;
  const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string };
  const mailedAt = Date.now();
  const code = { mailedAt, expiresAt: mailedAt + 600_000, resendAt: mailedAt + 60_000, isEarlier: false, target };
  const draft = { savedAt: mailedAt, neverExpires: false, open: null, private: code };
  localStorage.setItem(`landfall-draft:${name}:${sub}`, JSON.stringify(draft));
}
