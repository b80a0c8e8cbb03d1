import { z } from 'zod';

/** Query of a paged list: page from 1, pageSize up to 100; the total is in the header X-Total-Count. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

/** A queue is sorted by longest waiting first, or by date only. */
export const waitingSorts = ['waiting', 'newest', 'oldest'] as const;
export type WaitingSort = (typeof waitingSorts)[number];
