import { z } from 'zod';
import { orderWorks } from '../orders.work.ts';

/** Narrows a list of orders to a kind of work. */
export const workFilters = {
  /**
   * Only the open orders of this kind of work: `todo` has those that the caller can decide now, `done` those that the
   * caller decided, which overrides the search.
   */
  work: z.enum(orderWorks).optional(),
  /** The time since which `done` orders were decided; midnight in UTC by default. */
  since: z.iso.datetime().optional(),
};
