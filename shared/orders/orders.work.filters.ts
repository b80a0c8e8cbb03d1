import { z } from 'zod';
import { orderWorks } from './orders.work.ts';

/** Narrows a list of orders to a kind of work. */
export const workFilters = {
  /**
   * Only the open orders that wait for this; those to do are those that the caller can decide now. Those that are done
   * are what the caller decided, and override the search.
   */
  work: z.enum(orderWorks).optional(),
  /** Since when they were decided that are done; midnight in UTC unless it is named. */
  since: z.iso.datetime().optional(),
};
