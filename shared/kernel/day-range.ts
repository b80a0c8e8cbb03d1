import { z } from 'zod';
import { reason, type PlainReason } from './reason.ts';

/** Whole days in UTC, both included; one that is missing is no bound. */
export const dayRange = { from: z.iso.date().optional(), to: z.iso.date().optional() };

type Days = { from?: string | undefined; to?: string | undefined };

/** `schema.refine(...daysInOrder)`: the first day is not after the last. */
export const daysInOrder: [(days: Days) => boolean, { error: PlainReason; path: string[] }] = [
  ({ from, to }) => !from || !to || from <= to,
  { error: reason('days_reversed'), path: ['from'] },
];
