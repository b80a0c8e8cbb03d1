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
import { storeTransfers } from './chains.arrivals.service.ts';
import * as blockQueries from './chains.blocks.queries.ts';
import type { ChainsDeps } from './chains.ports.ts';
import * as queries from './chains.queries.ts';

/**
 * The first reading begins this long before the newest block, so that it sees transfers that are under way when a
 * source is set up.
 */
const lookbackSeconds = 3_600;
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
  // Before the blocks: what leaves the mempool in between is found in one of them.
  const pending = await source.pending?.(await withPending(deps, chain, await listWatched()));
  const tip = await source.tip();
  assertPlausible(chain, tip, deps.now(), (await blockQueries.listBlocks(deps.db, { chain, limit: 1 }))[0]);
  if (position && tip.height <= position.height && tip.hash !== position.hash) {
    position = await leaveRemovedBlocks(deps, source, position, tip);
  }
  let notice: string | undefined;
  let hasLeft = false;
  let next = firstOf(chain, position, tip);
  const watched = next <= tip.height ? await listWatched() : [];
  while (next <= tip.height) {
    if (isStopping()) return;
    const to = Math.min(tip.height, next + source.maxRange - 1);
    const range = await source.transfersIn(next, to, watched);
    if (position && !follows(range, position)) {
      if (hasLeft) throw new FeedError('the chain changed while it was read');
      hasLeft = true;
      position = await leaveRemovedBlocks(deps, source, position, tip);
      next = position.height + 1;
      continue;
    }
    position = await storeRange(deps, source, { position, range, from: next, to, tip });
    notice = range.notice ?? notice;
    next = to + 1;
  }
  await storeTip(deps, source, { position, tip, pending, notice });
}

const firstBlockEver = { height: 0, at: new Date('2009-01-03T00:00:00Z') };
/** A chain may be this many blocks ahead by chance, or this many times as fast by a new schedule. */
const blocksOfLuck = 2_000;
const fasterThanUsual = 4;

/** A source that names a height which no chain can have by now would be read, and its blocks stored, without an end. */
function assertPlausible(chain: ChainName, tip: ChainTip, now: Date, known = firstBlockEver): void {
  const usualBlocks = Math.max(0, now.getTime() - known.at.getTime()) / 1000 / chainDetails[chain].blockSeconds;
  if (tip.height - known.height > blocksOfLuck + fasterThanUsual * usualBlocks) {
    throw new FeedError('the source names a newest block further ahead than the time since the last one allows');
  }
}

/** A pending transfer is polled until it is in a block or gone, also where no other payment is expected. */
async function withPending(
  { db }: ChainsDeps,
  chain: ChainName,
  watched: readonly WatchedAddress[],
): Promise<readonly WatchedAddress[]> {
  const pending = new Set((await queries.listPendingAddresses(db, { chain })).map(({ address }) => address));
  return watched.map((item) => (pending.has(item.address) ? { ...item, isAwaited: true } : item));
}

/**
 * False if the first block of a range comes right after the block that was read last and does not name it as its
 * parent.
 */
function follows({ blocks: [first] }: ChainRange, { height, hash }: NonNullable<Position>): boolean {
  return first?.height !== height + 1 || first.parentHash === hash;
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
    const removed = await blockQueries.removeBlocksAbove(tx, source.chain, fork.height);
    await blockQueries.writeCursor(tx, source.chain, { source: source.name, height: fork.height, hash: fork.hash });
    if (removed.length > 0) await deps.onTransfersRemoved(tx, removed);
    await publish(tx, { kind: 'chain_advanced', chain: source.chain });
  });
  return fork;
}

/** The newest stored block that the source still has, by halving; `blocks` are newest first. */
async function findFork(source: ChainSource, blocks: readonly { height: number; hash: string }[]): Promise<Position> {
  let first = 0;
  let last = blocks.length;
  while (first < last) {
    const middle = (first + last) >> 1;
    const block = blocks[middle];
    if (block && (await source.blockHash(block.height)) === block.hash) last = middle;
    else first = middle + 1;
  }
  return blocks[first];
}

/** Two writers of one chain would lose blocks: who finds another position than the one it read from stores nothing. */
async function lockPosition(tx: Tx, chain: ChainName, expected: Position): Promise<void> {
  await lockName(tx, `chain ${chain}`);
  const found = positionOf(await blockQueries.findCursor(tx, { chain }));
  if (found?.hash !== expected?.hash) throw new FeedError('another process has read this chain meanwhile');
}

type Reading = { position: Position; range: ChainRange; from: number; to: number; tip: ChainTip };

async function storeRange(
  { inTx, now }: ChainsDeps,
  { chain, name }: ChainSource,
  { position, range: { blocks, transfers, notice }, from, to, tip }: Reading,
): Promise<Position> {
  const last = blocks.at(-1);
  if (last?.height !== to) throw new FeedError('the source left out blocks');
  assertChained(blocks, from, position);
  await inTx(async (tx) => {
    await lockPosition(tx, chain, position);
    await blockQueries.insertBlocks(tx, chain, blocks);
    // Worthless tokens are sent to public addresses by the thousand; one is stored when a customer names its hash.
    const bought = transfers.filter(({ coinId }) => !isOtherToken(coinId));
    const changed = await storeTransfers(tx, chain, bought, now());
    const reached = { height: last.height, hash: last.hash, tipHeight: tip.height, tipAt: tip.at };
    await blockQueries.writeCursor(tx, chain, { source: name, ...reached, lastError: notice ?? null });
    await blockQueries.trimBlocks(tx, { chain, height: last.height });
    if (changed > 0 || (await queries.hasOpenTransfers(tx, { chain })))
      await publish(tx, { kind: 'chain_advanced', chain });
  });
  return { height: last.height, hash: last.hash };
}

/** Each block names the one before it; where one is left out, a range cannot be checked. */
function assertChained(blocks: ChainRange['blocks'], from: number, position: Position): void {
  const before = position && { height: position.height, hash: position.hash };
  const whole = before?.height === from - 1 ? [before, ...blocks] : blocks;
  whole.forEach((block, index) => {
    const next = whole[index + 1];
    if (!next || next.height !== block.height + 1 || !('parentHash' in next)) return;
    if (next.parentHash !== block.hash) throw new FeedError('the chain changed while it was read');
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
  const finalized = finalizedOf(chain, tip);
  await inTx(async (tx) => {
    await lockPosition(tx, chain, position);
    let changed = finalized ? await queries.markFinal(tx, { chain, height: finalized.height }) : 0;
    if (pending) {
      changed += await storeTransfers(tx, chain, pending, now());
      const hashes = pending.map(({ txHash }) => txHash);
      changed += await queries.markReplaced(tx, { chain, hashes, now: now() });
    }
    await blockQueries.writeCursor(tx, chain, {
      source: source.name,
      tipHeight: tip.height,
      tipAt: tip.at,
      finalizedHeight: finalized?.height ?? null,
      finalizedAt: finalized?.at ?? null,
      okAt: now(),
      failedAt: null,
      ...(notice === undefined && { lastError: null }),
    });
    if (changed > 0) await publish(tx, { kind: 'chain_advanced', chain });
  });
}

/** Height that the chain calls final, or the one that is deeper than any setting asks for. */
function finalizedOf(chain: ChainName, tip: ChainTip): { height: number; at: Date } | undefined {
  const { namesFinal, finalDepth } = chainDetails[chain];
  if (namesFinal) return tip.finalized;
  return tip.height >= finalDepth ? { height: tip.height - finalDepth + 1, at: tip.at } : undefined;
}
