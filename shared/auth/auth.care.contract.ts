import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id } from '#shared/kernel/fields.ts';

/** What the team does for a customer who cannot get in, or who fears that another person can. */
const care = {
  method: 'POST',
  access: 'admin',
  may: 'users.write',
  params: z.object({ id }),
  response: 'empty',
  errors: ['not_found', 'own_case', 'forbidden', 'blocked'],
  limit: 'admin',
} as const;

export const sendResetLink = endpoint('POST /api/admin/users/:id/reset-link', {
  summary: 'Mail a customer a link to set a new password, to the address on record. Never a member of the team',
  ...care,
});

export const signOutUser = endpoint('POST /api/admin/users/:id/sign-out', {
  summary: 'End every session of a customer, and every link and code that was sent. Never a member of the team',
  ...care,
});
