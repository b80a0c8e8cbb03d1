import type { Platform } from '#server/platform.ts';
import { deleteOldInvitations } from './team.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'team.sweep': object;
  }
}

/** Links of invitations go thirty days after they ended. */
export const teamJobs = {
  tasks: { 'team.sweep': ({ inTx }: Pick<Platform, 'inTx'>) => inTx(deleteOldInvitations) },
  crons: [{ task: 'team.sweep', at: '27 3 * * *' }],
} as const;
