/** Message on /ws when a deposit, a refund or a transfer without an order has changed; the screen fetches it again. */
export type SettlementSocketEvent =
  | { type: 'deposit_changed'; quoteId: string | null; orderId: string | null }
  | { type: 'unmatched_changed' };
