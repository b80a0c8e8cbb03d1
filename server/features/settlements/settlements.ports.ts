import type { Tx } from '#server/db/connection.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { FollowedDeposit } from '#shared/deposits/deposits.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';

/** Ports that `settlements` takes from the composition root. */
export type SettlementsPorts = {
  /** Opens the order of a quote that a transfer is assigned to, with its claims; undefined if it cannot be opened. */
  openOrderOfQuote: (tx: Tx, quoteId: Id<'quote'>) => Promise<Id<'order'> | undefined>;
  /** The deposit of one's own sale, within a transaction. */
  ownDepositOf: (tx: Tx, actor: Actor, orderId: Id<'order'>) => Promise<FollowedDeposit>;
} & PayoutsOfSettlements;

/** Steps of the payout of a sale whose settlement changes; settlements do not know payouts. */
export type PayoutsOfSettlements = {
  /** Holds the payout of an order whose coins a reorganisation took; called before anything else locks the order. */
  holdReorganised: (tx: Tx, orderId: Id<'order'>) => Promise<'none' | 'held' | 'paid'>;
  /** Sets the amount, as decimal text, of a payout that was held until its order is settled again. */
  resumeReorganised: (tx: Tx, orderId: Id<'order'>, net: string) => Promise<void>;
  /** Refuses with payout_batched while the payout of an order that is locked is in a batch or released. */
  assertNotBeingPaid: (tx: Tx, orderId: Id<'order'>) => Promise<void>;
  /** The order is over without a payout: one that waits is cancelled. */
  cancelPayout: (tx: Tx, actor: Actor, orderId: Id<'order'>) => Promise<void>;
};

/** Everything that a service of this feature may need, beside the ports of orders and deposits. */
export type SettlementsDeps = Platform & ChainsPorts & RatesPorts & SettingsPorts & SettlementsPorts;
