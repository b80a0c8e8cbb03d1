import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import { remindOfPayouts } from './payouts.remind.service.ts';
import { endRetention, verifyPayouts } from './payouts.verify.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'payouts.verify': object;
    'payouts.remind': object;
    'payouts.end-retention': object;
  }
}

/** Checks each night, before the first batch is made; reminders as the day begins. */
export const payoutsJobs: FeatureJobs<Platform & SettingsPorts> = {
  tasks: {
    'payouts.verify': (deps) => verifyPayouts(deps),
    'payouts.remind': (deps) => remindOfPayouts(deps),
    'payouts.end-retention': (deps) => endRetention(deps),
  },
  crons: [
    { task: 'payouts.verify', at: '23 4 * * *' },
    { task: 'payouts.remind', at: '10 7 * * *' },
    { task: 'payouts.end-retention', at: '40 3 * * *' },
  ],
};
