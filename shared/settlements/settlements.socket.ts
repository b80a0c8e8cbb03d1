import type { Id } from '#shared/kernel/ids.ts';
/** Message on /ws when a deposit, a refund or a transfer without an order has changed; the screen fetches it again. */
export type SettlementSocketEvent =
  | { type: 'deposit_changed'; quoteId: Id<'quote'> | null; orderId: Id<'order'> | null }
  | { type: 'unmatched_changed' };
