import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { text } from '#shared/kernel/fields.ts';
import { adminOrderDetails } from './orders.admin.contract.ts';

export const askCustomer = action('POST /api/admin/transactions/:id/question', {
  on: 'transaction',
  may: 'orders.decide',
  summary: 'Ask the customer about an undecided order: in the chat and by mail; the order waits for the answer',
  status: 201,
  body: z.object({ text: text(2000), version: z.number().int() }),
  response: adminOrderDetails,
  errors: ['already_decided', 'customer_blocked', 'conflict'],
  audit: 'transaction.asked',
});
