import type { Platform } from '#server/platform.ts';
import { deleteGivenUp } from './jobs.queries.ts';
import type { FeatureJobs } from './jobs.service.ts';

declare module './jobs.service.ts' {
  interface TaskPayloads {
    'jobs.sweep': object;
  }
}

/** Jobs that were given up more than a day ago go each night; alerts count those of the last day. */
export const jobsJobs: FeatureJobs<Pick<Platform, 'inTx'>> = {
  tasks: { 'jobs.sweep': ({ inTx }) => inTx(deleteGivenUp) },
  crons: [{ task: 'jobs.sweep', at: '47 3 * * *' }],
};
