import type { Db, Tx } from '#server/db/connection.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Amount } from '#shared/kernel/money.ts';
import type { DecisionStatus } from '#shared/orders/orders.lifecycle.ts';
import type { UnevenCode, VerdictLevel } from '#shared/orders/orders.verdict-levels.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import type { OrderVersions } from './list/orders.versions.ts';

/** A decision that is about to be stored; `reason` is for the team alone. */
export type OrderDecision = {
  orderId: Id<'order'>;
  status: Exclude<DecisionStatus, 'processing'>;
  reason: string | null;
};

/** A sale whose customer names a transaction; an order that is about to be opened has no id. */
export type NamedSale = {
  orderId: Id<'order'> | null;
  userId: Id<'user'>;
  coinId: string;
  hash: string;
  address: string;
  tag: string | null;
  amount: Amount<'coin'>;
  valueUsd: Amount<'usd'>;
};

/** The verdict on the deposit of a sale when it is decided; `findings` are their codes. */
export type SeenDeposit = {
  level: VerdictLevel;
  findings: readonly string[];
  /** Stores it with the decision of that moment, in the transaction that read it. */
  record: (actor: Actor, at: Date) => Promise<void>;
};

/** An order as its payout needs it. */
export type PaidOrder = {
  id: Id<'order'>;
  userId: Id<'user'>;
  reference: string;
  /** The amount to pay: the net of the settlement, or the agreed amount without one. */
  netToPay: string;
  payoutCurrency: string;
  valueUsd: string;
  paymentDetails: unknown;
};

/** State of the payout when its order is decided: none, waiting, or released to be paid by hand. */
export type PayoutBefore = 'none' | 'waiting' | 'released';

/** Functions of the deposits feature that read sales from their chains. */
export type SaleDeposits = {
  /** Asks the node once more for the transfers that a sale rests on; before the transaction that approves it. */
  reread: (orderId: Id<'order'>) => Promise<void>;
  /**
   * Asks the node once more for every transfer that orders are paid for; before the transaction that releases their
   * payouts.
   */
  rereadAll: (orderIds: readonly Id<'order'>[]) => Promise<void>;
  /** Returns the doubts about paying them after that: the node contradicts a transfer, or gave no answer. */
  doubtsOf: (tx: Tx, orderIds: readonly Id<'order'>[]) => Promise<ReadonlyMap<string, 'node_differs' | 'node_away'>>;
  /** The verdict when the order is decided; undefined for an exchange and without a chain. It may refuse. */
  judge: (tx: Tx, decision: OrderDecision) => Promise<SeenDeposit | undefined>;
  /** The colours of the verdicts on open sales whose chain is read. */
  levels: () => Promise<readonly { id: Id<'order'>; level: VerdictLevel; uneven: UnevenCode | undefined }[]>;
  /**
   * Reads a transaction from its chain and stores its payments to the operator; does nothing if the chain is not read.
   */
  readTransaction: (coinId: string, hash: string) => Promise<void>;
  /**
   * Releases the transfers claimed by a sale that its customer cancels; false if coins have arrived for it, or are on
   * their way.
   */
  release: (tx: Tx, sale: { id: Id<'order'>; quoteId: Id<'quote'> | null }) => Promise<boolean>;
  /** True where a stored transaction that other orders of the customer name pays this sale as well. */
  hasFreeOutput: (tx: Tx, sale: NamedSale) => Promise<boolean>;
};

/** A decision, and the member who last agreed to the payment: the second member if there is one. */
export type DecidedPayout = {
  to: Exclude<DecisionStatus, 'processing'>;
  approver: Actor;
  now: Date;
  /** The state of the payout before the decision, under the lock of the order. */
  before: PayoutBefore;
};

/** Functions of other features that `orders` calls; made in compose.ts. */
export type OrdersPorts = {
  /** Versions of the order lists, by which a poll learns that nothing has changed. */
  orders: OrderVersions;
  deposits: SaleDeposits;
  /** Refuses a decision while the payout is in a batch; orders does not know payouts. */
  payoutBefore: (tx: Tx, orderId: Id<'order'>, to: Exclude<DecisionStatus, 'processing'>) => Promise<PayoutBefore>;
  /** Creates, moves or cancels the payout in the transaction of the decision. */
  payoutDecided: (tx: Tx, actor: Actor, order: PaidOrder, decided: DecidedPayout) => Promise<void>;
  /** The payout of a completed order was sent back as a whole. */
  reversePayout: (tx: Tx, actor: Actor, order: PaidOrder, now: Date) => Promise<void>;
  /** Sends coins of a refused order back, in the transaction that refuses it; decimal text. */
  sendBack: (
    tx: Tx,
    actor: Actor,
    coins: { orderId: Id<'order'>; amount: string; reason: string; at: Date },
  ) => Promise<void>;
  /**
   * Reverses the effects of a decision on payout, refund and transfers. Refuses with already_decided if one of them has
   * moved on since.
   */
  undoDecided: (tx: Tx, actor: Actor, order: PaidOrder, decision: { at: Date; now: Date }) => Promise<void>;
  /** Refuses an account that no payout could reach, where the settings say so. */
  assertPayee: (db: Db, payee: { userId: Id<'user'>; details: PaymentDetails; currency: string }) => Promise<void>;
  /** True if payments in this currency can leave from an account of ours. */
  paysFrom: (tx: Tx, accountId: Id<'deskAccount'>, currency: string) => Promise<boolean>;
  /**
   * Locks and sums the payouts of the customer on this day, with this order, in US dollars; null is above every limit.
   */
  dayTotalUsd: (tx: Tx, order: PaidOrder, now: Date) => Promise<Amount<'usd'> | null>;
};

/** Everything that a service of this feature may need. */
export type OrdersDeps = Platform & OrdersPorts & SettingsPorts;
