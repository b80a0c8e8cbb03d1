import type { ChainTransfer, WatchedAddress } from '#server/adapters/chains/chain.ts';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import type { Metrics } from '#server/http/serving/metrics.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import type { ChainView } from '#shared/chains/chains.contract.ts';
import { isNodeWell } from '#shared/chains/chains.health.ts';
import type { Amount } from '#shared/kernel/money.ts';
import { chainDetails, chainNames, chainOfCoin, coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { storeTransfers } from './chains.arrivals.service.ts';
import { findBlock, findCursor, listCursors, writeCursor, type CursorRow } from './chains.blocks.queries.ts';
import { maxBalances, type ChainBalance, type ChainReader, type ChainsPorts, type ChainsDeps } from './chains.ports.ts';
import { listReached } from './chains.queries.ts';

export { isTransferSpent, listSpent, listTransfersAt as transfersTo, type TransferRow } from './chains.queries.ts';

type Reading = Pick<
  CursorRow,
  'okAt' | 'height' | 'tipHeight' | 'tipAt' | 'finalizedHeight' | 'finalizedAt' | 'lastError' | 'failedAt'
>;

/** The state of a chain's reader, for the verdict on a deposit and for the operator. Names no credentials. */
export type ChainState = Reading & {
  chain: ChainName;
  /** Host and port, or `simulated`. */
  source: string;
  witness: string | null;
  /** Null without a second source, or before it was asked. */
  witnessOk: boolean | null;
  witnessError: string | null;
};

type Readers = Pick<ChainsPorts, 'chainReaders'>;

/** The state of every chain that is switched on, in the order of the screens. */
export async function listChainStates({ db, chainReaders }: Pick<Platform, 'db'> & Readers): Promise<ChainState[]> {
  const cursors = new Map((await listCursors(db)).map((cursor) => [cursor.chain, cursor]));
  return chainNames.flatMap((chain) => {
    const reader = chainReaders.get(chain);
    return reader ? [stateOf(chain, reader, cursors.get(chain))] : [];
  });
}

/** Lists the active chains for admins. A second source that contradicts, or is silent, is an error of both. */
export async function chainViews(deps: Pick<Platform, 'db' | 'now'> & Readers): Promise<ChainView[]> {
  const now = deps.now();
  return (await listChainStates(deps)).map((state) => presentChain(state, now));
}

function presentChain(state: ChainState, now: Date): ChainView {
  const { chain, source, height, tipHeight, tipAt, lastError, witness, witnessOk, witnessError } = state;
  return {
    chain,
    source,
    height,
    tipAgeSeconds: tipAt && Math.max(0, Math.round((now.getTime() - tipAt.getTime()) / 1000)),
    behind: Math.max(0, (tipHeight ?? 0) - (height ?? tipHeight ?? 0)),
    lastError: lastError ?? witnessError,
    ok: isNodeWell(state, chain, now) && (witness === null || witnessOk === true),
  };
}

/** The state of a coin's chain; undefined where it is not read. */
export async function chainStateOf(
  { db, chainReaders }: Pick<Platform, 'db'> & Readers,
  coinId: string,
): Promise<ChainState | undefined> {
  const chain = chainOfCoin(coinId);
  const reader = chain && chainReaders.get(chain);
  return reader && stateOf(chain, reader, await findCursor(db, { chain }));
}

const emptyPosition = {
  okAt: null,
  height: null,
  tipHeight: null,
  tipAt: null,
  finalizedHeight: null,
  finalizedAt: null,
};
const unreadChain: Reading = { ...emptyPosition, lastError: null, failedAt: null };

/** A reading of another source is not valid for the one that is set up now. */
function stateOf(chain: ChainName, { source, witness }: ChainReader, newestCursor: CursorRow | undefined): ChainState {
  const cursor = newestCursor?.source === source.name ? newestCursor : undefined;
  const askedCursor = witness !== undefined && cursor?.witness === witness.name ? cursor : undefined;
  return {
    ...(cursor ?? unreadChain),
    chain,
    source: source.name,
    witness: witness?.name ?? null,
    witnessOk: askedCursor?.witnessAgrees ?? null,
    witnessError: askedCursor?.witnessError ?? null,
  };
}

/** Number of blocks that are searched for one transaction before others have their turn. */
const searchedAtOnce = 60;

/** The block that had a transaction before, the height up to which it was searched, and since when it can exist. */
type ReadProgress = { seenHeight: number | null; searchedHeight: number | null; since: Date };

/** Amount that a transaction pays to an address; `paid` is undefined while it is not found. */
type ReadPayments = {
  paid: readonly ChainTransfer[] | undefined;
  /** Height of its block; null while it waits, or if it is not found. */
  height: number | null;
  /** Height up to which the next search need not begin again; null where nothing was searched. */
  searchedHeight: number | null;
};

/**
 * The amount that a transaction pays to an address that is not ours; null if the chain is not read. A node without an
 * index is asked for the block where it was, else for the next ones. Throws FeedError when the source fails.
 */
export async function readPayments(
  { db, chainReaders }: Pick<Platform, 'db'> & Readers,
  to: WatchedAddress,
  txHash: string,
  progress: ReadProgress,
): Promise<ReadPayments | null> {
  const chain = chainOfCoin(to.coinId);
  const source = chain && chainReaders.get(chain)?.source;
  if (!source) return null;
  const { seenHeight, searchedHeight } = progress;
  const cursor = await findCursor(db, { chain });
  const transfers = await source.find(txHash, [to]);
  if (transfers || !source.findInBlocks) {
    const height = transfers?.find(({ block }) => block)?.block?.height ?? null;
    // A transfer that waits now is in no block that was read before.
    const isWaiting = transfers !== undefined && height === null;
    return { paid: transfers, height, searchedHeight: isWaiting ? (cursor?.height ?? null) : searchedHeight };
  }
  const search = (range: { from: number; to: number }) => source.findInBlocks?.(txHash, range, [to]);
  const seenResult = seenHeight !== null && (await search({ from: seenHeight, to: seenHeight }));
  if (seenResult) return { paid: seenResult.paid, height: seenHeight, searchedHeight };
  const newestHeight = cursor?.height ?? 0;
  if (seenHeight === null && searchedHeight !== null && searchedHeight >= newestHeight)
    return { paid: undefined, height: null, searchedHeight };
  const from = firstBlock(chain, cursor, progress);
  const lastHeight = Math.min(newestHeight, from + searchedAtOnce - 1);
  const searchResult = await search({ from, to: lastHeight });
  return { paid: searchResult?.paid, height: searchResult?.block.height ?? null, searchedHeight: lastHeight };
}

/** Blocks come at uneven intervals, so a search for a transaction starts this much earlier than their average says. */
const searchedFactor = 1.5;

/** The block to search from. A reorganisation can have put a transaction into a block below the last searched one. */
function firstBlock(
  chain: ChainName,
  cursor: CursorRow | undefined,
  { seenHeight, searchedHeight, since }: ReadProgress,
): number {
  const { blockSeconds, finalDepth } = chainDetails[chain];
  const knownSeenHeight = seenHeight ?? searchedHeight;
  if (knownSeenHeight !== null) return Math.max(0, knownSeenHeight + 1 - finalDepth);
  const seconds = ((cursor?.tipAt ?? since).getTime() - since.getTime()) / 1000;
  const blocksBehind = Math.ceil((Math.max(0, seconds) * searchedFactor) / blockSeconds);
  return Math.max(0, (cursor?.height ?? 0) - blocksBehind);
}

/** Balance of each coin at its address, in the order given; none at all if the source has none or does not answer. */
export async function balancesAt(
  { chainReaders, log }: Pick<Platform, 'log'> & Readers,
  chain: ChainName,
  watchedAddresses: readonly WatchedAddress[],
): Promise<readonly Amount<'coin'>[]> {
  try {
    return (await chainReaders.get(chain)?.source.balances?.(watchedAddresses)) ?? [];
  } catch (error) {
    log.warn({ chain, ...describeError(error) }, 'the balances of own addresses could not be read');
    return [];
  }
}

/**
 * Balance of each coin at all addresses that its transfers have reached, by its node, or why it is unknown; by the
 * coin's id, in coins. Never inside a transaction.
 */
export async function coinsLeft(
  { db, balances }: Pick<Platform, 'db'> & Pick<ChainsPorts, 'balances'>,
  coinIds: readonly string[],
): Promise<ReadonlyMap<string, ChainBalance>> {
  const heldBalances = coinIds.map(async (coinId) => ({
    coinId,
    addresses: (await listReached(db, { coinId, limit: maxBalances + 1 })).map(({ address }) => address),
  }));
  return balances.of(await Promise.all(heldBalances));
}

/** Records that the source of a coin's chain did not answer, until it is read again. */
export async function markFailed(
  tx: Tx,
  { now, chainReaders }: Pick<ChainsDeps, 'chainReaders' | 'now'>,
  coinId: string,
): Promise<void> {
  const chain = chainOfCoin(coinId);
  const source = chain && chainReaders.get(chain)?.source;
  if (source) await writeCursor(tx, chain, { source: source.name, failedAt: now() });
}

/**
 * Asks the source of a coin's chain for a transaction and stores its payments to the addresses; without a hash only for
 * its newest block. True if the source has it, undefined for a chain that is not read. Throws FeedError.
 */
export async function searchTransaction(
  { inTx, now, chainReaders }: Pick<ChainsDeps, 'chainReaders' | 'now'> & Pick<Platform, 'inTx'>,
  { coinId, addresses }: { coinId: string; addresses: readonly string[] },
  txHash: string | null,
): Promise<boolean | undefined> {
  const chain = chainOfCoin(coinId);
  const source = chain && chainReaders.get(chain)?.source;
  if (!source) return undefined;
  if (txHash === null) {
    await source.tip();
    return false;
  }
  const transfers = await source.find(
    txHash,
    addresses.flatMap((address) => coinsOfChain(chain).map((id) => ({ coinId: id, address }))),
  );
  if (!transfers) return false;
  await storeFound({ inTx, now }, chain, transfers);
  return true;
}

/**
 * Asks the source of a chain for the newest transfers to addresses and stores them; returns how many were new. A
 * source without an index by address gives none. Throws FeedError.
 */
export async function searchAddress(
  { inTx, now, chainReaders }: Pick<ChainsDeps, 'chainReaders' | 'now'> & Pick<Platform, 'inTx'>,
  chain: ChainName,
  watchedAddresses: readonly WatchedAddress[],
): Promise<number> {
  const transfers = await chainReaders.get(chain)?.source.history?.(watchedAddresses);
  return transfers ? storeFound({ inTx, now }, chain, transfers) : 0;
}

/** Stores the transfers that the source named; returns how many were new or have moved. */
function storeFound(
  { inTx, now }: Pick<Platform, 'inTx' | 'now'>,
  chain: ChainName,
  chainTransfers: readonly ChainTransfer[],
): Promise<number> {
  return inTx(async (tx) => {
    const cursor = await findCursor(tx, { chain });
    const storedTransfers = await Promise.all(
      chainTransfers.map(async (transfer) => {
        const { block } = transfer;
        if (!block) return transfer;
        const readBlock = await findBlock(tx, { chain, height: block.height });
        // The watcher could not take back a block that it has not read, or read differently: the payment waits for it.
        const isRead = readBlock ? readBlock.hash === block.hash : block.height <= (cursor?.height ?? -1);
        return isRead ? transfer : { ...transfer, block: undefined };
      }),
    );
    const storable = storedTransfers.filter(({ block, byContract }) => block || !byContract);
    const changedIds = await storeTransfers(tx, chain, storable, now());
    if (changedIds > 0) await publish(tx, { kind: 'chain_advanced', chain });
    return changedIds;
  });
}

/** The state of each chain as metrics; every process answers the same, as all of them read the stored state. */
export function observeChains(
  deps: Pick<Platform, 'db' | 'now'> & Pick<ChainsPorts, 'chainReaders'>,
  { Gauge, registry }: Metrics,
): void {
  if (deps.chainReaders.size === 0) return;
  const gauge = (name: string, help: string, valueOf: (state: ChainState) => number | null) =>
    new Gauge({
      name: `landfall_chain_${name}`,
      help,
      labelNames: ['chain'],
      registers: [registry],
      async collect() {
        for (const state of await listChainStates(deps)) this.set({ chain: state.chain }, valueOf(state) ?? NaN);
      },
    });
  const ageOf = (at: Date | null) => at && (deps.now().getTime() - at.getTime()) / 1000;
  const blocksBehind = ({ height, tipHeight }: ChainState) =>
    height !== null && tipHeight !== null ? tipHeight - height : null;
  gauge('height', 'The newest block that was read', ({ height }) => height);
  gauge('behind_blocks', 'Blocks that the source has and that were not read yet', blocksBehind);
  gauge('tip_age_seconds', 'Age of the newest block of the source', ({ tipAt }) => ageOf(tipAt));
  gauge('read_age_seconds', 'Time since the chain was read to its newest block', ({ okAt }) => ageOf(okAt));
  gauge('sources_disagree', '1 when the second source is on another chain', ({ witnessOk }) =>
    Number(witnessOk === false),
  );
  gauge('failing', '1 when the last reading failed', ({ lastError }) => Number(lastError !== null));
  const sourceOf = ({ chain }: ChainState) => deps.chainReaders.get(chain)?.source;
  const requestCount = (state: ChainState) => sourceOf(state)?.requests() ?? 0;
  gauge('requests', 'Requests that this process has sent to the source, without those for the mempool', requestCount);
  const forMempool = (state: ChainState) => sourceOf(state)?.mempoolRequests?.() ?? 0;
  gauge('mempool_requests', 'Requests that this process has sent to read the mempool', forMempool);
}
