import type { Tx } from '#server/db/connection.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Decimal } from '#shared/kernel/money.ts';
import type { DecisionStatus } from '#shared/orders/orders.lifecycle.ts';
import type { VerdictLevel } from '#shared/orders/orders.verdict-levels.ts';
import type { OrderVersions } from './list/orders.versions.ts';

/** A decision that is about to be stored; `reason` is for the team alone. */
export type OrderDecision = {
  orderId: string;
  status: Exclude<DecisionStatus, 'processing'>;
  reason: string | null;
};

/** A sale whose customer names a transaction; an order that is about to be opened has no id. */
export type NamedSale = {
  orderId: string | null;
  userId: string;
  coinId: string;
  hash: string;
  address: string;
  tag: string | null;
  amount: Decimal;
  valueUsd: Decimal;
};

/** The verdict on the deposit of a sale when it is decided; `findings` are their codes. */
export type SeenDeposit = {
  level: VerdictLevel;
  findings: readonly string[];
  /** Stores it with the decision, in the transaction that read it. */
  record: (actor: Actor) => Promise<void>;
};

/** What chains say about sales; of a feature below. */
export type SaleDeposits = {
  /** The verdict when the order is decided; undefined for an exchange and without a chain. It may refuse. */
  judge: (tx: Tx, decision: OrderDecision) => Promise<SeenDeposit | undefined>;
  /** The colours of the verdicts on open sales whose chain is read. */
  levels: () => Promise<readonly { id: string; level: VerdictLevel }[]>;
  /** Reads a transaction from its chain and stores what it pays to the operator; nothing where the chain is not read. */
  readTransaction: (coinId: string, hash: string) => Promise<void>;
  /** Whether a transaction that other orders of the same customer name pays this sale as well, by what is stored. */
  hasFreeOutput: (tx: Tx, sale: NamedSale) => Promise<boolean>;
};

/** What `orders` provides to the features below it; made in compose.ts. */
export type OrdersPorts = {
  /** Which state of the lists of orders a poll has seen. */
  orders: OrderVersions;
  deposits: SaleDeposits;
};
