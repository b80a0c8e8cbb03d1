import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';

/** The order that a member has on screen in this tab; null for none. The browser repeats it while the order is open. */
export const orderOpened = z.object({ type: z.literal('order_opened'), id: id.nullable() });

/** Order events on /ws to a signed-in browser; ids only, as the screen fetches what it may show. */
export type OrderSocketEvent =
  | {
      type: 'transaction_updated';
      id: string;
      status: string;
      version: number;
      stage?: string | undefined;
      stageVersion?: number | undefined;
    }
  | { type: 'queue_changed' }
  /** Message to the members who have the order open: their colleagues with the same order, in every process. */
  | { type: 'order_viewers'; id: string; viewers: { id: string; name: string }[] };
