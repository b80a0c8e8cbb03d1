import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { openAllPaidSales } from './deposits.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'addresses.open': Record<string, never>;
  }
}

/** Opens the orders of deposits that no process has opened yet. */
export const depositsJobs: FeatureJobs<DepositsDeps> = {
  tasks: { 'addresses.open': (deps) => openAllPaidSales(deps) },
  crons: [{ task: 'addresses.open', at: '* * * * *' }],
};
