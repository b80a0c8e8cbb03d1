import { setTimeout as pause } from 'node:timers/promises';
import type { ChainSource, WatchedAddress } from '#server/adapters/chains/chain.ts';
import { trySessionLock, type SessionLock } from '#server/db/session-lock.ts';
import { publish } from '#server/events/publish.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { chainDetails, coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { watchAway } from './chains.away.service.ts';
import * as blockQueries from './chains.blocks.queries.ts';
import { followChain } from './chains.follow.ts';
import type { ChainReader, ChainsDeps } from './chains.ports.ts';
import * as queries from './chains.queries.ts';

export type ChainWatcher = { start: () => void; stop: () => Promise<void> };

const maxPassMs = 5_000;
const minPassMs = 1_000;
const maxPauseMs = minuteMs;
const lockRetryMs = 5_000;

/** The pause between two readings of a chain; longer each time the source fails. */
export function pauseAfter(chain: ChainName, failures: number): number {
  const usualMs = Math.max(minPassMs, Math.min(maxPassMs, (chainDetails[chain].blockSeconds * 1000) / 2));
  return Math.min(maxPauseMs, usualMs * 2 ** Math.min(failures, 10));
}

/** Follows all chains that are on, in one process of the cluster; a failed source is retried ever more slowly. */
export function createChainWatcher(deps: ChainsDeps): ChainWatcher {
  const stopController = new AbortController();
  const { signal } = stopController;
  const isStopping = () => signal.aborted;
  const { chainPause = pauseAfter } = deps;
  let running: Promise<void> = Promise.resolve();

  const pauseUntil = (ms: number, until: AbortSignal) => pause(ms, undefined, { signal: until }).catch(() => undefined);

  const watch = async (chain: ChainName, reader: ChainReader, until: AbortSignal): Promise<void> => {
    let moveController = new AbortController();
    const unsubscribe = reader.source.onMoved?.(() => moveController.abort());
    const endSignal = () => (unsubscribe ? AbortSignal.any([until, moveController.signal]) : until);
    for (let failures = 0; !until.aborted; await pauseUntil(chainPause(chain, failures), endSignal())) {
      // A change of the chain from here on starts another reading.
      moveController = new AbortController();
      const isDone = await readOnce(deps, chain, reader, { isFirst: failures === 0, isStopping: () => until.aborted });
      failures = isDone ? 0 : failures + 1;
    }
    unsubscribe?.();
  };

  /** Follows all chains until the connection that holds the lock is lost, or the process stops. */
  const followAll = async (): Promise<void> => {
    const lossController = new AbortController();
    let sessionLock: SessionLock | undefined;
    try {
      sessionLock = await trySessionLock(deps.database.url, 'chain watcher', () => lossController.abort());
      if (!sessionLock) return;
      const until = AbortSignal.any([signal, lossController.signal]);
      await Promise.all([...deps.chainReaders].map(([chain, reader]) => watch(chain, reader, until)));
    } catch (error) {
      deps.log.warn(describeError(error), 'the chains could not be followed; trying again');
    } finally {
      await sessionLock?.release().catch(() => undefined);
    }
  };

  return {
    start: () => {
      if (deps.chainReaders.size === 0) return;
      running = (async () => {
        while (!isStopping()) {
          await followAll();
          await pauseUntil(lockRetryMs, signal);
        }
      })();
    },
    stop: async () => {
      stopController.abort();
      await running;
    },
  };
}

type Pass = { isFirst: boolean; isStopping: () => boolean };

/** Reads a chain and queries its second source; returns whether the source itself was healthy. Throws nothing. */
export async function readOnce(
  deps: ChainsDeps,
  chain: ChainName,
  { source, witness }: ChainReader,
  { isFirst, isStopping }: Pass = { isFirst: true, isStopping: () => false },
): Promise<boolean> {
  try {
    const listWatched = () => deps.watchedAddresses(deps.db, coinsOfChain(chain));
    await followChain(deps, source, listWatched, isStopping);
    await deps.onChainRead(chain).catch((error: unknown) => {
      deps.log.warn({ chain, ...describeError(error) }, 'what follows from a chain could not be stored; trying again');
    });
    if (witness) {
      await askWitness(deps, witness, listWatched).catch((error: unknown) =>
        note(deps, chain, { source: source.name, witness: witness.name, witnessError: textOf(error) }),
      );
    }
    return true;
  } catch (error) {
    if (isFirst) deps.log.warn({ chain, reason: textOf(error) }, 'a chain could not be read; trying again');
    await note(deps, chain, { source: source.name, lastError: textOf(error), failedAt: deps.now() });
    return false;
  }
}

