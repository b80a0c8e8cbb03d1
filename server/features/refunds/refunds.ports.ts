import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';

/** Everything that a service of this feature may need. */
export type RefundsDeps = Platform & ChainsPorts & SettingsPorts;
