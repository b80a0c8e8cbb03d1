import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id, text, timestamp } from '#shared/kernel/fields.ts';

/** The team helps customers who cannot sign in, or who fear that another person can. */
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

export const secondFactorOf = endpoint('GET /api/admin/users/:id/second-factor', {
  may: 'users.read',
  summary: 'Whether a customer has a second factor, and when a member has it removed',
  response: z.object({ isOn: z.boolean(), removeAt: timestamp.nullable() }),
});

export const removeSecondFactor = endpoint('POST /api/admin/users/:id/second-factor/removal', {
  ...care,
  summary:
    'Remove the second factor of a customer whose identity was checked, a day later: they get a link by mail that stops it. Never that of a member of the team',
  body: z.object({ reason: text(2000, { min: 1, error: 'factor_reason_required' }) }),
  errors: [...care.errors, 'conflict', 'step_up_required'],
  stepUp: true,
  secondUser: true,
});

export const takeBackRemoval = endpoint('DELETE /api/admin/users/:id/second-factor/removal', {
  ...care,
  method: 'DELETE',
  summary: 'Take back the removal of a second factor within its day',
  errors: [...care.errors, 'conflict'],
});
