import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { endLeases } from './deposit-sources.leases.queries.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import { findSource } from './deposit-sources.queries.ts';
import { notifyOfSource } from './deposit-sources.rows.ts';
import { applyDueSources, reportForgedSources, sourcesNeedingAttention } from './deposit-sources.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'addresses.leases': Record<string, never>;
    'addresses.low': Record<string, never>;
  }
}

/**
 * Ends leases, activates sources that are due, raises the alarm for forged ones, and mails about those that run out.
 */
export const depositSourcesJobs: FeatureJobs<DepositSourcesDeps> = {
  tasks: {
    'addresses.leases': async (deps) => {
      await applyDueSources(deps);
      const { graceMinutes } = settingsOf(deps).deposits;
      const allLeases = { sourceId: null, userId: null };
      await deps.inTx((tx) => endLeases(tx, { now: deps.now(), graceMinutes, ...allLeases }));
      await reportForgedSources(deps);
    },
    'addresses.low': async (deps) => {
      for (const { id, holders } of (await sourcesNeedingAttention(deps)).low) {
        const row = await findSource(deps.db, { id });
        if (row) await deps.inTx((tx) => notifyOfSource(tx, deps, row, 'low', holders));
      }
    },
  },
  crons: [
    { task: 'addresses.leases', at: '*/10 * * * *' },
    { task: 'addresses.low', at: '23 6 * * *' },
  ],
};
