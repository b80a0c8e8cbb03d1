import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { expireDocuments } from './kyc.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'kyc.expire': Record<string, never>;
  }
}

/** Identities end with their documents; their owners are notified before and then. */
export const kycJobs: FeatureJobs<Platform> = {
  tasks: { 'kyc.expire': (deps) => expireDocuments(deps) },
  crons: [{ task: 'kyc.expire', at: '5 * * * *' }],
};
