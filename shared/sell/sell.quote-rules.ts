import { z } from 'zod';

/** What holds where less, more or later arrives than agreed: a quote keeps the rules it showed. */
export const quoteRules = z.object({
  tolerancePercent: z.number(),
  toleranceMaxUsd: z.number(),
  graceMinutes: z.number(),
  topUpMinutes: z.number(),
  /** Absent in the first quotes: for these the setting counts. */
  minedMinutes: z.number().optional(),
  overPercent: z.number(),
  watchDays: z.number(),
});
export type QuoteRules = z.output<typeof quoteRules>;
