import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { verifyBook } from './books.verify.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'book.verify': object;
  }
}

/** Each night the book is added up again, before the payouts of the day are checked. */
export const booksJobs: FeatureJobs<Platform> = {
  tasks: { 'book.verify': verifyBook },
  crons: [{ task: 'book.verify', at: '47 3 * * *' }],
};