/** Only our own messages are stored: others can quote an address or a value. */
function textOf(error: unknown): string {
  if (error instanceof FeedError) return error.message.slice(0, 200);
  const { error: name, reason } = describeError(error);
  return `${name} ${reason ?? ''}`.trim().slice(0, 200);
}

type Note = { source: string; lastError?: string; failedAt?: Date; witness?: string; witnessError?: string };

async function note({ db, inTx, log }: ChainsDeps, chain: ChainName, entry: Note): Promise<void> {
  try {
    const knownCursor = await blockQueries.findCursor(db, { chain });
    const change = entry.failedAt && knownCursor?.failedAt ? { ...entry, failedAt: knownCursor.failedAt } : entry;
    // A row for each failed minute would be written for as long as a source is away.
    if (knownCursor && Object.entries(change).every(([name, text]) => knownCursor[name as keyof Note] === text)) return;
    await inTx(async (tx) => {
      await blockQueries.writeCursor(tx, chain, change);
      if (change.failedAt) await watchAway(tx, chain, change.failedAt);
    });
  } catch (error) {
    // The database is away as well; the next pass records the failure.
    log.warn(describeError(error), 'the state of a chain could not be stored');
  }
}

/** The newest blocks may differ between two honest sources for a moment. */
const depthCompared = 2;
const transfersAPass = 5;

/**
 * Asks the second source for the same chain and transfers, later again for those it could not answer. Throws FeedError.
 */
async function askWitness(
  { db, inTx }: Pick<Platform, 'db' | 'inTx'>,
  witness: ChainSource,
  listWatched: () => Promise<readonly WatchedAddress[]>,
) {
  const { chain } = witness;
  const cursor = await blockQueries.findCursor(db, { chain });
  if (!cursor || cursor.height === null) return;
  const height = cursor.height - depthCompared;
  const ownBlock = await blockQueries.findBlock(db, { chain, height });
  const witnessHash = ownBlock && (await witness.blockHash(height));
  const witnessAgrees = witnessHash === undefined ? cursor.witnessAgrees : witnessHash === ownBlock?.hash;
  const openTransfers = await queries.listUnwitnessed(db, { chain, limit: transfersAPass });
  const watchedAddresses = openTransfers.length > 0 ? await listWatched() : [];
  const answers: (boolean | undefined)[] = [];
  for (const transfer of openTransfers) answers.push(await hasSame(witness, transfer, watchedAddresses));
  await inTx(async (tx) => {
    const sourceNames = { source: cursor.source, witness: witness.name };
    const lagMessage = witnessHash === undefined ? 'the second source is behind' : null;
    await blockQueries.writeCursor(tx, chain, { ...sourceNames, witnessAgrees, witnessError: lagMessage });
    for (const [index, transfer] of openTransfers.entries()) {
      const answer = answers[index];
      if (answer !== undefined) await queries.markWitnessed(tx, { ...transfer, witnessed: answer });
    }
    if (answers.some((answer) => answer !== undefined)) await publish(tx, { kind: 'chain_advanced', chain });
  });
}

/** `undefined` while the second source has not reached the block. */
async function hasSame(
  witness: ChainSource,
  { blockHeight, blockHash, txHash, outIndex, coinId, amount }: queries.TransferRow,
  watchedAddresses: readonly WatchedAddress[],
): Promise<boolean | undefined> {
  if (blockHeight === null) return undefined;
  const witnessHash = await witness.blockHash(blockHeight);
  if (witnessHash === undefined) return undefined;
  if (witnessHash !== blockHash) return false;
  const { transfers } = await witness.transfersIn(blockHeight, blockHeight, watchedAddresses);
  return transfers.some(
    (item) =>
      item.txHash === txHash &&
      item.outIndex === outIndex &&
      item.coinId === coinId &&
      !item.failed &&
      item.amount.eq(amountOf('coin', amount, coinId)),
  );
}
