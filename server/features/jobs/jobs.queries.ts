import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { first, sent, textQuery, type Blanks, type Drizzle } from '#server/db/query.ts';
import { libraryCrontabs, libraryJobs, libraryTasks } from './jobs.library.tables.ts';

type NewJob = {
  task: string;
  /** JSON text. */
  payload: string;
  runAt: Date | null;
  key: string | null;
  priority: number | null;
  maxAttempts: number | null;
};

/** Writes a job with its task as flag, by which a process can pause it; workers see it on commit. */
export const insertJob = sent(
  textQuery<object, NewJob>(
    ({ task, payload, runAt, key, priority, maxAttempts }) => sql`
      select from graphile_worker.add_job(${task}, payload := ${payload}::json, run_at := ${runAt}::timestamptz,
        job_key := ${key}, priority := ${priority}::int, max_attempts := ${maxAttempts}::int, flags := array[${task}])`,
  ),
);

/** A job that was given up: no process will try it again. */
export const isGivenUp = and(gte(libraryJobs.attempts, libraryJobs.maxAttempts), isNull(libraryJobs.lockedAt));

/** Deletes what recurs and was given up: it has no payload, and its next success has made up for that run. */
export const deleteMissedRuns = sent((db: Drizzle, { task }: Blanks<{ task: string }>) => {
  const ofTask = db.select({ id: libraryTasks.id }).from(libraryTasks).where(eq(libraryTasks.identifier, task));
  return db
    .delete(libraryJobs)
    .where(and(inArray(libraryJobs.taskId, ofTask), isGivenUp, sql`${libraryJobs.payload}::text = '{}'`));
});

/** Deletes jobs that were given up more than a day ago; the log has why. */
export const deleteGivenUp = sent((db: Drizzle) =>
  db.delete(libraryJobs).where(and(isGivenUp, lt(libraryJobs.updatedAt, sql`now() - interval '1 day'`))),
);

type DueTasks = { tasks: readonly string[]; at: Date; maxAttempts: number };

/**
 * Starts the recurring jobs of a minute once. A last start more than five minutes in the future was written by a
 * process with a wrong clock, so it is ignored.
 */
export const startOnce = sent((db: Drizzle, { tasks, at, maxAttempts }: Blanks<DueTasks>) => {
  const { identifier, lastExecution } = libraryCrontabs;
  const claimedTasks = db.$with('claimed').as(
    db
      .insert(libraryCrontabs)
      .select(sql`select task, ${at}::timestamptz, ${at}::timestamptz from unnest(${tasks}::text[]) as task`)
      .onConflictDoUpdate({
        target: identifier,
        set: { lastExecution: sql`excluded.last_execution` },
        setWhere: sql`${lastExecution} is null or ${lastExecution} < excluded.last_execution
          or ${lastExecution} > excluded.last_execution + interval '5 minutes'`,
      })
      .returning({ identifier }),
  );
  const job = sql`graphile_worker.add_job(${claimedTasks.identifier}, payload := '{}',
    job_key := 'cron ' || ${claimedTasks.identifier}, max_attempts := ${maxAttempts}::int)`;
  return db
    .with(claimedTasks)
    .select({ job: sql`(${job}).id` })
    .from(claimedTasks);
});

type Liveness = { lockClass: number; workerId: string };

/**
 * Unlocks the jobs of workers whose lock can be taken, and answers who they were. A fresh lock is left alone: its owner
 * may just be winning its own connection back after a restart of PostgreSQL.
 */
export const takeOver = first(
  textQuery<{ workers: string[] }, Liveness>(
    ({ lockClass, workerId }) => sql`
      with owners as materialized (
        select distinct locked_by from graphile_worker.jobs
        where locked_by is not null and locked_by <> ${workerId} and locked_at < now() - interval '20 seconds'
      ), dead as materialized (
        select locked_by from owners where pg_try_advisory_xact_lock(${lockClass}::int, hashtext(locked_by))
      )
      select graphile_worker.force_unlock_workers(array_agg(locked_by)), array_agg(locked_by) as workers
      from dead having count(*) > 0`,
  ),
);

export const holdLivenessLock = sent(
  textQuery<object, Liveness>(
    ({ lockClass, workerId }) => sql`select pg_advisory_lock(${lockClass}::int, hashtext(${workerId}))`,
  ),
);

/** Unlocks the jobs of a worker of this process that has ended. */
export const releaseJobs = sent(
  textQuery<object, { workerId: string }>(
    ({ workerId }) => sql`select graphile_worker.force_unlock_workers(array[${workerId}])`,
  ),
);
