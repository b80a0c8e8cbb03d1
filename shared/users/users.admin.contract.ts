import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { dayRange, daysInOrder } from '#shared/kernel/day-range.ts';
import { normalizeEmail } from '#shared/kernel/email-address.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { email, idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { customerStates, userOrigins } from './users.brought.ts';
import { kycStates, roles } from './users.contract.ts';
import { handling, handlingFilters } from './users.handling.ts';
import { changeOwnProfile } from './users.profile.contract.ts';

export const userSorts = ['newest', 'oldest', 'name', 'email'] as const;
export const userStatuses = ['active', 'blocked'] as const;

export const adminUserView = z.object({
  id: idOf('user'),
  name: z.string(),
  /** Null for a customer whom the team entered without an address. */
  email: markPersonal('email').nullable(),
  mobileNumber: markPersonal('phone').nullable(),
  registeredDate: timestamp,
  status: z.enum(userStatuses),
  role: z.enum(roles),
  origin: z.enum(userOrigins),
  customerState: z.enum(customerStates),
  kycStatus: z.enum(kycStates),
  country: z.string().nullable(),
  /** Number of orders that the user ever opened; exact up to 10,000. */
  transactions: z.number().int(),
  profileImageUrl: z.string().nullable(),
  ...handling,
});
export type AdminUserView = z.output<typeof adminUserView>;

export const adminUserDetails = adminUserView.extend({
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  countryCode: z.string().nullable(),
  language: z.string(),
  /** The team's name for a brought customer who registered with another one. */
  broughtName: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  broughtAt: timestamp.nullable(),
  /** The last invitation of a brought customer, and when they accepted the terms with their password. */
  invitedAt: timestamp.nullable(),
  termsAt: timestamp.nullable(),
  /** Other accounts with this mobile number, the oldest ones. */
  sameNumber: z.array(z.object({ id: idOf('user'), name: z.string() })),
  /** Why the user was blocked; null while active. */
  blockedReason: z.string().nullable(),
  /** The time at which the user will be erased, unless an owner takes it back; null without a request. */
  eraseAt: timestamp.nullable(),
  /** The user's current sessions, last seen first. */
  sessions: z.array(
    z.object({
      id: idOf('session'),
      createdAt: timestamp,
      lastSeenAt: timestamp,
      userAgent: z.string().nullable(),
      ip: markPersonal('ip').nullable(),
    }),
  ),
});
export type AdminUserDetails = z.output<typeof adminUserDetails>;

const userFilters = {
  q: text(maxSearchLength).optional(),
  status: z.enum(userStatuses).optional(),
  kyc: z.enum(kycStates).optional(),
};

export const listUsers = endpoint('GET /api/admin/users', {
  may: 'users.read',
  summary: 'Every customer, without the team: search by any part of name, address or notes, filter, sort, page',
  query: pageQuery.extend({ ...userFilters, ...handlingFilters, sort: z.enum(userSorts).default('newest') }),
  response: z.array(adminUserView),
  paged: true,
});

export const exportUsers = endpoint('GET /api/admin/users/export', {
  may: 'audit.read',
  summary: 'Every customer who registered in a range as a CSV, newest first; filters as in the list. Audited',
  query: z.object({ ...userFilters, ...handlingFilters, ...dayRange }).refine(...daysInOrder),
  response: 'file',
  errors: ['step_up_required'],
  limit: 'admin',
  stepUp: true,
});

export const getUser = endpoint('GET /api/admin/users/:id', {
  may: 'users.read',
  summary: 'One person with particulars and live sessions; a deleted one is not found',
  response: adminUserDetails,
  errors: ['not_found'],
});

/** An admin may edit the fields of the user's own form, but not the language, which only the user chooses. */
export const userEdit = changeOwnProfile.body
  .omit({ language: true })
  /** Only of a brought customer who has no password yet. */
  .extend({ email: email().optional() });
export type UserEdit = z.output<typeof userEdit>;

const onUser = { on: 'user', may: 'users.write', response: adminUserDetails } as const;

export const editUser = action('PUT /api/admin/users/:id', {
  ...onUser,
  summary:
    'Mend names or phone number, or the address of a brought customer without a password; what is left out stays. Replacing an address asks for the password and is mailed to the former one; where the customer has orders or saved accounts, an address can wait for a second member',
  body: userEdit,
  errors: ['email_taken', 'already_active', 'step_up_required'],
  stepUp: 'sometimes',
  second: 'unblock',
  audit: 'user.edited',
});

export const blockUser = action('POST /api/admin/users/:id/block', {
  ...onUser,
  summary: 'Block a user: every session and socket ends at once, on every process. Never a member of the team',
  body: z.object({ reason: text(500, { min: 1, error: 'block_reason_required' }) }),
  errors: ['forbidden', 'step_up_required'],
  stepUp: true,
  audit: 'user.blocked',
});

export const unblockUser = action('POST /api/admin/users/:id/unblock', {
  ...onUser,
  summary: 'Let a blocked person sign in again',
  errors: ['forbidden', 'conflict'],
  second: 'unblock',
  audit: 'user.unblocked',
});

export const deleteUser = action('DELETE /api/admin/users/:id', {
  ...onUser,
  summary:
    'Delete a user for good: blocked and signed out at once; a day later personal data, documents, chat and accounts go, orders stay without the user. Not while an order is open, and never a member of the team. At most ten an hour',
  body: z.object({ email: text(254, { min: 1, error: 'user_email_required' }) }),
  response: 'empty',
  errors: ['forbidden', 'conflict', 'in_use', 'step_up_required'],
  limit: 'erasure',
  stepUp: 'recent',
  second: 'erase',
  audit: 'user.erasure_scheduled',
});

export const takeBackErasure = action('DELETE /api/admin/users/:id/erasure', {
  ...onUser,
  may: 'team.write',
  summary: 'Take back the erasure of a user within its day: they may sign in again, unless they were blocked before',
  errors: ['conflict'],
  audit: 'user.erasure_taken_back',
});

/** The text that a member types to delete a user: the address, or the number of a user without one. */
export const typedToDelete = ({
  email: address,
  mobileNumber,
}: Pick<AdminUserView, 'email' | 'mobileNumber'>): string => address ?? mobileNumber ?? '';

/** The body of deleteUser for the user with the text of `typedToDelete`: any other text is refused. */
export function deletionOf(user: Pick<AdminUserView, 'email' | 'mobileNumber'>) {
  const confirmationText = typedToDelete(user);
  const isTheirs = (input: string) => (user.email === null ? input : normalizeEmail(input)) === confirmationText;
  return z.object({ email: text(254).refine(isTheirs, reason('user_email_wrong')) });
}
