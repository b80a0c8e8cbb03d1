import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { DepositChoices } from '#shared/deposits/deposits.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';

/** Ports that the features below provide to this one. */
export type DepositsPorts = {
  /** Choices of the customer about the deposit of an order, and their result. */
  depositChoicesOf: (on: Pick<Platform, 'db' | 'inTx'>, orderId: Id<'order'>) => Promise<DepositChoices>;
};

/** Everything that a service of this feature may need. */
export type DepositsDeps = Platform & ChainsPorts & DepositsPorts & OrdersPorts & RatesPorts & SettingsPorts;
