import {
  isOtherToken,
  type ChainRange,
  type ChainSource,
  type ChainTip,
  type ChainTransfer,
  type WatchedAddress,
} from '#server/adapters/chains/chain.ts';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { publish } from '#server/events/publish.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { hourSeconds } from '#shared/reference/units-of-time.ts';
import { storeTransfers } from './chains.arrivals.service.ts';
import * as blockQueries from './chains.blocks.queries.ts';
import type { ChainsDeps } from './chains.ports.ts';
import * as queries from './chains.queries.ts';

/**
 * The first reading begins this long before the newest block, so that it sees transfers that are under way when a
 * source is set up.
 */
const lookbackSeconds = hourSeconds;
const minLookback = 6;

type Position = { height: number; hash: string } | undefined;

/**
 * Reads a chain from its stored position to its newest block; each range is stored in one transaction with the new
 * position. `listWatched` runs once the newest block is known, `isStopping` between ranges. Throws FeedError when the
 * source fails.
 */
export async function followChain(
  deps: ChainsDeps,
  source: ChainSource,
  listWatched: () => Promise<readonly WatchedAddress[]>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { chain } = source;
  let position = positionOf(await blockQueries.findCursor(deps.db, { chain }));
  if (position) source.resume?.(position);
  // The mempool is read before the blocks: a transaction that leaves it in between is found in a block.
  const mempoolTransfers = await source.pending?.(await withPending(deps, chain, await listWatched()));
  const tip = await source.tip();
  assertPlausible(chain, tip, deps.now(), (await blockQueries.listBlocks(deps.db, { chain, limit: 1 }))[0]);
  if (position && tip.height <= position.height && tip.hash !== position.hash) {
    position = await leaveRemovedBlocks(deps, source, position, tip);
  }
  let notice: string | undefined;
  let hasLeft = false;
  let nextHeight = firstOf(chain, position, tip);
  const watchedAddresses = nextHeight <= tip.height ? await listWatched() : [];
  while (nextHeight <= tip.height) {
    if (isStopping()) return;
    const to = Math.min(tip.height, nextHeight + source.maxRange - 1);
    const range = await source.transfersIn(nextHeight, to, watchedAddresses);
    if (position && !follows(range, position)) {
      if (hasLeft) throw new FeedError('the chain changed while it was read');
      hasLeft = true;
      position = await leaveRemovedBlocks(deps, source, position, tip);
      nextHeight = position.height + 1;
      continue;
    }
    position = await storeRange(deps, source, { position, range, from: nextHeight, to, tip });
    notice = range.notice ?? notice;
    nextHeight = to + 1;
  }
  await storeTip(deps, source, { position, tip, pending: mempoolTransfers, notice });
}

const firstBlockEver = { height: 0, at: new Date('2009-01-03T00:00:00Z') };
/** Number of blocks by which a chain may be ahead by chance, and the factor by which a new schedule may speed it up. */
const blocksOfLuck = 2_000;
const fasterThanUsual = 4;

/**
 * Refuses a source that names a height which no chain can have by now: its blocks would be read and stored without an
 * end.
 */
function assertPlausible(chain: ChainName, tip: ChainTip, now: Date, knownHeight = firstBlockEver): void {
  const usualBlocks = Math.max(0, now.getTime() - knownHeight.at.getTime()) / 1000 / chainDetails[chain].blockSeconds;
  if (tip.height - knownHeight.height > blocksOfLuck + fasterThanUsual * usualBlocks) {
    throw new FeedError('the source names a newest block further ahead than the time since the last one allows');
  }
}

/** A pending transfer is polled until it is in a block or gone, also where no other payment is expected. */
async function withPending(
  { db }: ChainsDeps,
  chain: ChainName,
  watchedAddresses: readonly WatchedAddress[],
): Promise<readonly WatchedAddress[]> {
  const pendingAddresses = new Set((await queries.listPendingAddresses(db, { chain })).map(({ address }) => address));
  return watchedAddresses.map((item) => (pendingAddresses.has(item.address) ? { ...item, isAwaited: true } : item));
}

/**
 * False if the first block of a range comes right after the block that was read last and does not name it as its
 * parent.
 */
function follows({ blocks: [firstBlock] }: ChainRange, { height, hash }: NonNullable<Position>): boolean {
  return firstBlock?.height !== height + 1 || firstBlock.parentHash === hash;
}

function positionOf(cursor: Pick<blockQueries.CursorRow, 'height' | 'hash'> | undefined): Position {
  const { height = null, hash = null } = cursor ?? {};
  return height === null || hash === null ? undefined : { height, hash };
}

function firstOf(chain: ChainName, position: Position, tip: ChainTip): number {
  if (position) return position.height + 1;
  const lookback = Math.max(minLookback, Math.ceil(lookbackSeconds / chainDetails[chain].blockSeconds));
  return Math.max(0, tip.height - lookback + 1);
}

