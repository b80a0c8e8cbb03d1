import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { deleteOldKeys } from './idempotency.queries.ts';
import type { IdempotencyDeps } from './idempotency.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'http.delete-expired-keys': object;
  }
}

/** Deletes idempotency keys after 24 hours; one process does it for all. */
export const idempotencyJobs: FeatureJobs<Pick<IdempotencyDeps, 'inTx'>> = {
  tasks: { 'http.delete-expired-keys': ({ inTx }) => inTx(deleteOldKeys) },
  crons: [{ task: 'http.delete-expired-keys', at: '43 * * * *' }],
};
