import type { Tx } from '#server/db/connection.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';

/** Ports that the features below provide to this one. */
export type DepositSourcesPorts = {
  /** Removes a stopped address from stored answers, and mails the customers who may be about to pay there. */
  informOfStop: (tx: Tx, stopped: { address: string; memo: string }, at: Date) => Promise<void>;
};

/** Everything that a service of this feature may need, beside its ports. */
export type DepositSourcesDeps = Platform & ChainsPorts & SettingsPorts;
