import type { Tx } from '#server/db/connection.ts';

/** What `settlements` takes from the composition root. */
export type SettlementsPorts = {
  /** Opens the order of a quote that a transfer is assigned to, and claims it; undefined where there is no such quote. */
  openOrderOfQuote: (tx: Tx, quoteId: string, transferId: string) => Promise<string | undefined>;
};
