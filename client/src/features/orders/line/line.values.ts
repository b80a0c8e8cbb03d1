import type { OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import { formatCrypto, formatMoneyText, formatNumber, maskedAccount } from '#client/lib/format/format.ts';
import { formatWhen } from '#client/lib/format/when.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { decimal, toWire } from '#shared/kernel/money.ts';
import { refundOf, type Line, type LineInput } from '#shared/orders/line/line.ts';
import type { RefundView } from '#shared/orders/orders.refund.ts';
import { maxRefundFeePercent } from '#shared/orders/orders.stages.ts';
import { arrivalOf, checkedBy, minutesToConfirm, type Destination } from '#shared/orders/orders.times.ts';
import { chainOfCoin } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { railNameOf } from '#shared/reference/rails.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { givenOf, netToPay } from '../components/orders.text.ts';

/** A sale before it becomes an order, with the data that its line names. */
export interface LineQuote {
  cryptoId: string;
  cryptoSymbol: string;
  amount: number;
  /** Null if no sum is known. */
  netAmount: number | null;
  currency: string;
  reference: string;
  paymentDetails: (NonNullable<Destination['paymentDetails']> & { accountNumber: string; bankName: string }) | null;
  graceMinutes?: number | undefined;
}

/** The data that the words of a line are taken from. */
export interface LineSource extends LineInput {
  deposit: OwnDeposit | null;
  quote?: LineQuote | null;
}

/** The payee of a payout: "First Coastal •••• 4421". */
export function payeeOf(details: { accountNumber: string; bankName: string } | null): string {
  if (!details) return '';
  return `${details.bankName} ${maskedAccount(details.accountNumber)}`;
}

/** The coins that go back: less the network fee, if the customer bears it and it is known. */
export function sentBack({ amount, networkFee, feeBy }: RefundView): number {
  if (feeBy === 'desk' || networkFee === null) return amount;
  return toWire(decimal(String(amount)).minus(decimal(String(networkFee))));
}

/** The symbol of the coin that a line is about. */
export const symbolOf = ({ order, quote }: LineSource): string => order?.cryptoSymbol ?? quote?.cryptoSymbol ?? '';

/** The rail by which the order of a line is paid; undefined for a sale before its order. */
export const methodOf = ({ order }: Pick<LineSource, 'order'>): string | undefined => order?.paymentDetails?.method;

/** The values that the sentences of a line name, as texts; an empty text if a value is unknown. */
export function valuesOf(line: Line, source: LineSource) {
  return { ...sumsOf(source), ...placesOf(source), ...timesOf(line, source), count: countOf(line, source) };
}

function sumsOf(source: LineSource) {
  const { order, deposit, quote } = source;
  const symbol = symbolOf(source);
  const coins = (amount: number | undefined) => (amount === undefined ? '' : formatCrypto(amount, symbol));
  const receivedAmount = deposit?.received ?? order?.settlement?.received;
  const refund = refundOf(source);
  return {
    amount: coins(deposit?.seen?.amount ?? quote?.amount ?? order?.settlement?.received ?? order?.amount),
    agreed: coins(deposit?.agreed ?? order?.amount ?? quote?.amount),
    received: coins(receivedAmount),
    missing: coins(deposit?.missing),
    surplus: coins(deposit?.surplus),
    given: order ? givenOf(order) : coins(quote?.amount),
    back: refund
      ? formatCrypto(sentBack(refund), coinById(refund.cryptoId)?.symbol ?? symbol)
      : coins(order?.settlement?.received ?? order?.amount),
    payout: order
      ? formatMoneyText(netToPay(order), order.payoutCurrency)
      : quote && quote.netAmount !== null
        ? formatMoneyText(quote.netAmount, quote.currency)
        : '',
    percent: maxRefundFeePercent,
  };
}

function placesOf(source: LineSource) {
  const { order, quote, deposit } = source;
  const refund = refundOf(source);
  const details = order?.paymentDetails ?? quote?.paymentDetails ?? null;
  const reference = order?.reference ?? quote?.reference ?? deposit?.reference ?? '';
  return {
    reference,
    rail: railNameOf(methodOf(source)),
    account: payeeOf(details),
    accountEnd: details ? maskedAccount(details.accountNumber) : '',
    address: refund?.address ? [shortAddress(refund.address), refund.tag].filter(Boolean).join(' · ') : '',
    endToEndId: order?.payout?.endToEndId ?? reference,
  };
}

function timesOf({ points, by, wasDueBy, isOverWeekend }: Line, source: LineSource) {
  const { order, deposit, lock, quote, promised, now } = source;
  const whenText = (at: Date | string | null | undefined) => (at ? formatWhen(new Date(at), now) : '');
  const [first] = (deposit?.transfers ?? []).map(({ seenAt }) => seenAt).toSorted();
  const minedAt = first && deposit?.minedMinutes ? Date.parse(first) + deposit.minedMinutes * minuteMs : undefined;
  const grace = lock && quote?.graceMinutes ? Date.parse(lock.lockedUntil) + quote.graceMinutes * minuteMs : undefined;
  const timeOfPoint = (index: number) => whenText(points[index]?.at);
  const { confirmations = 0, required: requiredConfirmations = 0 } = refundDepth({ deposit }) ?? deposit?.seen ?? {};
  const refund = refundOf({ deposit });
  // Returned money is checked like any arrival.
  const emailBy = order?.payout && promised ? checkedBy(order.payout.at, promised) : undefined;
  return {
    by: whenText(by),
    byAfterWeekend: isOverWeekend ? whenText(by) : '',
    dueBy: whenText(wasDueBy),
    emailBy: emailBy && emailBy.getTime() > now ? whenText(emailBy) : '',
    againBy: whenText(againBy(source)),
    lockedUntil: whenText(lock?.lockedUntil ?? deposit?.lockedUntil),
    graceUntil: grace === undefined ? '' : whenText(new Date(grace)),
    inTimeUntil: whenText(deposit?.inTimeUntil),
    watchedUntil: whenText(deposit?.watchedUntil),
    stoppedAt: whenText(lock?.stoppedAt ?? deposit?.stoppedAt),
    seenAt: whenText(first),
    minedBy: minedAt === undefined ? '' : whenText(new Date(minedAt)),
    offerUntil: whenText(deposit?.offer?.validUntil),
    choiceUntil: whenText(deposit?.choiceUntil),
    askedUntil: whenText(order?.asked?.until),
    sentAt: refund?.sentAt ? whenText(refund.sentAt) : timeOfPoint(3),
    arrivedAt: timeOfPoint(4),
    returnedAt: whenText(order?.payout?.at),
    endedAt: whenText(order?.updatedAt),
    proofBy: whenText(order?.proofDueAt),
    confirmations: formatNumber(confirmations),
    required: formatNumber(requiredConfirmations),
  };
}

/** The time by which returned money arrives at an account that is named now. */
function againBy({ order, promised, now }: LineSource): Date | undefined {
  if (!order) return undefined;
  const { payoutCurrency, paymentDetails } = order;
  const orderState = { status: 'processing', awaitingProof: false, updatedAt: new Date(now) } as const;
  return arrivalOf({ ...orderState, payoutCurrency, paymentDetails }, promised)?.at;
}

function refundDepth({ deposit }: Pick<LineSource, 'deposit'>) {
  const { confirmations, required: requiredConfirmations } = refundOf({ deposit }) ?? {};
  return typeof confirmations === 'number' && typeof requiredConfirmations === 'number'
    ? { confirmations, required: requiredConfirmations }
    : undefined;
}

/** The confirmations of a state and the required number; undefined if none are counted. */
export function depthOf(
  { state }: Line,
  { deposit }: LineSource,
): { confirmations: number; required: number } | undefined {
  if (state === 'refund_sent') return refundDepth({ deposit });
  if (state !== 'seen' && state !== 'seen_late' && state !== 'confirming') return undefined;
  return deposit?.seen ?? undefined;
}

/** The minutes that this many more confirmations usually take; 0 for a coin whose chain has no reader. */
function minutesLeft(coinId: string | null, confirmations: number): number {
  const chain = chainOfCoin(coinId ?? '');
  return chain ? minutesToConfirm(chain, confirmations) : 0;
}

/** The number that a sentence counts, hours or minutes; 0 if unknown or not promised. */
function countOf({ state }: Line, source: LineSource): number {
  const { deposit, order, quote, promised } = source;
  const coinId = order?.cryptoId ?? quote?.cryptoId ?? null;
  const { confirmations = 0, required: requiredConfirmations = 0 } = deposit?.seen ?? {};
  if (state === 'waiting') return quote?.graceMinutes ?? 0;
  if (state === 'confirming') return minutesLeft(coinId, Math.max(0, requiredConfirmations - confirmations));
  if (state === 'refund_sent') {
    const depth = refundDepth({ deposit }) ?? { confirmations: 0, required: 0 };
    const remaining = depth.required - depth.confirmations;
    return remaining > 0 ? minutesLeft(coinId, remaining) : 0;
  }
  if (state === 'refund_due')
    return minutesLeft(coinId, refundOf(source)?.required ?? Math.max(1, requiredConfirmations));
  return promised?.refundHours ?? 0;
}
