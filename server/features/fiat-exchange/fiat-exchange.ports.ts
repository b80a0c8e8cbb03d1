import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { ExchangeReader } from './fiat-exchange.rates.ts';

/** Ports that `fiat-exchange` provides to the features below it; made in compose.ts. */
export type FiatExchangePorts = {
  /** Exchange currencies and pair rates, from memory. */
  exchange: ExchangeReader;
};

/** Everything that a service of this feature may need. */
export type FiatExchangeDeps = Platform & FiatExchangePorts & OrdersPorts & RatesPorts & SettingsPorts;
