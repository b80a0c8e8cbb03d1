import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { id, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { changeProfile } from './profile.contract.ts';
import { kycStates, roles } from './users.contract.ts';

export const personSorts = ['newest', 'oldest', 'name', 'email'] as const;
export const personStatuses = ['active', 'blocked'] as const;

/** A person in the desk's list. */
export const personView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  registeredDate: timestamp,
  status: z.enum(personStatuses),
  role: z.enum(roles),
  kycStatus: z.enum(kycStates),
  country: z.string().nullable(),
  /** How many orders the person ever opened; exact up to 10,000. */
  transactions: z.number().int(),
  profileImageUrl: z.string().nullable(),
});
export type PersonView = z.output<typeof personView>;

export const personDetails = personView.extend({
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  countryCode: z.string().nullable(),
  mobileNumber: z.string().nullable(),
  language: z.string(),
  /** Why the desk blocked the person; null while active. */
  blockedReason: z.string().nullable(),
  /** Where the person is signed in now, last seen first. */
  sessions: z.array(
    z.object({
      id: z.uuid(),
      createdAt: timestamp,
      lastSeenAt: timestamp,
      userAgent: z.string().nullable(),
      ip: z.string().nullable(),
    }),
  ),
});
export type PersonDetails = z.output<typeof personDetails>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Everybody with an account: search by any part of name or address, filter, sort, page',
  query: pageQuery.extend({
    q: text(100).optional(),
    status: z.enum(personStatuses).optional(),
    kyc: z.enum(kycStates).optional(),
    sort: z.enum(personSorts).default('newest'),
  }),
  response: z.array(personView),
  errors: [],
  limit: 'read',
  paged: true,
});

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'One person with particulars and live sessions; a deleted one is not found',
  params: z.object({ id }),
  response: personDetails,
  errors: ['not_found'],
  limit: 'read',
});

/** The same rules as the person's own form, but for the language, which is theirs to choose. */
export const personEdit = changeProfile.body.omit({ language: true });
export type PersonEdit = z.output<typeof personEdit>;

export const editPerson = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'Mend names or phone number; what is left out stays',
  params: z.object({ id }),
  body: personEdit,
  response: personDetails,
  errors: ['not_found'],
  limit: 'admin',
});

export const blockPerson = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/block',
  access: 'admin',
  summary: 'Block a person: every session and socket ends at once, on every process. Never the administrator',
  params: z.object({ id }),
  body: z.object({ reason: text(500, { min: 1, message: 'Please say why this user is blocked' }) }),
  response: personDetails,
  errors: ['not_found', 'forbidden'],
  limit: 'admin',
});

export const unblockPerson = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/unblock',
  access: 'admin',
  summary: 'Let a blocked person sign in again',
  params: z.object({ id }),
  response: personDetails,
  errors: ['not_found'],
  limit: 'admin',
});

export const deletePerson = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary:
    'Delete a person for good: particulars, documents, chat and accounts go, orders stay without the person. Not while an order is open, and never the administrator',
  params: z.object({ id }),
  body: z.object({ email: text(254, { min: 1, message: 'Please type the email address of this user' }) }),
  response: 'empty',
  errors: ['not_found', 'forbidden', 'in_use'],
  limit: 'admin',
});
