import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { deleteUnconfirmed } from './newsletter.service.ts';

type Deps = Platform;

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'newsletter.sweep': object;
  }
}

export const newsletterJobs: FeatureJobs<Deps> = {
  tasks: { 'newsletter.sweep': (deps) => deleteUnconfirmed(deps) },
  crons: [{ task: 'newsletter.sweep', at: '7 4 * * *' }],
};
