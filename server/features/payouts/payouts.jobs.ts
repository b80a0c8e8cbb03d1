import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import { endRetention, verifyPayouts } from './payouts.verify.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'payouts.verify': Record<string, never>;
    'payouts.end-retention': Record<string, never>;
  }
}

/** Each night payouts and files are compared with what was signed, and old statements lose what they say of third persons. */
export const payoutsJobs: FeatureJobs<Platform & SettingsPorts> = {
  tasks: { 'payouts.verify': (deps) => verifyPayouts(deps), 'payouts.end-retention': (deps) => endRetention(deps) },
  crons: [
    { task: 'payouts.verify', at: '25 3 * * *' },
    { task: 'payouts.end-retention', at: '40 3 * * *' },
  ],
};
