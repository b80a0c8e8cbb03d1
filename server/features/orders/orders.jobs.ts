import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { updateOrderStats } from './orders.stats.service.ts';

type Deps = Platform;

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'orders.stats': Record<string, never>;
  }
}

/** Compacts the daily stats for fast reads. */
export const ordersJobs: FeatureJobs<Deps> = {
  tasks: { 'orders.stats': (deps) => updateOrderStats(deps) },
  crons: [{ task: 'orders.stats', at: '* * * * *' }],
};
