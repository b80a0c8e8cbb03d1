import type { Platform } from '#server/platform.ts';
import { expire } from './approvals.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'approvals.expire': object;
  }
}

/** Requests end with their time; nobody can approve one later, whether or not this job has run. */
export const approvalsJobs = {
  tasks: { 'approvals.expire': (deps: Pick<Platform, 'inTx'>) => expire(deps) },
  crons: [{ task: 'approvals.expire', at: '*/5 * * * *' }],
} as const;
