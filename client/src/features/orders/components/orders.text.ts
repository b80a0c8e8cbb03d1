import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatClock, formatCrypto, formatDate, formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { arrivesBy } from '#shared/orders/orders.arrival.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import type { Order, OrderDetails } from '../orders.queries.ts';

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
export function payoutValues({ payout, reference, ...details }: OrderDetails) {
  return {
    amount: formatMoneyText(netToPay(details), details.payoutCurrency),
    ending: details.paymentDetails?.accountNumber.slice(-4) ?? '',
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
  const { method = 'bank', accountName = '', accountNumber = '', bankName = '' } = paymentDetails ?? {};
  const account = { method, accountName, accountNumber, bankName, save: false };
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
export function useArrival(order: Order | undefined): { text: string; short: string; isLate: boolean } | undefined {
  const { t } = useTranslation('orders');
  const { data: settings } = useQuery(settingsQuery);
  const now = useNow(order !== undefined && isOpen(order), minuteMs);
  if (!order) return undefined;
  if (statusOf(order) === 'awaiting_proof') {
    const text = t('arrival.proof', { time: formatClock(proofDeadlineOf(order), now) });
    return { text, short: text, isLate: false };
  }
  const { state } = order.payout ?? {};
  if (state && state !== 'preparing' && state !== 'sent')
    return { text: t(`payout.${state}.word`), short: '', isLate: false };
  const by = settings && arrivesBy(order, settings.limits);
  if (!by) return undefined;
  const isLate = now > by.getTime();
  const time = formatClock(by, now);
  if (order.status !== 'completed') {
    const [text, short] = isLate ? (['late', 'shortLate'] as const) : (['open', 'short'] as const);
    return { text: t(`arrival.${text}`, { time }), short: t(`arrival.${short}`, { time }), isLate };
  }
  const text = t(isLate ? 'arrival.arrived' : 'arrival.completed', { sent: formatClock(order.updatedAt, now), time });
  return { text, short: isLate ? '' : t('arrival.short', { time }), isLate: false };
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
