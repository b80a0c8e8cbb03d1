import type { Tx } from '#server/db/connection.ts';
import { insertJob } from './jobs.queries.ts';

/**
 * Every background task by name, with its payload. A feature adds its own in `<feature>.jobs.ts`: `declare module
 * '#server/features/jobs/jobs.service.ts' { interface TaskPayloads { 'mail.deliver': { id: string } } }` Payloads hold
 * ids, never personal data or secrets.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/consistent-type-definitions -- only an interface
// can be added to from below
export interface TaskPayloads {}

export type TaskName = keyof TaskPayloads;

/** Export of `<feature>.jobs.ts`: how its tasks run, and which of them the clock starts. */
export type FeatureJobs<JobDeps> = {
  tasks: { [Name in TaskName]?: (deps: JobDeps, payload: TaskPayloads[Name]) => Promise<void> };
  /** Times in UTC as crontab writes them; each starts once in the whole cluster. */
  crons?: readonly { task: TaskName; at: string }[];
  /**
   * The tasks that a restored copy runs too, for what its screens read; all others wait there, and what recurs is
   * skipped.
   */
  copyTasks?: readonly TaskName[];
  /** The tasks that this process skips for now; called each time it fetches a job. */
  pausedTasks?: (deps: JobDeps) => readonly TaskName[];
};

export type EnqueueOptions = {
  /** Not before this moment; absent means at once. */
  runAt?: Date;
  /**
   * A waiting job of the same key is replaced instead of joined by a second one. Two open transactions with one key
   * wait for each other.
   */
  key?: string;
  /** Lower runs first; default 0. */
  priority?: number;
  /** After this many failures the job is left as failed; default 25. */
  maxAttempts?: number;
};

/** Asks for `task` once `tx` commits. A job may run twice (a crash before its tick): tasks must be idempotent. */
export async function enqueue<Name extends TaskName>(
  tx: Tx,
  task: Name,
  payload: TaskPayloads[Name],
  { runAt, key, priority, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  await insertJob(tx, {
    task,
    payload: JSON.stringify(payload),
    runAt: runAt ?? null,
    key: key ?? null,
    priority: priority ?? null,
    maxAttempts: maxAttempts ?? null,
  });
}
