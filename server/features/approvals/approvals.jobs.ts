import type { Platform } from '#server/platform.ts';
import { expire } from './approvals.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'approvals.expire': object;
  }
}

/** Ends expired requests. They can no longer be approved, whether or not this job has run. */
export const approvalsJobs = {
  tasks: { 'approvals.expire': (deps: Pick<Platform, 'inTx'>) => expire(deps) },
  crons: [{ task: 'approvals.expire', at: '*/5 * * * *' }],
} as const;
