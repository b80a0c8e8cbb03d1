import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { expireQuotes } from './sell.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'sell.sweep': Record<string, never>;
  }
}

/** Deletes unused quotes. */
export const sellJobs: FeatureJobs<Platform> = {
  tasks: { 'sell.sweep': (deps) => expireQuotes(deps) },
  crons: [{ task: 'sell.sweep', at: '17 3 * * *' }],
};
