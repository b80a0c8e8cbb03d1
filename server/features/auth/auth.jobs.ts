import type { Platform } from '#server/platform.ts';
import { removeDue } from './auth.care.service.ts';
import { deleteExpired } from './auth.erasure.queries.ts';
import type { AuthDeps } from './auth.ports.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'auth.sweep': object;
    'auth.remove_factors': object;
  }
}

/** Removes expired rows once an hour, and a second factor when the day in which its owner could stop that is over. */
export const authJobs = {
  tasks: {
    'auth.sweep': ({ inTx }: Pick<Platform, 'inTx'>) => inTx(deleteExpired),
    'auth.remove_factors': (deps: AuthDeps) => removeDue(deps),
  },
  crons: [
    { task: 'auth.sweep', at: '17 * * * *' },
    { task: 'auth.remove_factors', at: '*/5 * * * *' },
  ],
} as const;
