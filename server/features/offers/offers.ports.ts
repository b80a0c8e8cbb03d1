import type { SellDeps } from '#server/features/sell/sell.ports.ts';
import type { SettlementsPorts } from '#server/features/settlements/settlements.ports.ts';

/** Everything that a service of this feature may need. */
export type OffersDeps = SellDeps & SettlementsPorts;
