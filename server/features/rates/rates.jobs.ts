import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { RatesDeps } from './rates.ports.ts';
import { refreshRates } from './rates.service.ts';

/** Rates are asked for each minute by the process that takes the job. */
export const ratesJobs: FeatureJobs<RatesDeps> = {
  tasks: { 'rates.refresh': refreshRates },
  copyTasks: ['rates.refresh'],
  crons: [{ task: 'rates.refresh', at: '* * * * *' }],
};
