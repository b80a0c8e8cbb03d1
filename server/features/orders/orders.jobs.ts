import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import { purgeErasedCustomers } from './orders.personal-data.service.ts';
import { updateOrderStats } from './stats/orders.stats.service.ts';

type Deps = Platform & SettingsPorts;

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'orders.stats': Record<string, never>;
    'orders.sweep': Record<string, never>;
  }
}

/** Compacts the daily stats for fast reads, and deletes records of erased customers that the limit no longer covers. */
export const ordersJobs: FeatureJobs<Deps> = {
  tasks: { 'orders.stats': (deps) => updateOrderStats(deps), 'orders.sweep': (deps) => purgeErasedCustomers(deps) },
  copyTasks: ['orders.stats'],
  crons: [
    { task: 'orders.stats', at: '* * * * *' },
    { task: 'orders.sweep', at: '29 3 * * *' },
  ],
};
