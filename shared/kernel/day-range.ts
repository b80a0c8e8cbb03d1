import { z } from 'zod';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { reason, type Reason } from './reason.ts';

const bound = z.union([z.iso.date(), z.iso.datetime()]);

/**
 * Whole days, both included; a missing one sets no bound. A day (YYYY-MM-DD) is in UTC. For days in the reader's time
 * zone each bound is an instant: the start of the first day, and the end of the last one.
 */
export const dayRange = { from: bound.optional(), to: bound.optional() };

/** First and last day for data that is counted by days in UTC. */
export const utcDayRange = { from: z.iso.date().optional(), to: z.iso.date().optional() };

const isDay = (value: string) => value.length === 'YYYY-MM-DD'.length;

/** The first moment of a range. */
export const rangeStart = (from: string): Date => new Date(from);

/** The moment after the last one of a range. */
export const rangeEnd = (to: string): Date => new Date(Date.parse(to) + (isDay(to) ? dayMs : 0));

type Days = { from?: string | undefined; to?: string | undefined };

/** `schema.refine(...daysInOrder)`: the first day is not after the last. */
export const daysInOrder: [(days: Days) => boolean, { error: Reason; path: string[] }] = [
  ({ from, to }) => !from || !to || rangeStart(from) < rangeEnd(to),
  { error: reason('days_reversed'), path: ['from'] },
];
