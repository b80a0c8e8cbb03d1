import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id } from '#shared/kernel/fields.ts';
import { assigneeInput, tagsInput } from '#shared/users/users.handling.ts';
import { adminOrderDetails } from './orders.contract.ts';

export const assignOrder = endpoint({
  method: 'PUT',
  path: '/api/admin/transactions/:id/assignee',
  access: 'admin',
  may: 'notes.write',
  summary: 'Assign an order to a member of the team, or to nobody',
  params: z.object({ id }),
  body: assigneeInput,
  response: adminOrderDetails,
  errors: ['not_found'],
  limit: 'admin',
});

export const tagOrder = endpoint({
  method: 'PUT',
  path: '/api/admin/transactions/:id/tags',
  access: 'admin',
  may: 'notes.write',
  summary: 'Replace the tags of an order: at most ten, in lower case',
  params: z.object({ id }),
  body: tagsInput,
  response: adminOrderDetails,
  errors: ['not_found'],
  limit: 'admin',
});

export const takeNextOrder = endpoint({
  method: 'POST',
  path: '/api/admin/transactions/take-next',
  access: 'admin',
  may: 'notes.write',
  summary: 'Take the oldest open order that nobody has; 204 where there is none. Two callers never get the same',
  response: adminOrderDetails.nullable(),
  errors: [],
  limit: 'admin',
});
