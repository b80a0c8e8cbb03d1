import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Platform } from '#server/platform.ts';
import { openAllPaidSales } from './deposits.opening.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'addresses.open': Record<string, never>;
  }
}

/** Opens the orders of deposits that no process has opened yet. */
export const depositsJobs: FeatureJobs<Platform & ChainsPorts & OrdersPorts & RatesPorts> = {
  tasks: { 'addresses.open': (deps) => openAllPaidSales(deps) },
  crons: [{ task: 'addresses.open', at: '* * * * *' }],
};
