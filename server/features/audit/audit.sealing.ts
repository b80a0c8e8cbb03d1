import type { Db, Tx } from '#server/db/connection.ts';
import type { Events } from '#server/events/events.ts';
import type { Reporter } from '#server/log.ts';
import { describeError } from '#server/safe-error.ts';
import { createSealer, isOurs, sealRows } from './audit.chain.ts';
import { noteHead } from './audit.head.ts';
import {
  insertSeals,
  readIdBefore,
  readLastSeal,
  readNewestId,
  readUnsealed,
  tryToSeal,
  type Seal,
} from './audit.queries.ts';

export type SealingDeps = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  events: Pick<Events, 'on'>;
  log: Reporter;
  env: { encryptionKey: string; dataDir: string };
  now: () => Date;
};

export type Sealing = {
  /** Seals all that is waiting, unless another process is at it. */
  sealNow: () => Promise<void>;
  start: () => void;
  stop: () => Promise<void>;
};

const batchSize = 500;
const gatherMs = 200;
const everyMs = 15_000;
const idSpan = 20_000;
/**
 * Rows become visible out of the order of their ids, but no transaction lasts a minute: after a complete look within
 * the last minute, what is still without a seal is younger than two; three are looked at. Else everything is.
 */
const freshMs = 60_000;
const lookBackSeconds = 180;

/** Chains new rows of the log, in the background and one process at a time, in the order in which they became visible. */
export function createSealing({ db, inTx, events, log, env, now }: SealingDeps): Sealing {
  const seal = createSealer(env.encryptionKey);
  const foreign = new Set<string>();
  let completeAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let sealing = Promise.resolve();
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Answers how many rows it found, or undefined when another process is at it. */
  const sealBatch = (afterId: number) =>
    inTx(async (tx): Promise<{ found: number; last?: Seal } | undefined> => {
      if (!(await tryToSeal(tx))) return undefined;
      const last = await readLastSeal(tx);
      const range = { afterId, throughId: afterId + idSpan, except: [...foreign], limit: batchSize };
      const rows = await readUnsealed(tx, range);
      const seals = sealRows(seal, last, rows.filter(isOurs));
      if (seals.length > 0) await insertSeals(tx, seals);
      for (const { id } of rows.filter((row) => !isOurs(row))) {
        foreign.add(id);
        log.error({ auditId: id }, 'a row of the audit log was not written by this product');
      }
      return { found: rows.length, last: seals.at(-1) };
    });

  const sealAll = async () => {
    const startedAt = now().getTime();
    const isFresh = startedAt - completeAt < freshMs;
    const newest = await readNewestId(db);
    let afterId = isFresh ? await readIdBefore(db, lookBackSeconds) : 0;
    while (afterId < newest && !signal.aborted) {
      const batch = await sealBatch(afterId);
      if (!batch) return;
      if (batch.last) await noteHead(env.dataDir, { seq: batch.last.seq, seal: batch.last.seal.toString('hex') });
      if (batch.found < batchSize) afterId += idSpan;
    }
    completeAt = startedAt;
  };
  const sealNow = () => (sealing = sealing.then(sealAll, sealAll));

  const wakeIn = (ms: number) => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(() => {
      sealNow().then(
        () => wakeIn(everyMs),
        (error: unknown) => {
          log.warn(describeError(error), 'the audit log could not be sealed; trying again');
          wakeIn(everyMs);
        },
      );
    }, ms).unref();
  };
  let wakesSoon = false;
  return {
    sealNow,
    start: () => {
      events.on('audit_written', () => {
        if (wakesSoon || signal.aborted) return;
        wakesSoon = true;
        setTimeout(() => {
          wakesSoon = false;
          wakeIn(0);
        }, gatherMs).unref();
      });
      wakeIn(0);
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await sealing.catch(() => undefined);
    },
  };
}
