import type { Tx } from '#server/db/connection.ts';
import { writeStatement } from '#server/db/statements.ts';

const addJob = writeStatement({})`
  select from graphile_worker.add_job($1, payload := $2::json, run_at := $3::timestamptz, job_key := $4,
    priority := $5::int, max_attempts := $6::int, flags := array[$1])`;

/** A row of the library's jobs that no process will try again. */
export const givenUp = 'attempts >= max_attempts and locked_at is null';

export type NewJob = {
  task: string;
  payload: unknown;
  runAt?: Date;
  key?: string;
  priority?: number;
  maxAttempts?: number;
};

/** Writes a job with its task as flag, by which a process can pause it; workers see it on commit. */
export async function insertJob(tx: Tx, job: NewJob): Promise<void> {
  const { task, payload, runAt = null, key = null, priority = null, maxAttempts = null } = job;
  await tx.run(addJob, [task, JSON.stringify(payload), runAt, key, priority, maxAttempts]);
}
