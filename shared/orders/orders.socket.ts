/** Order events on /ws to a signed-in browser; ids only, the screen fetches what it may see. */
export type OrderSocketEvent =
  { type: 'transaction_updated'; id: string; status: string; version: number } | { type: 'queue_changed' };
