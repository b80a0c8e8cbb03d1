import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { Platform } from '#server/platform.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { settleChains } from './settlements.service.ts';
import { notifyOfUnmatched } from './unmatched.service.ts';

type Deps = Platform & ChainsPorts & RatesPorts & SettingsPorts;

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'settlements.choices': Record<string, never>;
    'unmatched.notify': Record<string, never>;
  }
}

/** Asks the team about sales whose customer did not choose in time, and notifies it of what no order claims. */
export const settlementsJobs: FeatureJobs<Deps> = {
  tasks: {
    'settlements.choices': (deps) => settleChains(deps, chainNames),
    'unmatched.notify': (deps) => notifyOfUnmatched(deps),
  },
  crons: [
    { task: 'settlements.choices', at: '*/10 * * * *' },
    { task: 'unmatched.notify', at: '41 * * * *' },
  ],
};