/** Goes back to the newest block that is still on the chain. */
async function leaveRemovedBlocks(
  deps: ChainsDeps,
  source: ChainSource,
  position: NonNullable<Position>,
  tip: ChainTip,
): Promise<NonNullable<Position>> {
  const blocks = await blockQueries.listBlocks(deps.db, { chain: source.chain, limit: blockQueries.blocksStored });
  if (tip.height < position.height && blocks.some(({ hash }) => hash === tip.hash)) {
    throw new FeedError('the source is behind what it said before');
  }
  const fork = await findFork(source, blocks);
  if (!fork) throw new FeedError('the source follows another chain than before');
  await deps.inTx(async (tx) => {
    await lockPosition(tx, source.chain, position);
    const removedTransfers = await blockQueries.removeBlocksAbove(tx, source.chain, fork.height);
    await blockQueries.writeCursor(tx, source.chain, { source: source.name, height: fork.height, hash: fork.hash });
    if (removedTransfers.length > 0) await deps.onTransfersRemoved(tx, removedTransfers);
    await publish(tx, { kind: 'chain_advanced', chain: source.chain });
  });
  return fork;
}

/** The newest stored block that the source still has, by halving; `blocks` are newest first. */
async function findFork(source: ChainSource, blocks: readonly { height: number; hash: string }[]): Promise<Position> {
  let first = 0;
  let endIndex = blocks.length;
  while (first < endIndex) {
    const middle = (first + endIndex) >> 1;
    const block = blocks[middle];
    if (block && (await source.blockHash(block.height)) === block.hash) endIndex = middle;
    else first = middle + 1;
  }
  return blocks[first];
}

/** Two writers of one chain would lose blocks: who finds another position than the one it read from stores nothing. */
async function lockPosition(tx: Tx, chain: ChainName, expectedPosition: Position): Promise<void> {
  await lockName(tx, `chain ${chain}`);
  const storedPosition = positionOf(await blockQueries.findCursor(tx, { chain }));
  if (storedPosition?.hash !== expectedPosition?.hash)
    throw new FeedError('another process has read this chain meanwhile');
}

type Reading = { position: Position; range: ChainRange; from: number; to: number; tip: ChainTip };

async function storeRange(
  { inTx, now }: ChainsDeps,
  { chain, name }: ChainSource,
  { position, range: { blocks, transfers, notice }, from, to, tip }: Reading,
): Promise<Position> {
  const lastBlock = blocks.at(-1);
  if (lastBlock?.height !== to) throw new FeedError('the source left out blocks');
  assertChained(blocks, from, position);
  await inTx(async (tx) => {
    await lockPosition(tx, chain, position);
    await blockQueries.insertBlocks(tx, chain, blocks);
    // Worthless tokens are sent to public addresses by the thousand; one is stored when a customer names its hash.
    const coinTransfers = transfers.filter(({ coinId }) => !isOtherToken(coinId));
    const changedTransfers = await storeTransfers(tx, chain, coinTransfers, now());
    const reachedPosition = { height: lastBlock.height, hash: lastBlock.hash, tipHeight: tip.height, tipAt: tip.at };
    await blockQueries.writeCursor(tx, chain, { source: name, ...reachedPosition, lastError: notice ?? null });
    await blockQueries.trimBlocks(tx, { chain, height: lastBlock.height });
    if (changedTransfers > 0 || (await queries.hasOpenTransfers(tx, { chain })))
      await publish(tx, { kind: 'chain_advanced', chain });
  });
  return { height: lastBlock.height, hash: lastBlock.hash };
}

/** Each block names the one before it; where one is left out, a range cannot be checked. */
function assertChained(blocks: ChainRange['blocks'], from: number, position: Position): void {
  const previousBlock = position && { height: position.height, hash: position.hash };
  const linkedBlocks = previousBlock?.height === from - 1 ? [previousBlock, ...blocks] : blocks;
  linkedBlocks.forEach((block, index) => {
    const nextBlock = linkedBlocks[index + 1];
    if (!nextBlock || nextBlock.height !== block.height + 1 || !('parentHash' in nextBlock)) return;
    if (nextBlock.parentHash !== block.hash) throw new FeedError('the chain changed while it was read');
  });
}

type Reached = {
  position: Position;
  tip: ChainTip;
  pending: readonly ChainTransfer[] | undefined;
  /** Result of a range that was just read. */
  notice: string | undefined;
};

async function storeTip({ inTx, now }: ChainsDeps, source: ChainSource, { position, tip, pending, notice }: Reached) {
  const { chain } = source;
  const finalizedBlock = finalizedOf(chain, tip);
  await inTx(async (tx) => {
    await lockPosition(tx, chain, position);
    let changedCount = finalizedBlock ? await queries.markFinal(tx, { chain, height: finalizedBlock.height }) : 0;
    if (pending) {
      changedCount += await storeTransfers(tx, chain, pending, now());
      const hashes = pending.map(({ txHash }) => txHash);
      changedCount += await queries.markReplaced(tx, { chain, hashes, now: now() });
    }
    await blockQueries.writeCursor(tx, chain, {
      source: source.name,
      tipHeight: tip.height,
      tipAt: tip.at,
      finalizedHeight: finalizedBlock?.height ?? null,
      finalizedAt: finalizedBlock?.at ?? null,
      okAt: now(),
      failedAt: null,
      ...(notice === undefined && { lastError: null }),
    });
    if (changedCount > 0) await publish(tx, { kind: 'chain_advanced', chain });
  });
}

/** Height that the chain calls final, or the one that is deeper than any setting asks for. */
function finalizedOf(chain: ChainName, tip: ChainTip): { height: number; at: Date } | undefined {
  const { namesFinal, finalDepth } = chainDetails[chain];
  if (namesFinal) return tip.finalized;
  return tip.height >= finalDepth ? { height: tip.height - finalDepth + 1, at: tip.at } : undefined;
}
