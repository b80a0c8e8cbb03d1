import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { failWithoutProof } from '#server/features/orders/open/orders.proof.service.ts';
import type { Platform } from '#server/platform.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'fiat_exchange.expire': Record<string, never>;
  }
}

/** Ends exchanges whose payment proof did not arrive in time. */
export const fiatExchangeJobs: FeatureJobs<Platform> = {
  tasks: { 'fiat_exchange.expire': (deps) => failWithoutProof(deps) },
  crons: [{ task: 'fiat_exchange.expire', at: '*/5 * * * *' }],
};
