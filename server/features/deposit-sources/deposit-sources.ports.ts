import type { Tx } from '#server/db/connection.ts';

/** Ports that the features below provide to this one. */
export type DepositSourcesPorts = {
  /** Takes a stopped address out of stored answers, and mails whoever may be about to pay there. */
  informOfStop: (tx: Tx, stopped: { address: string; memo: string }, at: Date) => Promise<void>;
};
