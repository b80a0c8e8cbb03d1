import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { verifyBook } from './books.verify.service.ts';
import { keepDays } from './reports/books.days.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'book.verify': object;
    'book.keep-days': object;
  }
}

/** Each night the days that are over are added up, and then all of the book again. */
export const booksJobs: FeatureJobs<Platform> = {
  tasks: { 'book.verify': verifyBook, 'book.keep-days': keepDays },
  crons: [
    { task: 'book.keep-days', at: '19 1 * * *' },
    { task: 'book.verify', at: '47 3 * * *' },
  ],
};
