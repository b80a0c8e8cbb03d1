import { z } from 'zod';

/** The rules for less, more or late coins: a quote stores the rules that it showed. */
export const quoteRules = z.object({
  tolerancePercent: z.number(),
  toleranceMaxUsd: z.number(),
  graceMinutes: z.number(),
  topUpMinutes: z.number(),
  /** Absent in the first quotes, for which the setting applies. */
  minedMinutes: z.number().optional(),
  overPercent: z.number(),
  watchDays: z.number(),
});
export type QuoteRules = z.output<typeof quoteRules>;
