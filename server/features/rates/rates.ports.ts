import type { AdminRates, RatesReader, SellableCoins } from './rates.service.ts';

/** Ports that `rates` provides to the features below it; made in compose.ts. */
export type RatesPorts = {
  /** All coin and currency rates, from memory; read through `currentRate`. */
  rates: RatesReader;
  /** Rates set by an administrator, which win over the provider's. */
  adminRates: AdminRates;
  /** The coins that customers can send now. */
  sellableCoins: SellableCoins;
};
