import type { Db } from '#server/db/connection.ts';
import type { Platform } from '#server/platform.ts';
import type { WalletView } from '#shared/wallets/wallets.contract.ts';

/** Ports that the feature of deposit sources provides to this one, which is above it. */
export type WalletsPorts = {
  /** The receiving of each coin; a coin without a line is received at its shared address. */
  receivingByCoin: (db: Db) => Promise<ReadonlyMap<string, WalletView['receiving']>>;
  /** True where a coin has or had this own address or tag. */
  isOwnAddressOf: (
    db: Pick<Db, 'ask'>,
    target: { cryptoId: string; address: string; memo: string | null },
  ) => Promise<boolean>;
};

/** Everything that a service of this feature may need. */
export type WalletsDeps = Platform & WalletsPorts;
