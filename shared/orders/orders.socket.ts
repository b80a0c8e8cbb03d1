import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';

/**
 * The order that a member has on screen from now on in this tab; null for none. The browser repeats it while it is
 * open.
 */
export const orderOpened = z.object({ type: z.literal('order_opened'), id: id.nullable() });

/** Order events on /ws to a signed-in browser; ids only, the screen fetches what it may see. */
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
  /** Message to the members who have the order open: their colleagues who have it open too, in every process. */
  | { type: 'order_viewers'; id: string; viewers: { id: string; name: string }[] };
