import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { proofHours } from '#shared/orders/orders.lifecycle.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import type { Order } from '../orders.queries.ts';

const hourMs = 60 * 60 * 1000;

/** Until when an exchange waits for its proof of payment. */
export function proofDeadlineOf({ createdAt }: Pick<Order, 'createdAt'>): Date {
  return new Date(Date.parse(createdAt) + proofHours * hourMs);
}

/** What the customer gave: "0.05 BTC" or "₱500.00 PHP". */
export function givenOf({ type, amount, cryptoSymbol, fromCurrency, inputAmount }: Order): string {
  if (type === 'sell') return formatCrypto(amount, cryptoSymbol ?? '');
  return formatMoneyText(inputAmount ?? amount, fromCurrency ?? '');
}

/** What it was: "Bitcoin" or "USD → PHP". */
export function assetOf({ type, cryptoName, fromCurrency, toCurrency, payoutCurrency }: Order): string {
  return type === 'sell' ? coinName(cryptoName ?? '') : `${fromCurrency ?? ''} → ${toCurrency ?? payoutCurrency}`;
}

/** The status as the list shows it: an exchange without its proof waits for it. */
export function statusOf({ status, awaitingProof }: Order): string {
  return awaitingProof && status === 'pending' ? 'awaiting_proof' : status;
}
