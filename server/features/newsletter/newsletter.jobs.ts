import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { deleteUnconfirmed } from './newsletter.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'newsletter.sweep': object;
  }
}

export const newsletterJobs: FeatureJobs<Platform> = {
  tasks: { 'newsletter.sweep': (deps) => deleteUnconfirmed(deps) },
  crons: [{ task: 'newsletter.sweep', at: '7 4 * * *' }],
};
