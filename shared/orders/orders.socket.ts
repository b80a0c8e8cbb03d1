/** What /ws tells a signed-in browser about orders; ids only, the screen fetches what it may see. */
export type OrderSocketEvent =
  { type: 'transaction_updated'; id: string; status: string; version: number } | { type: 'queue_changed' };
