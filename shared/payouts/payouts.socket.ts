/** Payouts, batches, statements or accounts have changed; the screens fetch what they may show. */
export type PayoutSocketEvent = { type: 'payouts_changed' };
