import { setTimeout as pause } from 'node:timers/promises';
import { trySessionLock, type SessionLock } from '#server/db/session-lock.ts';
import { FeedError } from '#server/lib/feed-error.ts';
import { describeError } from '#server/lib/safe-error.ts';
import type { Platform } from '#server/platform.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { followChain } from './chains.follow.ts';
import type { ChainReader, ChainsPorts } from './chains.ports.ts';
import { findCursor, writeCursor } from './chains.queries.ts';
import { askWitness } from './chains.witness.ts';

export type WatcherDeps = Pick<Platform, 'database' | 'db' | 'inTx' | 'now' | 'log'> & ChainsPorts;

export type ChainWatcher = { start: () => void; stop: () => Promise<void> };

const maxPassMs = 5_000;
const minPassMs = 1_000;
const maxPauseMs = 60_000;
const lockRetryMs = 5_000;

/** How long after one reading of a chain the next begins; longer each time the source fails. */
export function pauseAfter(chain: ChainName, failures: number): number {
  const usual = Math.max(minPassMs, Math.min(maxPassMs, (chainDetails[chain].blockSeconds * 1000) / 2));
  return Math.min(maxPauseMs, usual * 2 ** Math.min(failures, 10));
}

/**
 * Follows all chains that are switched on for as long as this process lives, in one process of the cluster at a time.
 * A source that fails is tried again ever more slowly; what failed is in the chain's row, and in the log once.
 */
export function createChainWatcher(deps: WatcherDeps): ChainWatcher {
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;
  const { chainPause = pauseAfter } = deps;
  let running: Promise<void> = Promise.resolve();

  const rest = (ms: number, until: AbortSignal) => pause(ms, undefined, { signal: until }).catch(() => undefined);

  const watch = async (chain: ChainName, reader: ChainReader, until: AbortSignal): Promise<void> => {
    for (let failures = 0; !until.aborted; await rest(chainPause(chain, failures), until)) {
      const isDone = await readOnce(deps, chain, reader, { isFirst: failures === 0, isStopping: () => until.aborted });
      failures = isDone ? 0 : failures + 1;
    }
  };

  /** Until the connection that holds the lock is lost, or the process stops. */
  const followAll = async (): Promise<void> => {
    const lost = new AbortController();
    let held: SessionLock | undefined;
    try {
      held = await trySessionLock(deps.database.url, 'chain watcher', () => lost.abort());
      if (!held) return;
      const until = AbortSignal.any([signal, lost.signal]);
      await Promise.all([...deps.chainReaders].map(([chain, reader]) => watch(chain, reader, until)));
    } catch (error) {
      deps.log.warn(describeError(error), 'the chains could not be followed; trying again');
    } finally {
      await held?.release().catch(() => undefined);
    }
  };

  return {
    start: () => {
      if (deps.chainReaders.size === 0) return;
      running = (async () => {
        while (!isStopping()) {
          await followAll();
          await rest(lockRetryMs, signal);
        }
      })();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

type Pass = { isFirst: boolean; isStopping: () => boolean };

/** Reads a chain and queries its second source; returns whether the source itself was healthy. Throws nothing. */
export async function readOnce(
  deps: Omit<WatcherDeps, 'database'>,
  chain: ChainName,
  { source, witness }: ChainReader,
  { isFirst, isStopping }: Pass = { isFirst: true, isStopping: () => false },
): Promise<boolean> {
  try {
    const listWatched = () => deps.watchedAddresses(deps.db);
    await followChain(deps, source, listWatched, isStopping);
    await deps.onChainRead(chain).catch((error: unknown) => {
      deps.log.warn({ chain, ...describeError(error) }, 'what follows from a chain could not be stored; trying again');
    });
    if (witness) {
      await askWitness(deps, witness, await listWatched()).catch((error: unknown) =>
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

/** Our own messages only: others can quote an address or a value. */
function textOf(error: unknown): string {
  if (error instanceof FeedError) return error.message.slice(0, 200);
  const { error: name, reason } = describeError(error);
  return `${name} ${reason ?? ''}`.trim().slice(0, 200);
}

type Note = { source: string; lastError?: string; failedAt?: Date; witness?: string; witnessError?: string };

async function note({ db, inTx, log }: Omit<WatcherDeps, 'database'>, chain: ChainName, found: Note): Promise<void> {
  try {
    const known = await findCursor(db, chain);
    const change = found.failedAt && known?.failedAt ? { ...found, failedAt: known.failedAt } : found;
    // One row a minute would be written for as long as a source is away.
    if (known && Object.entries(change).every(([name, text]) => known[name as keyof Note] === text)) return;
    await inTx((tx) => writeCursor(tx, chain, change));
  } catch (error) {
    // The database is away as well; the next pass notes it.
    log.warn(describeError(error), 'the state of a chain could not be stored');
  }
}
