import type { Deps } from './deps.ts';
import { filesJobs } from './features/files/files.jobs.ts';
import { startJobs, type FeatureJobs, type Jobs } from './features/jobs/jobs.runner.ts';

export type Background = { start: () => Promise<void>; close: () => Promise<void> };

/** The table of contents of what happens without being asked, in the order of the house. */
function jobsByFeature(): readonly FeatureJobs<Deps>[] {
  return [filesJobs];
}

/** Starts listening, reads what is kept in memory, then works; ends in the opposite order. */
export function createBackground(deps: Deps): Background {
  let jobs: Jobs | undefined;
  return {
    start: async () => {
      await deps.events.start();
      await deps.settings.refresh();
      const { url } = deps.database;
      jobs = await startJobs({ url, log: deps.log, needs: deps, features: jobsByFeature() });
    },
    close: async () => {
      await jobs?.stop();
      await deps.events.close();
    },
  };
}
