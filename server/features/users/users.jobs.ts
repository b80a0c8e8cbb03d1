import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { eraseRetainedEvidence } from './users.erasure.service.ts';
import type { UsersPorts } from './users.ports.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'users.erase_evidence': Record<string, never>;
  }
}

/** The evidence of deleted users goes when the retention period is over. */
export const usersJobs: FeatureJobs<Platform & UsersPorts> = {
  tasks: { 'users.erase_evidence': (deps) => eraseRetainedEvidence(deps) },
  crons: [{ task: 'users.erase_evidence', at: '41 3 * * *' }],
};
