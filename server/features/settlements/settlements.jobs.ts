import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { chainNames } from '#shared/reference/chains.ts';
import type { SettlementsDeps } from './settlements.ports.ts';
import { settleChains } from './settlements.service.ts';
import { notifyOfUnmatched } from './unmatched.list.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'settlements.choices': Record<string, never>;
    'unmatched.notify': Record<string, never>;
  }
}

/**
 * Asks the team about sales whose customer did not choose in time, and notifies it of transfers that no order claims.
 */
export const settlementsJobs: FeatureJobs<SettlementsDeps> = {
  tasks: {
    'settlements.choices': (deps) => settleChains(deps, chainNames),
    'unmatched.notify': (deps) => notifyOfUnmatched(deps),
  },
  crons: [
    { task: 'settlements.choices', at: '*/10 * * * *' },
    { task: 'unmatched.notify', at: '41 * * * *' },
  ],
};
