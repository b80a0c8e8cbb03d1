import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatCrypto, formatDate, formatMoneyText, formatNumber, maskedAccount } from '#client/lib/format/format.ts';
import { formatWhenShort } from '#client/lib/format/when.ts';
import { decimal, round, toWire } from '#shared/kernel/money.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { arrivalOf, promisedBy } from '#shared/orders/orders.times.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import { railNameOf } from '#shared/reference/rails.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import type { Order, OrderDetails, OwnOrder } from '../orders.queries.ts';

/** Returns until when an exchange waits for its proof of payment. */
export function proofDeadlineOf({ createdAt, proofDueAt }: Pick<Order, 'createdAt' | 'proofDueAt'>): Date {
  return new Date(proofDueAt ?? createdAt);
}

/** The coins of a sale: those that were paid for, or all that arrived if none was, else the agreed ones. */
const coinsOf = ({ settlement, amount }: Order): number => (settlement?.paidFor || settlement?.received) ?? amount;

/** The amount that the customer gives: "0.05 BTC" or "₱500.00 PHP". */
export function givenOf(order: Order): string {
  const { type, amount, cryptoSymbol, fromCurrency, inputAmount } = order;
  if (type === 'sell') return formatCrypto(coinsOf(order), cryptoSymbol ?? '');
  return formatMoneyText(inputAmount ?? amount, fromCurrency ?? '');
}

/** The coins that have arrived for a sale so far, decided or not; for an exchange the money given. */
export function arrivedOf(order: OwnOrder): string {
  const arrived = order.needs?.arrived ?? null;
  return arrived === null ? givenOf(order) : formatCrypto(arrived, order.cryptoSymbol ?? '');
}

/** The value of only these coins in US dollars: the value of the order is that of the agreed coins. */
export function valueOf(order: OwnOrder): number {
  const { type, needs, amount, valueUsd } = order;
  const coins = needs?.arrived ?? coinsOf(order);
  if (type !== 'sell' || coins === amount || amount === 0) return valueUsd;
  const value = decimal(String(valueUsd))
    .times(decimal(String(coins)))
    .div(decimal(String(amount)));
  return toWire(round(value, { decimals: 2 }, 'half-up'));
}

type Terms = Pick<Order, 'settlement' | 'rate' | 'grossAmount' | 'feePercent' | 'feeAmount' | 'payoutAmount'>;

/** The applicable terms: those of the settlement if there is one, else the agreed ones. */
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

/** The net payout of these terms. */
export const netToPay = (order: Terms) => termsOf(order).net;

/** Values for the sentences about a payout. */
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

/** The coin or the pair of an order: "Bitcoin" or "USD → PHP". */
export function assetOf({ type, cryptoName, fromCurrency, toCurrency, payoutCurrency }: Order): string {
  return type === 'sell' ? coinName(cryptoName ?? '') : `${fromCurrency ?? ''} → ${toCurrency ?? payoutCurrency}`;
}

/** The link to repeat an order, and its payout account, which must not appear in an address. */
export function orderAgain(order: Order) {
  const { type, cryptoId, amount, inputAmount, fromCurrency, payoutCurrency, paymentDetails } = order;
  const { method = '', accountName = '', accountNumber = '', bankName = '', bankCode = '' } = paymentDetails ?? {};
  const account = { method, accountName, accountNumber, bankName, bankCode, save: false };
  if (type === 'fiat') {
    const exchangeAgain = {
      from: fromCurrency ?? '',
      to: payoutCurrency,
      amount: formatNumber(inputAmount ?? amount),
      account,
    };
    return { to: '/fiat-exchange?step=1', state: { again: exchangeAgain } };
  }
  const terms = new URLSearchParams({ crypto: cryptoId ?? '', amount: String(amount), currency: payoutCurrency });
  return { to: `/sell?${terms.toString()}`, state: { again: { account } } };
}

/** The time by which the money of an order arrives, as a line in a list; undefined if no time is promised. */
export function useArrival(order: Order): { text: string; isPast: boolean } | undefined {
  const { t } = useTranslation('orders');
  const { data: settings } = useQuery(settingsQuery);
  const now = useNow(isOpen(order), minuteMs);
  const { state } = order.payout ?? {};
  if (state && state !== 'preparing' && state !== 'sent') return undefined;
  const arrival = settings && arrivalOf(order, promisedBy(settings));
  if (!arrival) return undefined;
  const isPast = now > arrival.at.getTime();
  const isLate = isPast && order.status !== 'completed';
  return {
    text: t(isLate ? 'arrival.shortLate' : 'arrival.short', { time: formatWhenShort(arrival.at, now) }),
    isPast,
  };
}

/** The texts of a payout after it was sent, by its state. */
const afterPayout: Partial<Record<NonNullable<Order['payout']>['state'], string>> = {
  returned: 'returned',
  again: 'processing',
  reversed: 'reversed',
};

/** Stages that a list shows in place of the status: the customer chooses, or coins go back. */
const namedStages: readonly Order['stage'][] = ['short', 'refund_due', 'refund_sent', 'refunded'];

/**
 * The status as lists show it: an exchange without proof waits for it, a sale is proven by its transfer, coins that go
 * back have not failed, and a returned payout is not completed.
 */
export function statusOf({ status, stage, awaitingProof, type, payout }: Order): string {
  if (awaitingProof && status === 'pending' && type === 'fiat') return 'awaiting_proof';
  if (namedStages.includes(stage)) return stage;
  return (payout && afterPayout[payout.state]) ?? status;
}
