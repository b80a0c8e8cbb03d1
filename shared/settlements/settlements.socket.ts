/** Sent on /ws when a deposit, a refund or what arrived without an order has changed; the screen fetches what it may see. */
export type SettlementSocketEvent =
  | { type: 'deposit_changed'; quoteId: string | null; orderId: string | null }
  | { type: 'unmatched_changed' };
