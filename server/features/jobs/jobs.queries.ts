import { writeStatement } from '#server/db/statements.ts';

/** Writes a job with its task as flag, by which a process can pause it; workers see it on commit. */
export const insertJob = writeStatement({}).send<
  [
    task: string,
    payload: string,
    runAt: Date | undefined,
    key: string | undefined,
    priority: number | undefined,
    maxAttempts: number | undefined,
  ]
>()`
  select from graphile_worker.add_job($1, payload := $2::json, run_at := $3::timestamptz, job_key := $4,
    priority := $5::int, max_attempts := $6::int, flags := array[$1])`;

/** A row of the library's jobs that no process will try again. */
export const givenUp = 'attempts >= max_attempts and locked_at is null';
