import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';

/** Everything that a service of this feature may need. */
export type PayoutsDeps = Platform & OrdersPorts & RatesPorts & SettingsPorts;
