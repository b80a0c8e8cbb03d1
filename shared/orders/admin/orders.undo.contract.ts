import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf } from '#shared/kernel/fields.ts';
import { adminOrderDetails } from './orders.admin.contract.ts';

export const undoDecision = action('POST /api/admin/transactions/:id/undo', {
  on: 'transaction',
  may: 'orders.decide',
  summary: 'Take back the own rejection, or an approval that waits for its payout, within ten seconds',
  body: z.object({ version: z.number().int() }),
  response: adminOrderDetails,
  errors: ['already_decided'],
  audit: 'order.taken_back',
});

/** Maximum number of decisions that one call takes back: as many as can be approved together. */
const maxTakenBack = 1_000;

export const undoDecisions = endpoint('POST /api/admin/transactions/undo', {
  may: 'orders.decide',
  summary: 'Take several own decisions back within ten seconds, each by itself; what can no longer be taken back stays',
  body: z.object({
    orders: z
      .array(z.object({ id: idOf('order'), version: z.number().int() }))
      .min(1)
      .max(maxTakenBack),
  }),
  response: z.object({
    results: z.array(
      z.object({
        id: idOf('order'),
        state: z.enum(['taken_back', 'left']),
        /** The reason why it stays: the code of the refusal. */
        code: z.string().nullable(),
      }),
    ),
  }),
});
