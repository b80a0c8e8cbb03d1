import type { Db, Tx } from '#server/db/connection.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FollowedDeposit } from '#shared/deposits/deposits.contract.ts';

/** What `settlements` takes from the composition root. */
export type SettlementsPorts = {
  /** Opens the order of a quote that a transfer is assigned to, with its claims; undefined where it cannot be opened. */
  openOrderOfQuote: (tx: Tx, quoteId: string) => Promise<string | undefined>;
  /** The deposit of one's own sale. */
  ownDepositOf: (db: Db, actor: Actor, orderId: string) => Promise<FollowedDeposit>;
};
