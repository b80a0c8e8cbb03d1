import type { ChainSource, WatchedAddress } from '#server/adapters/chains/chain.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Platform } from '#server/platform.ts';
import type { BalanceGap } from '#shared/chains/chains.balances.ts';
import type { Reread, TransferState } from '#shared/chains/chains.transfers.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { Amount } from '#shared/kernel/money.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import type { chainTransfers } from './chains.tables.ts';

/** The source of a chain, and the independent second one where there is one. */
export type ChainReader = { source: ChainSource; witness?: ChainSource };

/** A transfer that a reorganisation took out of its block, with its state before. */
export type RemovedTransfer = { id: Id<'transfer'>; chain: ChainName; txHash: string; state: TransferState };

/** Only the chains that are switched on. */
export type ChainReaders = ReadonlyMap<ChainName, ChainReader>;

/** The columns of a stored transfer that its chain must confirm. */
export type StoredTransfer = Pick<
  typeof chainTransfers.$inferSelect,
  'chain' | 'txHash' | 'outIndex' | 'coinId' | 'toAddress' | 'toTag' | 'amount' | 'blockHeight' | 'blockHash'
>;

/** The answers of nodes that are asked once more about stored transfers, before money leaves. */
export type Rereads = {
  /**
   * Asks nodes about each transfer, eight at a time and for at most ten seconds in all, except those confirmed in the
   * last minute. Never inside a transaction. A node that does not answer is logged; nothing is thrown.
   */
  request: (transfers: readonly StoredTransfer[]) => Promise<void>;
  /** The answer of the last minute; undefined if the node was not asked. */
  resultOf: (transfer: StoredTransfer) => Reread | undefined;
};

/** The addresses that transfers of a coin have reached. */
export type HeldCoin = { coinId: string; addresses: readonly string[] };

/** No node is asked about more addresses of a coin than this. */
export const maxBalances = 2_000;

/** The sum of the balances, or why it is not known. */
export type ChainBalance = Amount<'coin'> | BalanceGap;

/** The answers of nodes about the balances of the operator's addresses. */
export type ChainBalances = {
  /** Asks about each coin, by its id, for two seconds at most. Never inside a transaction; throws nothing. */
  of: (coins: readonly HeldCoin[]) => Promise<ReadonlyMap<string, ChainBalance>>;
  /** Time of a node's last answer to this process about a coin; undefined without one. */
  readAt: (coinId: string) => Date | undefined;
};

/** Ports that the features below and the composition root provide to the watcher. */
export type ChainsPorts = {
  chainReaders: ChainReaders;
  rereads: Rereads;
  balances: ChainBalances;
  /** Milliseconds from one reading of a chain to the next; `pauseAfter` where it is not given. */
  chainPause?: (chain: ChainName, failures: number) => number;
  /** The deposit addresses of these coins in use, in the spelling of the operator. */
  watchedAddresses: (db: Db, coinIds: readonly string[]) => Promise<readonly WatchedAddress[]>;
  /** Runs in the transaction of a reorganisation, once for all transfers it removed. */
  onTransfersRemoved: (tx: Tx, removed: readonly RemovedTransfer[]) => Promise<void>;
  /** Runs when a chain was read to its newest block. */
  onChainRead: (chain: ChainName) => Promise<void>;
};

/** Everything that a service of this feature may need. */
export type ChainsDeps = Platform & ChainsPorts;
