import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatClock } from '#client/lib/format/clock.ts';
import { formatCrypto, formatDate, formatMoneyText, formatNumber, maskedAccount } from '#client/lib/format/format.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { arrivesBy, payoutCountryOf } from '#shared/orders/orders.times.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import { railNameOf } from '#shared/reference/rails.ts';
import type { Order, OrderDetails } from '../orders.queries.ts';
import { payoutWord } from './orders.rail.ts';

const minuteMs = 60 * 1000;

/** Until when an exchange waits for its proof of payment. */
export function proofDeadlineOf({ createdAt, proofDueAt }: Pick<Order, 'createdAt' | 'proofDueAt'>): Date {
  return new Date(proofDueAt ?? createdAt);
}

/** What the customer gave: "0.05 BTC" or "₱500.00 PHP". Of coins what was paid for, or all that arrived where nothing was. */
export function givenOf({ type, settlement, amount, cryptoSymbol, fromCurrency, inputAmount }: Order): string {
  if (type === 'sell') return formatCrypto((settlement?.paidFor || settlement?.received) ?? amount, cryptoSymbol ?? '');
  return formatMoneyText(inputAmount ?? amount, fromCurrency ?? '');
}

type Terms = Pick<Order, 'settlement' | 'rate' | 'grossAmount' | 'feePercent' | 'feeAmount' | 'payoutAmount'>;

/** The terms that hold: those of what arrived, where that was settled, else those that were agreed. */
export function termsOf({
  settlement,
  grossAmount: gross,
  feeAmount: fee,
  payoutAmount: net,
  rate,
  feePercent,
}: Terms) {
  return settlement ?? { rate, gross, feePercent, fee, net };
}

/** What is paid by them. */
export const netToPay = (order: Terms) => termsOf(order).net;

/** What the sentences about a payout say of it. */
export function payoutValues({ payout, reference, paymentDetails, ...details }: OrderDetails) {
  const { accountNumber = '', method } = paymentDetails ?? {};
  return {
    amount: formatMoneyText(netToPay(details), details.payoutCurrency),
    ending: accountNumber.slice(-4),
    email: maskedAccount(accountNumber),
    rail: railNameOf(method),
    date: payout ? formatDate(payout.at) : '',
    id: payout?.endToEndId ?? reference,
    reference,
  };
}

/** What it was: "Bitcoin" or "USD → PHP". */
export function assetOf({ type, cryptoName, fromCurrency, toCurrency, payoutCurrency }: Order): string {
  return type === 'sell' ? coinName(cryptoName ?? '') : `${fromCurrency ?? ''} → ${toCurrency ?? payoutCurrency}`;
}

/** Where the same order is made once more, and the account it is paid to, which no address may carry. */
export function orderAgain(order: Order) {
  const { type, cryptoId, amount, inputAmount, fromCurrency, payoutCurrency, paymentDetails } = order;
  const { method = '', accountName = '', accountNumber = '', bankName = '', bankCode = '' } = paymentDetails ?? {};
  const account = { method, accountName, accountNumber, bankName, bankCode, save: false };
  if (type === 'fiat') {
    const again = {
      from: fromCurrency ?? '',
      to: payoutCurrency,
      amount: formatNumber(inputAmount ?? amount),
      account,
    };
    return { to: '/fiat-exchange?step=1', state: { again } };
  }
  const terms = new URLSearchParams({ crypto: cryptoId ?? '', amount: String(amount), currency: payoutCurrency });
  return { to: `/sell?${terms.toString()}`, state: { again: { account } } };
}

/** When the money arrives, as a sentence and as a line of a list; undefined for a refused order. */
export function useArrival(
  order: Order | undefined,
): { text: string; short: string; isLate: boolean; isPast: boolean } | undefined {
  const { t } = useTranslation('orders');
  const { data: settings } = useQuery(settingsQuery);
  const now = useNow(order !== undefined && isOpen(order), minuteMs);
  if (!order) return undefined;
  if (statusOf(order) === 'awaiting_proof') {
    const text = t('arrival.proof', { time: formatClock(proofDeadlineOf(order), now) });
    return { text, short: text, isLate: false, isPast: false };
  }
  const { state } = order.payout ?? {};
  if (state && state !== 'preparing' && state !== 'sent')
    return { text: payoutWord(t, state, order), short: '', isLate: false, isPast: false };
  const arrival = settings && arrivesBy(order, payoutCountryOf(order), settings.limits);
  if (!arrival) return undefined;
  const isPast = now > arrival.at.getTime();
  const time = formatClock(arrival.at, now);
  if (order.status !== 'completed') {
    const [text, short] = isPast ? (['late', 'shortLate'] as const) : (['open', 'short'] as const);
    return { text: t(`arrival.${text}`, { time }), short: t(`arrival.${short}`, { time }), isLate: isPast, isPast };
  }
  const text = t(isPast ? 'arrival.arrived' : 'arrival.completed', { sent: formatClock(order.updatedAt, now), time });
  return { text, short: isPast ? '' : t('arrival.short', { time }), isLate: false, isPast };
}

/** What became of a payout after it was sent. */
const afterPayout: Partial<Record<NonNullable<Order['payout']>['state'], string>> = {
  returned: 'returned',
  again: 'processing',
  reversed: 'reversed',
};

/** Stages that a list names in place of the status: the customer chooses, or coins go back. */
const namedStages: readonly Order['stage'][] = ['short', 'refund_due', 'refund_sent', 'refunded'];

/**
 * The status as lists show it: an exchange without its proof waits for it, a sale is proven by what arrives, coins that go back
 * have not failed, and a payout that came back is not completed.
 */
export function statusOf({ status, stage, awaitingProof, type, payout }: Order): string {
  if (awaitingProof && status === 'pending' && type === 'fiat') return 'awaiting_proof';
  if (namedStages.includes(stage)) return stage;
  return (payout && afterPayout[payout.state]) ?? status;
}
