import type { Amount } from '#shared/kernel/money.ts';
import type { ChainName } from '#shared/reference/chains.ts';

export interface ChainBlock {
  height: number;
  hash: string;
  parentHash: string;
  at: Date;
}

/** The newest block of a source, and the newest final block of a chain that reports one. */
export interface ChainTip {
  height: number;
  hash: string;
  at: Date;
  finalized?: { height: number; at: Date };
}

/** An address whose incoming transfers of one coin are read, in the operator's spelling. */
export interface WatchedAddress {
  coinId: string;
  address: string;
  /** False while no payment is expected there: a source queried address by address leaves it out of the mempool. */
  isAwaited?: boolean;
}

/** One output, log or payment to a watched address. */
export interface ChainTransfer {
  /**
   * Hash in lower case. A payment moved by a contract has the hash of its block, because the transaction cannot be
   * read.
   */
  txHash: string;
  /** Output, log or contract within the transaction; -1 of a payment moved by a contract. */
  outIndex: number;
  /** A coin of the operator, or `token:` with the contract of a token that it does not buy. */
  coinId: string;
  /** In the spelling of the watched address. */
  to: string;
  /** Destination tag. */
  tag: string | null;
  /** The senders; empty where the source does not have them. */
  from: readonly string[];
  /** In coins; 0 for a token of unknown decimals. */
  amount: Amount<'coin'>;
  /** Absent while it waits to be included. */
  block?: Pick<ChainBlock, 'height' | 'hash' | 'at'>;
  /** The transaction was included and did nothing. */
  failed: boolean;
  byContract: boolean;
}

export interface ChainRange {
  /** Every block of the range, in order of height. */
  blocks: readonly ChainBlock[];
  transfers: readonly ChainTransfer[];
  /** Findings that this source could not determine in the range, for the operator. */
  notice?: string;
}

/** A payment to play: of another token where `coinId` begins with `token:`. */
export interface ChainOutput {
  to: string;
  coinId: string;
  amount: Amount<'coin'>;
  tag?: string | null;
}

/** Controls of a chain in memory. */
export interface ChainControls {
  /** Puts a payment into the mempool, one that was dropped by its hash; returns its hash. */
  pay: (
    outputs: readonly ChainOutput[],
    options?: { failed?: boolean; byContract?: boolean; from?: string | undefined; hash?: string },
  ) => string;
  /** Replaces an unconfirmed payment, as one with a higher fee does. */
  replace: (txHash: string, outputs: readonly ChainOutput[]) => string;
  /** Drops a payment that waits. */
  drop: (txHash: string) => void;
  /** Stops automatic mining: from now on `mine` alone mines blocks. */
  hold: () => void;
  /** Mines blocks; the first one includes every waiting transaction. `at` is the time of the first. */
  mine: (count?: number, at?: Date) => void;
  /** Replaces the newest blocks by one more of other hashes; their payments wait again or, with `drop`, are gone. */
  reorganise: (depth: number, options?: { drop?: boolean }) => void;
}

/** A reader of one chain. Methods throw FeedError without the source's address, a password or a key in it. */
export interface ChainSource {
  readonly chain: ChainName;
  /** Name of the node for the operator: host and port, or `simulated`. */
  readonly name: string;
  /** The largest number of blocks that one call of transfersIn may cover. */
  readonly maxRange: number;
  /** The number of requests so far, without those that read the mempool where these are counted apart. */
  requests(): number;
  /** The number of requests that read the mempool. */
  mempoolRequests?(): number;
  tip(): Promise<ChainTip>;
  /** `undefined` above the tip. */
  blockHash(height: number): Promise<string | undefined>;
  /** The blocks `from` to `to`, both included, and their payments to the watched addresses. */
  transfersIn(from: number, to: number, watched: readonly WatchedAddress[]): Promise<ChainRange>;
  /** Payments of a transaction to the watched addresses; undefined when the source does not have it. */
  find(txHash: string, watched: readonly WatchedAddress[]): Promise<readonly ChainTransfer[] | undefined>;
  /**
   * The newest transfers to addresses, however old; absent where the source has no index by address: it reads all
   * blocks.
   */
  history?(watched: readonly WatchedAddress[]): Promise<readonly ChainTransfer[]>;
  /**
   * Finds a transaction among the blocks `from` to `to`, with its payments to the watched addresses; undefined if none
   * has it. Absent if `find` also knows transactions in blocks.
   */
  findInBlocks?(
    txHash: string,
    range: { from: number; to: number },
    watched: readonly WatchedAddress[],
  ): Promise<{ block: Pick<ChainBlock, 'height' | 'hash' | 'at'>; paid: readonly ChainTransfer[] } | undefined>;
  /**
   * Balance of each coin at its address, in the order given; absent where a source would have to read the whole chain.
   */
  balances?(wanted: readonly WatchedAddress[]): Promise<readonly Amount<'coin'>[]>;
  /** All transfers that wait to be included; absent where the source has no mempool that can be read. */
  pending?(watched: readonly WatchedAddress[]): Promise<readonly ChainTransfer[]>;
  /** Continues after this block when the process restarts; only for a chain in memory. */
  resume?(block: { height: number; hash: string }): void;
  /** Only of a chain in memory. */
  readonly controls?: ChainControls;
  /** Calls back on each move of a chain in memory, which is then read at once; returns how to stop. */
  onMoved?(listener: () => void): () => void;
}

type OptionalField = 'outIndex' | 'tag' | 'from' | 'failed' | 'byContract';

/** Makes a transfer: by default the first output of its transaction, successful, with nothing else known of it. */
export function transferOf(details: Omit<ChainTransfer, OptionalField> & Partial<ChainTransfer>): ChainTransfer {
  return { outIndex: 0, tag: null, from: [], failed: false, byContract: false, ...details };
}

/** The coin id of a token that the operator does not buy. */
export const otherToken = (contract: string): string => `token:${contract}`;

/** True for the id of a token that we do not trade. */
export const isOtherToken = (coinId: string): boolean => coinId.startsWith('token:');
