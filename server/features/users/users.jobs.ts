import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import { eraseRetainedEvidence, eraseScheduled } from './users.erasure.service.ts';
import type { UsersPorts } from './users.ports.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'users.erase_evidence': Record<string, never>;
    'users.erase_scheduled': Record<string, never>;
  }
}

/** Erases users whose day of grace is over, and their evidence when the retention period ends. */
export const usersJobs: FeatureJobs<Platform & SettingsPorts & UsersPorts> = {
  tasks: {
    'users.erase_evidence': (deps) => eraseRetainedEvidence(deps),
    'users.erase_scheduled': (deps) => eraseScheduled(deps),
  },
  crons: [
    { task: 'users.erase_evidence', at: '41 3 * * *' },
    { task: 'users.erase_scheduled', at: '*/5 * * * *' },
  ],
};
