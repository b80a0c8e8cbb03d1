import type { Events } from '#server/events/events.ts';
import type { Reporter } from '#server/lib/log.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { createSemaphore } from '#server/lib/semaphore.ts';
import type { Platform } from '#server/platform.ts';
import { hourMs, minuteMs } from '#shared/reference/units-of-time.ts';
import { chainRows, createChainHasher, isOurs } from './audit.chain.ts';
import { createHeadMemory, type ChainHead } from './audit.head.ts';
import {
  insertCheckpoints,
  findCheckpoint,
  findRowBefore,
  readLastCheckpoint,
  readNewestId,
  readPending,
  tryCheckpointLock,
  type Checkpoint,
} from './audit.queries.ts';

export type CheckpointingDeps = Pick<Platform, 'db' | 'inTx' | 'now'> & {
  events: Pick<Events, 'on'>;
  log: Reporter;
  env: { encryptionKey: string; dataDir: string };
  /** Runs when the chain in the database is shorter than it once was, or does not contain its former end. */
  onCut: (head: ChainHead) => Promise<void>;
};

export type Checkpointing = {
  /** Checkpoints all pending rows, unless another process does. */
  checkpointNow: () => Promise<void>;
  start: () => void;
  stop: () => Promise<void>;
};

const batchSize = 500;
const batchDelayMs = 200;
const intervalMs = 15_000;
const idSpan = 20_000;
/**
 * Rows become visible out of id order, but no transaction lasts a minute: after a complete scan within the last minute,
 * a row without a checkpoint is under two minutes old; three are scanned. Otherwise everything is.
 */
const freshMs = minuteMs;
const lookbackSeconds = 180;

/**
 * The interval at which the end of the chain is logged: a shipped log is evidence outside this machine and its
 * database.
 */
const witnessMs = hourMs;

/** Runs the work after a while, then again and again, also when it failed. */
function createSchedule(work: () => Promise<void>, log: Reporter, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  const clear = () => clearTimeout(timer);
  const scheduleIn = (ms: number) => {
    clear();
    if (signal.aborted) return;
    timer = setTimeout(() => {
      work().then(
        () => scheduleIn(intervalMs),
        (error: unknown) => {
          log.warn(describeError(error), 'the audit log could not be sealed; trying again');
          scheduleIn(intervalMs);
        },
      );
    }, ms).unref();
  };
  return { scheduleIn, clear };
}

const spanAfter = (afterId: number) => ({ afterId, throughId: afterId + idSpan });

const reportCut = (log: CheckpointingDeps['log'], { seq, hash }: ChainHead) =>
  log.error({ seq, hash }, 'the end of the audit log was cut off: nothing is added to its chain');

/**
 * Chains new rows of the log, in the background and one process at a time, in the order in which they became visible.
 */
export function createCheckpointing({ db, inTx, events, log, env, now, onCut }: CheckpointingDeps): Checkpointing {
  const hash = createChainHasher(env.encryptionKey);
  const heads = createHeadMemory(env.dataDir);
  const forgedIds = new Set<string>();
  let witnessedAt = Number.NEGATIVE_INFINITY;
  let completeAt = Number.NEGATIVE_INFINITY;
  const inOrder = createSemaphore({ maxConcurrent: 1 });
  const stopController = new AbortController();

  /** Returns how many rows it found, or undefined when another process is doing it, or when the chain was cut. */
  const checkpointBatch = (afterId: number, head: ChainHead | undefined) =>
    inTx(async (tx): Promise<{ found: number; lastId: number; last?: Checkpoint; isCut?: boolean } | undefined> => {
      if (!(await tryCheckpointLock(tx))) return undefined;
      // A new chain over the gap would make the cut invisible.
      const isReached = !head || (await findCheckpoint(tx, { seq: head.seq }))?.hash.toString('hex') === head.hash;
      if (!isReached) return { found: 0, lastId: afterId, isCut: true };
      const lastCheckpoint = await readLastCheckpoint(tx);
      const rows = await readPending(tx, { ...spanAfter(afterId), except: [...forgedIds], limit: batchSize });
      const checkpoints = chainRows(hash, lastCheckpoint, rows.filter(isOurs));
      if (checkpoints.length > 0) await insertCheckpoints(tx, checkpoints);
      for (const { id } of rows.filter((row) => !isOurs(row))) {
        forgedIds.add(id);
        log.error({ auditId: id }, 'a row of the audit log was not written by this product');
      }
      return { found: rows.length, lastId: Number(rows.at(-1)?.id), last: checkpoints.at(-1) };
    });

  const remember = async (head: ChainHead) => {
    await heads.grow(head);
    if (now().getTime() - witnessedAt < witnessMs) return;
    witnessedAt = now().getTime();
    log.info({ seq: head.seq, hash: head.hash }, 'the audit log reaches to this checkpoint');
  };

  const checkpointAll = async () => {
    const startedAt = now().getTime();
    const newestId = await readNewestId(db);
    const isFresh = startedAt - completeAt < freshMs;
    let afterId = isFresh ? ((await findRowBefore(db, { seconds: lookbackSeconds }))?.id ?? 0) : 0;
    while (afterId < newestId && !stopController.signal.aborted) {
      const head = await heads.furthest();
      const batch = await checkpointBatch(afterId, head);
      if (!batch) return;
      if (head && batch.isCut) {
        reportCut(log, head);
        return onCut(head);
      }
      if (batch.last) await remember({ seq: batch.last.seq, hash: batch.last.hash.toString('hex') });
      afterId = batch.found < batchSize ? afterId + idSpan : batch.lastId;
    }
    completeAt = startedAt;
  };
  const checkpointNow = () => inOrder(checkpointAll);
  const { scheduleIn, clear } = createSchedule(checkpointNow, log, stopController.signal);

  let isScheduled = false;
  return {
    checkpointNow,
    start: () => {
      events.on('audit_written', () => {
        if (isScheduled || stopController.signal.aborted) return;
        isScheduled = true;
        setTimeout(() => {
          isScheduled = false;
          scheduleIn(0);
        }, batchDelayMs).unref();
      });
      scheduleIn(0);
    },
    stop: async () => {
      stopController.abort();
      clear();
      await inOrder(() => Promise.resolve());
    },
  };
}
