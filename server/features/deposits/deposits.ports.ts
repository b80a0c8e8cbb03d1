import type { Db } from '#server/db/connection.ts';
import type { DepositChoices } from '#shared/deposits/deposits.contract.ts';

/** What the features below provide to this one. */
export type DepositsPorts = {
  /** What the customer of an order can choose about its deposit, and what came of it. */
  depositChoicesOf: (db: Db, orderId: string) => Promise<DepositChoices>;
};
