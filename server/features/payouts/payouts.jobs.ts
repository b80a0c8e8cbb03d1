import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { PayoutsDeps } from './payouts.ports.ts';
import { endRetention, remindOfPayouts, verifyPayouts } from './payouts.verify.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'payouts.verify': object;
    'payouts.remind': object;
    'payouts.end-retention': object;
  }
}

/** Checks each night, before the first batch is made; reminders as the day begins. */
export const payoutsJobs: FeatureJobs<PayoutsDeps> = {
  tasks: {
    'payouts.verify': verifyPayouts,
    'payouts.remind': remindOfPayouts,
    'payouts.end-retention': endRetention,
  },
  crons: [
    { task: 'payouts.verify', at: '23 4 * * *' },
    { task: 'payouts.remind', at: '10 7 * * *' },
    { task: 'payouts.end-retention', at: '40 3 * * *' },
  ],
};
