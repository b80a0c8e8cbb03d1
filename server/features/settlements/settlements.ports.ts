import type { Tx } from '#server/db/connection.ts';

/** What `settlements` takes from the composition root. */
export type SettlementsPorts = {
  /** The order of a quote that a transfer is assigned to, opened where there is none; undefined where there is no such quote. */
  openOrderOfQuote: (tx: Tx, quoteId: string) => Promise<string | undefined>;
};
