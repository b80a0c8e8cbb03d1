import type { Deps } from '#server/deps.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { failUnproven } from '#server/features/transactions/awaiting.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'fiat_exchange.expire': Record<string, never>;
  }
}

/** Ends exchanges whose payment proof did not come in time. */
export const fiatExchangeJobs: FeatureJobs<Deps> = {
  tasks: { 'fiat_exchange.expire': (deps) => failUnproven(deps) },
  crons: [{ task: 'fiat_exchange.expire', at: '*/5 * * * *' }],
};
