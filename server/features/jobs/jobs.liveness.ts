import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { runStatement } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { writeStatement } from '#server/db/statements.ts';
import type { Reporter } from '#server/lib/log.ts';
import { describeError } from '#server/lib/safe-error.ts';

export type Heartbeat = { stop: () => Promise<void> };

const lockClass = 7_205_321;
const takeOverEveryMs = 15_000;
const retryMs = 1_000;

// A fresh lock is left alone: its owner may just be winning its own connection back after a restart of PostgreSQL.
const takeOver = writeStatement(
  { force_unlock_workers: column.void, workers: column.texts },
  `
  with owners as materialized (
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_by <> $1 and locked_at < now() - interval '20 seconds'
  ), dead as materialized (
    select locked_by from owners where pg_try_advisory_xact_lock(${lockClass}, hashtext(locked_by))
  )
  select graphile_worker.force_unlock_workers(array_agg(locked_by)), array_agg(locked_by) as workers
  from dead having count(*) > 0`,
);
const holdLivenessLock = writeStatement({}, 'select pg_advisory_lock($1, hashtext($2))');
const release = writeStatement({}, 'select graphile_worker.force_unlock_workers(array[$1])');

/** Proves by a lock that this worker runs, and takes over jobs of dead ones, which would rest for four hours. */
export function startHeartbeat(pool: Pool, workerId: string, log: Reporter): Heartbeat {
  const stopping = new AbortController();
  const beat = async () => {
    while (!stopping.signal.aborted) {
      let client: PoolClient | undefined;
      try {
        client = await pool.connect();
        await runStatement(client, holdLivenessLock, [lockClass, workerId]);
        await takeOverUntil(client, workerId, stopping.signal, log);
        client.release(true);
      } catch (error) {
        client?.release(true);
        log.warn(describeError(error), 'the pulse of background work was interrupted');
        await delay(retryMs, stopping.signal);
      }
    }
  };
  const beating = beat();
  return {
    stop: async () => {
      stopping.abort();
      await beating;
    },
  };
}

/** Releases the jobs of an ended worker of this process, so that they do not stay locked. */
export async function releaseJobsOf(pool: Pool, workerId: string): Promise<void> {
  await runStatement(pool, release, [workerId]);
}

async function takeOverUntil(client: PoolClient, workerId: string, stop: AbortSignal, log: Reporter): Promise<void> {
  while (!stop.aborted) {
    const [taken] = await runStatement(client, takeOver, [workerId]);
    if (taken) log.warn({ workers: taken.workers }, 'took over the jobs of processes that died');
    await delay(takeOverEveryMs, stop);
  }
}

/** Ends early, and without complaint, when asked to stop. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
