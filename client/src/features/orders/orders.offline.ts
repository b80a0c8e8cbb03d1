import { maskedAccount } from '#client/lib/format/format.ts';
import { cachedEntry, cacheEntry, type CachedEntry } from '#client/lib/storage/persisted-queries.ts';
import type { Api } from '#shared/api.ts';

type Order = Api['GET /api/transactions']['output'][number];
type OrderDetails = Api['GET /api/transactions/:id']['output'];
type ListQuery = NonNullable<Api['GET /api/transactions']['query']>;
type OrderPage = { items: Order[]; total: number };

/** Caches a list for the first paint and for offline use. */
export function cacheList(query: ListQuery, { items, total }: OrderPage): void {
  cacheEntry('orders', [query], { items: items.map(withoutSecrets), total });
}

/** A list as this user last saw it here, and when. Never made-up data. */
export function cachedList(query: ListQuery) {
  return cachedEntry('orders', [query]) as CachedEntry<OrderPage> | undefined;
}

/** Caches an order with its history for offline use. */
export function cacheDetails(details: OrderDetails): void {
  const events = details.events.map((event) => ({ ...event, note: null }));
  cacheEntry('order', [details.id], { ...withoutSecrets(details), events, paymentInstructions: [] });
}

/** An order as this user last saw it here, and when. */
export function cachedDetails(id: string) {
  return cachedEntry('order', [id]) as CachedEntry<OrderDetails> | undefined;
}

/**
 * Data allowed on a device: no deposit address, no full account number, no file, nothing to pay with or to trace.
 * Editing a device's storage must not change where money goes.
 */
function withoutSecrets<T extends Order>(order: T): T {
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
