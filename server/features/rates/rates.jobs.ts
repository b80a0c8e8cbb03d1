import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { refreshRates, type RefreshDeps } from './rates.service.ts';

/** Rates are asked for each minute, by whichever process takes the job. */
export const ratesJobs: FeatureJobs<RefreshDeps> = {
  tasks: { 'rates.refresh': refreshRates },
  copyTasks: ['rates.refresh'],
  crons: [{ task: 'rates.refresh', at: '* * * * *' }],
};
