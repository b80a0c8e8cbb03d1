import type { ExchangeReader } from './fiat-exchange.service.ts';

/** Ports that `fiat-exchange` provides to the features below it; made in compose.ts. */
export type FiatExchangePorts = {
  /** Exchange currencies and pair rates, from memory. */
  exchange: ExchangeReader;
};
