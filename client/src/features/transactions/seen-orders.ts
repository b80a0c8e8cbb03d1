import { maskedAccount } from '#client/lib/format.ts';
import { keepSeen, seen, type Seen } from '#client/lib/kept.ts';
import type { ListQuery, OrderPage, Transaction, TransactionDetails } from './transactions.api.ts';

/** Keeps a list for the first paint and for being without a network. */
export function keepList(query: ListQuery, { items, total }: OrderPage): void {
  keepSeen('orders', [query], { items: items.map(withoutSecrets), total });
}

/** A list as this person last saw it here, and when. Never anything invented. */
export function seenList(query: ListQuery) {
  return seen('orders', [query]) as Seen<OrderPage> | undefined;
}

/** Keeps an order with its history for being without a network. */
export function keepDetails(details: TransactionDetails): void {
  const events = details.events.map((event) => ({ ...event, note: null }));
  keepSeen('order', [details.id], { ...withoutSecrets(details), events, paymentInstructions: [] });
}

/** An order as this person last saw it here, and when. */
export function seenDetails(id: string) {
  return seen('order', [id]) as Seen<TransactionDetails> | undefined;
}

/**
 * What may lie on a device: no deposit address, no whole account number, no file, nothing to pay with or to trace. Whoever
 * edits a device's storage must not be able to say where money goes.
 */
function withoutSecrets<T extends Transaction>(order: T): T {
  const { paymentDetails } = order;
  return {
    ...order,
    deposit: null,
    paymentDetails: paymentDetails && {
      ...paymentDetails,
      accountNumber: maskedAccount(paymentDetails.accountNumber),
      routingNumber: undefined,
    },
    paymentProofFiles: [],
    adminPayoutScreenshots: [],
    adminNotes: null,
    adminTransactionId: null,
    transactionHash: null,
  };
}
