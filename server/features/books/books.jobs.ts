import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Platform } from '#server/platform.ts';
import { verifyBook } from './books.verify.service.ts';
import { keepRates } from './manual/books.rates.service.ts';
import { keepDays } from './reports/books.days.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'book.verify': object;
    'book.keep-days': object;
    'book.keep-rates': object;
  }
}

/** The rates of a day at its noon; each night the days that are over are added up, and then all of the book again. */
export const booksJobs: FeatureJobs<Platform & Pick<RatesPorts, 'rates' | 'adminRates'>> = {
  tasks: { 'book.verify': verifyBook, 'book.keep-days': keepDays, 'book.keep-rates': keepRates },
  crons: [
    { task: 'book.keep-rates', at: '5 12 * * *' },
    { task: 'book.keep-days', at: '19 1 * * *' },
    { task: 'book.verify', at: '47 3 * * *' },
  ],
};
