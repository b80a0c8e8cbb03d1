import { action } from '#shared/kernel/action.ts';
import { assigneeInput, tagsInput } from '#shared/users/users.handling.ts';
import { adminOrderDetails } from './orders.admin.contract.ts';

/** An assignment decides nothing about an order: members may assign their own orders too. */
const handling = { on: 'transaction', ownCase: 'allowed', may: 'notes.write' } as const;

export const assignOrder = action('PUT /api/admin/transactions/:id/assignee', {
  ...handling,
  summary: 'Assign an order to a member of the team, or to nobody',
  body: assigneeInput,
  response: adminOrderDetails,
  audit: 'transaction.assigned',
});

export const tagOrder = action('PUT /api/admin/transactions/:id/tags', {
  ...handling,
  summary: 'Replace the tags of an order: at most ten, in lower case',
  body: tagsInput,
  response: adminOrderDetails,
  audit: 'transaction.tagged',
});

export const takeNextOrder = action('POST /api/admin/transactions/take-next', {
  ...handling,
  summary: 'Take the oldest open order that nobody has; 204 where there is none. Two callers never get the same',
  response: adminOrderDetails.nullable(),
  audit: 'transaction.assigned',
});
