import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { deleteUnusedImages } from './blog.admin.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'blog.sweep-images': object;
  }
}

export const blogJobs: FeatureJobs<Platform> = {
  tasks: { 'blog.sweep-images': (deps) => deleteUnusedImages(deps) },
  crons: [{ task: 'blog.sweep-images', at: '53 3 * * *' }],
};
