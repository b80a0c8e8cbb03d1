import type { OrderVersions } from './orders.versions.ts';

/** What `orders` lends to the features below it; made in compose.ts. */
export type OrdersPorts = {
  /** Which state of the lists of orders a poll has seen. */
  orders: OrderVersions;
};
