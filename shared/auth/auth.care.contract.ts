import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { text, timestamp } from '#shared/kernel/fields.ts';

/** The team helps customers who cannot sign in, or who fear that another person can. */
const care = { on: 'user', may: 'users.write', response: 'empty' } as const;
const errors = ['forbidden', 'blocked'] as const;

export const sendResetLink = action('POST /api/admin/users/:id/reset-link', {
  ...care,
  summary: 'Mail a customer a link to set a new password, to the address on record. Never a member of the team',
  errors,
  audit: 'user.reset_link_sent',
});

export const inviteUser = action('POST /api/admin/users/:id/invite', {
  ...care,
  summary:
    'Mail a brought customer a link to set a password, valid for seven days; a later one ends it. Not more often than other links',
  response: z.object({ expiresAt: timestamp }),
  errors: [...errors, 'already_active', 'no_email', 'too_many_requests'],
  limit: 'mail',
  audit: 'user.invited',
});

export const signOutUser = action('POST /api/admin/users/:id/sign-out', {
  ...care,
  summary: 'End every session of a customer, and every link and code that was sent. Never a member of the team',
  errors,
  audit: 'user.signed_out',
});

export const secondFactorOf = endpoint('GET /api/admin/users/:id/second-factor', {
  may: 'users.read',
  summary: 'Whether a customer has a second factor, and when a member has it removed',
  response: z.object({ isOn: z.boolean(), removeAt: timestamp.nullable() }),
});

export const removeSecondFactor = action('POST /api/admin/users/:id/second-factor/removal', {
  ...care,
  summary:
    'Remove the second factor of a customer whose identity was checked, a day later: they get a link by mail that stops it. Never that of a member of the team',
  body: z.object({ reason: text(2000, { min: 1, error: 'factor_reason_required' }) }),
  errors: [...errors, 'conflict', 'step_up_required'],
  stepUp: true,
  second: 'unblock',
  audit: 'user.factor_removal_scheduled',
});

export const takeBackRemoval = action('DELETE /api/admin/users/:id/second-factor/removal', {
  ...care,
  summary: 'Take back the removal of a second factor within its day',
  errors: [...errors, 'conflict'],
  audit: 'user.factor_removal_stopped',
});
