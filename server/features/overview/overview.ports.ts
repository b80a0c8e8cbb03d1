import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { WalletsPorts } from '#server/features/wallets/wallets.ports.ts';
import type { Platform } from '#server/platform.ts';

/** Everything that a service of this feature may need. */
export type OverviewDeps = Platform & ChainsPorts & RatesPorts & SettingsPorts & WalletsPorts;
