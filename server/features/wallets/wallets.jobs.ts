import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { applyDueChanges } from './wallets.changes.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'wallets.activate-change': { cryptoId?: string };
  }
}

/** Activates address changes when due; a cron checks too, should a job have been lost. */
export const walletsJobs: FeatureJobs<Platform> = {
  tasks: { 'wallets.activate-change': (deps, { cryptoId }) => applyDueChanges(deps, cryptoId) },
  crons: [{ task: 'wallets.activate-change', at: '*/10 * * * *' }],
};
