import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { asksOn } from '#server/db/connection.ts';
import type { Reporter } from '#server/lib/log.ts';
import { pauseFor, retry } from '#server/lib/retry.ts';
import { describeError } from '#server/lib/safe-error.ts';
import { createCrons, startEveryMinute } from './jobs.crons.ts';
import { jobsPool } from './jobs.pool.ts';
import { deleteMissedRuns, holdLivenessLock, releaseJobs, takeOver } from './jobs.queries.ts';
import type { FeatureJobs } from './jobs.service.ts';

export type Jobs = {
  /** Takes no new job, lets running ones finish for a few seconds, then leaves the rest to other processes. */
  stop: () => Promise<void>;
};

export type JobsOptions<JobDeps> = {
  url: string;
  log: Reporter;
  /** The database's time. */
  now: () => Date;
  deps: JobDeps;
  features: readonly FeatureJobs<JobDeps>[];
  /** True if this process serves a restored copy. */
  isCopy?: () => boolean;
};

/** Four at once: enough for steady mail, too few to starve requests on two cores. */
const concurrency = 4;
const pollMs = 2_000;
const stopTimeoutMs = 4_000;
const restartDelayMs = 1_000;

/** Runs background work in this process, with a small pool of its own, for as long as the process lives. */
export async function startJobs<JobDeps>({
  url,
  log,
  now,
  deps,
  features,
  isCopy = () => false,
}: JobsOptions<JobDeps>): Promise<Jobs> {
  // Connections: one for each job, one that listens, one that proves that this process lives, and a spare one.
  const config = { connectionString: url, max: concurrency + 3, application_name: 'landfall-jobs' };
  const pool = jobsPool(config, (error) => log.warn(describeError(error), 'a background connection was lost'));

  const recurringTasks = new Set<string>(features.flatMap(({ crons = [] }) => crons.map(({ task }) => task)));
  const { isSkipped, skippedTasks } = skippingInCopies(features, isCopy);
  const onDone = async (task: string) => {
    if (recurringTasks.has(task)) await deleteMissedRuns(asksOn(pool), { task });
  };
  // A missed run of a recurring job is skipped in any process: the next run does its work.
  const isMissed = (task: string) => recurringTasks.has(task) && isSkipped(task);
  const taskList = taskListOf(features, deps, { log, isMissed, onDone });
  const start = async (): Promise<{ runner: Runner; workerId: string; heartbeat: Heartbeat }> => {
    // The library types its own emitter only.
    const events = new EventEmitter() as WorkerEvents;
    const workerPoolId = new Promise<string>((resolve) =>
      events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
    );
    const options = {
      pgPool: pool,
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      logger: quietLogger(log),
      forbiddenFlags: () => [...skippedTasks(), ...features.flatMap((feature) => feature.pausedTasks?.(deps) ?? [])],
    };
    const runner = await run({ ...options, events, taskList, parsedCronItems: [] });
    const workerId = await workerPoolId;
    return { runner, workerId, heartbeat: startHeartbeat(pool, workerId, log) };
  };

  const stopController = new AbortController();
  let currentPool = await start();
  const { signal } = stopController;
  const restart = async () => {
    // The jobs of a worker that ended in this process must not stay locked.
    await releaseJobs(asksOn(pool), { workerId: currentPool.workerId });
    return start();
  };
  const onError = (error: unknown) => log.warn(describeError(error), 'background work could not start; trying again');
  const supervise = async () => {
    while (!signal.aborted) {
      await currentPool.runner.promise.catch((error: unknown) =>
        log.error(describeError(error), 'background work ended'),
      );
      if (signal.aborted) return;
      await currentPool.heartbeat.stop();
      await pauseFor(restartDelayMs, signal);
      currentPool = (await retry(restart, { pauseMs: restartDelayMs, onError, signal })) ?? currentPool;
    }
  };
  const supervision = supervise();
  const everyMinute = startEveryMinute(createCrons({ pool, features, now }), now, log, signal);

  return {
    stop: async () => {
      stopController.abort();
      const stopWorking = async () => {
        // Rejects if the worker has ended by itself.
        await currentPool.runner.stop().catch(() => undefined);
        await Promise.all([supervision, everyMinute]);
        await currentPool.heartbeat.stop();
        await pool.end();
      };
      await Promise.race([stopWorking(), pause(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** The tasks that wait, or are left out, while this is a restored copy. */
function skippingInCopies(features: readonly FeatureJobs<never>[], isCopy: () => boolean) {
  const inCopies = new Set<string>(features.flatMap(({ copyTasks = [] }) => copyTasks));
  const otherTasks = features.flatMap(({ tasks }) => Object.keys(tasks)).filter((task) => !inCopies.has(task));
  return {
    isSkipped: (task: string) => isCopy() && !inCopies.has(task),
    skippedTasks: () => (isCopy() ? otherTasks : []),
  };
}

/** Logs failures without the message, which may contain user input; the library retries. */
function taskListOf<JobDeps>(
  features: readonly FeatureJobs<JobDeps>[],
  deps: JobDeps,
  {
    log,
    isMissed,
    onDone,
  }: { log: Reporter; isMissed: (task: string) => boolean; onDone: (task: string) => Promise<void> },
): TaskList {
  // Each feature's tasks take their own payload, which the job's declaration has checked.
  const tasks = features.flatMap((feature) => Object.entries(feature.tasks)) as [
    string,
    (deps: JobDeps, payload: unknown) => Promise<void>,
  ][];
  return Object.fromEntries(
    tasks.map(([name, task]) => [
      name,
      async (payload, { job }) => {
        if (isMissed(name)) return;
        try {
          await task(deps, payload);
          await onDone(name);
        } catch (error) {
          const details = { task: name, jobId: job.id, attempt: job.attempts, ...describeError(error) };
          if (job.attempts >= job.max_attempts) log.error(details, 'a job was given up');
          else log.warn(details, 'a job failed and will be tried again');
          // The row of the job stores only the message.
          throw new Error(`${details.error} ${details.reason ?? ''}`.trim(), { cause: error });
        }
      },
    ]),
  );
}

/** The library's own log: problems only, without the failures logged above. */
function quietLogger(log: Reporter): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta && 'failure' in meta) return;
    // The library's enum exists for the compiler only.
    const severity: string = level;
    if (severity === 'error') log.error({}, `jobs: ${message}`);
    if (severity === 'warning') log.warn({}, `jobs: ${message}`);
  });
}

type Heartbeat = { stop: () => Promise<void> };

const lockClass = 7_205_321;
const takeOverEveryMs = 15_000;
const retryMs = 1_000;

/** Proves by a lock that this worker runs, and takes over jobs of dead ones, which would rest for four hours. */
function startHeartbeat(pool: Pool, workerId: string, log: Reporter): Heartbeat {
  const stopController = new AbortController();
  const { signal } = stopController;
  const runHeartbeat = async () => {
    const client = await pool.connect();
    try {
      await holdLivenessLock(asksOn(client), { lockClass, workerId });
      await takeOverUntil(client, workerId, signal, log);
    } finally {
      client.release(true);
    }
  };
  const onError = (error: unknown) => log.warn(describeError(error), 'the pulse of background work was interrupted');
  const heartbeat = retry(runHeartbeat, { pauseMs: retryMs, onError, signal });
  return {
    stop: async () => {
      stopController.abort();
      await heartbeat;
    },
  };
}

async function takeOverUntil(client: PoolClient, workerId: string, stop: AbortSignal, log: Reporter): Promise<void> {
  while (!stop.aborted) {
    const takeover = await takeOver(asksOn(client), { lockClass, workerId });
    if (takeover) log.warn({ workers: takeover.workers }, 'took over the jobs of processes that died');
    await pauseFor(takeOverEveryMs, stop);
  }
}
