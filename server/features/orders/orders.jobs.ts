import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { purgeErasedCustomers } from './orders.personal-data.service.ts';
import type { OrdersDeps } from './orders.ports.ts';
import { updateOrderStats } from './stats/orders.stats.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'orders.stats': Record<string, never>;
    'orders.sweep': Record<string, never>;
  }
}

/** Compacts the daily stats for fast reads, and deletes records of erased customers that the limit no longer covers. */
export const ordersJobs: FeatureJobs<OrdersDeps> = {
  tasks: { 'orders.stats': (deps) => updateOrderStats(deps), 'orders.sweep': (deps) => purgeErasedCustomers(deps) },
  copyTasks: ['orders.stats'],
  crons: [
    { task: 'orders.stats', at: '* * * * *' },
    { task: 'orders.sweep', at: '29 3 * * *' },
  ],
};
