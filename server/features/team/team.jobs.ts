import type { Platform } from '#server/platform.ts';
import { deleteOldInvitations } from './team.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'team.sweep': object;
  }
}

/** Deletes invitation links 30 days after they end. */
export const teamJobs = {
  tasks: { 'team.sweep': ({ inTx }: Pick<Platform, 'inTx'>) => inTx(deleteOldInvitations) },
  crons: [{ task: 'team.sweep', at: '27 3 * * *' }],
} as const;
