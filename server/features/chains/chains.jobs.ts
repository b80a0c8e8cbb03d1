import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { notifyOfAway } from './chains.away.service.ts';

export const chainsJobs: FeatureJobs<Platform> = {
  tasks: { 'chains.away': (deps, { chain }) => notifyOfAway(deps, chain) },
};
