import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { Platform } from '#server/platform.ts';
import { verifyBook } from './books.verify.service.ts';
import { storeRates } from './manual/books.rates.service.ts';
import { storeDays } from './reports/books.days.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'book.verify': object;
    'book.store-days': object;
    'book.store-rates': object;
  }
}

/** The rates of a day at its noon; each night the days that are over are added up, and then all of the book again. */
export const booksJobs: FeatureJobs<Platform & RatesPorts> = {
  tasks: { 'book.verify': verifyBook, 'book.store-days': storeDays, 'book.store-rates': storeRates },
  crons: [
    { task: 'book.store-rates', at: '5 12 * * *' },
    { task: 'book.store-days', at: '19 1 * * *' },
    { task: 'book.verify', at: '47 3 * * *' },
  ],
};
