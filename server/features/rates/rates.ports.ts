import type { AdminRates, RatesReader } from './rates.service.ts';

/** What `rates` lends to the features below it; made in compose.ts. */
export type RatesPorts = {
  /** All coin and currency rates, from memory; read through `currentRate`. */
  rates: RatesReader;
  /** Rates set by an administrator, which win over the provider's. */
  adminRates: AdminRates;
};
