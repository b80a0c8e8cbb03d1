import type { Deps } from '#server/deps.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { keepFigures } from './figures.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'transactions.figures': Record<string, never>;
  }
}

/** Keeps the figures by day small and quick to read. */
export const transactionsJobs: FeatureJobs<Deps> = {
  tasks: { 'transactions.figures': (deps) => keepFigures(deps) },
  crons: [{ task: 'transactions.figures', at: '* * * * *' }],
};
