import { writeStatement } from '#server/db/statements.ts';
import type { Platform } from '#server/platform.ts';
import { givenUp } from './jobs.queries.ts';
import type { FeatureJobs } from './jobs.service.ts';

declare module './jobs.service.ts' {
  interface TaskPayloads {
    'jobs.sweep': object;
  }
}

// The log has why each was given up; alerts count those of the last day.
const deleteGivenUp = writeStatement({}).send()`
  delete from graphile_worker._private_jobs
  where ${givenUp} and updated_at < now() - interval '1 day'`;

/** Jobs that were given up more than a day ago go each night. */
export const jobsJobs: FeatureJobs<Pick<Platform, 'inTx'>> = {
  tasks: { 'jobs.sweep': ({ inTx }) => inTx(deleteGivenUp) },
  crons: [{ task: 'jobs.sweep', at: '47 3 * * *' }],
};
