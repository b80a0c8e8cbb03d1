import type { Platform } from '#server/platform.ts';
import { deleteExpired } from './auth.jobs.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'auth.sweep': object;
  }
}

/** Codes, unconfirmed registrations, counts and sessions that have run out go once an hour. */
export const authJobs = {
  tasks: { 'auth.sweep': ({ inTx }: Pick<Platform, 'inTx'>) => inTx(deleteExpired) },
  crons: [{ task: 'auth.sweep', at: '17 * * * *' }],
} as const;
