import { endpoint } from '#shared/kernel/endpoint.ts';
import { assigneeInput, tagsInput } from '#shared/users/users.handling.ts';
import { adminOrderDetails } from './orders.contract.ts';

export const assignOrder = endpoint('PUT /api/admin/transactions/:id/assignee', {
  may: 'notes.write',
  summary: 'Assign an order to a member of the team, or to nobody',
  body: assigneeInput,
  response: adminOrderDetails,
  errors: ['not_found'],
});

export const tagOrder = endpoint('PUT /api/admin/transactions/:id/tags', {
  may: 'notes.write',
  summary: 'Replace the tags of an order: at most ten, in lower case',
  body: tagsInput,
  response: adminOrderDetails,
  errors: ['not_found'],
});

export const takeNextOrder = endpoint('POST /api/admin/transactions/take-next', {
  may: 'notes.write',
  summary: 'Take the oldest open order that nobody has; 204 where there is none. Two callers never get the same',
  response: adminOrderDetails.nullable(),
});
