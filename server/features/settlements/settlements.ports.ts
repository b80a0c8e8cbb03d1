import type { Tx } from '#server/db/connection.ts';

/** What `settlements` takes from the composition root. */
export type SettlementsPorts = {
  /** Opens the order of a quote that a transfer is assigned to, with its claims; undefined where it cannot be opened. */
  openOrderOfQuote: (tx: Tx, quoteId: string) => Promise<string | undefined>;
};
