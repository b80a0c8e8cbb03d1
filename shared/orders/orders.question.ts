import { z } from 'zod';
import { timestamp } from '#shared/kernel/fields.ts';

/**
 * A question of the team to the customer about an order, open until it is answered, its time is over or the order is
 * decided.
 */
export const questionView = z.object({ text: z.string(), at: timestamp, until: timestamp });
