import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import { endRetention, verifyPayouts } from './payouts.verify.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'payouts.verify': object;
    'payouts.end-retention': object;
  }
}

/** Each night, before the first batch is made. */
export const payoutsJobs: FeatureJobs<Platform & SettingsPorts> = {
  tasks: { 'payouts.verify': (deps) => verifyPayouts(deps), 'payouts.end-retention': (deps) => endRetention(deps) },
  crons: [
    { task: 'payouts.verify', at: '23 4 * * *' },
    { task: 'payouts.end-retention', at: '40 3 * * *' },
  ],
};
