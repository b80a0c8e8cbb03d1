import { z } from 'zod';
import { idOf } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';

/** The order that a member has on screen in this tab; null for none. The browser repeats it while the order is open. */
export const orderOpened = z.object({ type: z.literal('order_opened'), id: idOf('order').nullable() });

/** Order events on /ws to a signed-in browser; ids only, as the screen fetches what it may show. */
export type OrderSocketEvent =
  | {
      type: 'transaction_updated';
      id: Id<'order'>;
      status: string;
      version: number;
      stage?: string | undefined;
      stageVersion?: number | undefined;
    }
  | { type: 'queue_changed' }
  /** Message to the members who have the order open: their colleagues with the same order, in every process. */
  | { type: 'order_viewers'; id: Id<'order'>; viewers: { id: Id<'order'>; name: string }[] };
