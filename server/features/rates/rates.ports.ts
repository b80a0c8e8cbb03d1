import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { Decimal } from '#shared/kernel/money.ts';
import type { RatesReader } from './rates.snapshot.ts';

/**
 * Rate that the admin set for one US dollar in a currency; it overrides the provider's even after its expiry, when
 * nothing is quoted.
 */
export type AdminRate = { unitsPerUsd: Decimal; updatedAt: Date; isExpired: () => boolean };

/** Active admin rates by currency. The composition root injects it, because a later feature stores them. */
export type AdminRates = () => Promise<ReadonlyMap<string, AdminRate>>;

/**
 * Ids of the coins that have a deposit address in use. The composition root injects it, because a later feature stores
 * the addresses.
 */
export type SellableCoins = () => Promise<ReadonlySet<string>>;

/** Ports that `rates` provides to the features below it; made in compose.ts. */
export type RatesPorts = {
  /** All coin and currency rates, from memory; read through `currentRate`. */
  rates: RatesReader;
  /** Rates set by an administrator, which win over the provider's. */
  adminRates: AdminRates;
  /** The coins that customers can send now. */
  sellableCoins: SellableCoins;
};

/** Everything that a service of this feature may need. */
export type RatesDeps = Pick<Platform, 'db' | 'fx' | 'inTx' | 'log' | 'prices' | 'priceSources'> & {
  /** Recipient of notices to the administrator. */
  env: { admin: Pick<Platform['env']['admin'], 'email'> };
} & RatesPorts &
  SettingsPorts;
