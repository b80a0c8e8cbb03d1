import { z } from 'zod';
import { signedIn } from '#shared/auth/auth.contract.ts';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { email, idOf, newPassword, timestamp } from '#shared/kernel/fields.ts';
import { permissions } from '#shared/kernel/permission.ts';
import { reason } from '#shared/kernel/reason.ts';
import { userFields } from '#shared/users/users.contract.ts';
import { teamRoles } from './team.roles.ts';

export const memberStatuses = ['active', 'invited', 'ended'] as const;

const role = z.enum(teamRoles, reason('role_required'));

/** A member of the team, or an invited user who has not joined yet. */
export const memberView = z.object({
  id: idOf('user'),
  /** Null until an invited member has entered it. */
  name: z.string().nullable(),
  email: z.string(),
  role,
  status: z.enum(memberStatuses),
  lastSeenAt: timestamp.nullable(),
  /** The time since which their sign-in asks for a second factor; null if it does not. */
  secondFactorSince: timestamp.nullable(),
  /** Time at which the link of an open invitation ends, possibly in the past. */
  expiresAt: timestamp.nullable(),
  /** The owner named by ADMIN_EMAIL, who can neither be removed nor given another role. */
  isFixed: z.boolean(),
});
export type MemberView = z.output<typeof memberView>;

export const me = endpoint('GET /api/admin/me', {
  may: 'member',
  summary: 'The signed-in member of the team, their role and what it allows',
  response: z.object({ id: idOf('user'), name: z.string(), role, may: z.array(z.enum(permissions)) }),
  errors: ['not_found'],
});

export const listTeam = endpoint('GET /api/admin/team', {
  may: 'notes.write',
  summary: 'Members of the team, open invitations and former members',
  response: z.array(memberView),
});

export const inviteMember = action('POST /api/admin/team', {
  on: 'user',
  may: 'team.write',
  summary:
    'Invite somebody to the team by mail: a link for 24 hours that works once. A former member may be invited again',
  status: 201,
  body: z.object({ email: email(), role }),
  response: memberView,
  audit: 'team.invited',
  ownCase: 'allowed',
  errors: ['already_member', 'already_invited', 'is_customer'],
  stepUp: 'recent',
  second: 'team',
});

export const resendInvitation = action('POST /api/admin/team/:id/resend', {
  on: 'user',
  may: 'team.write',
  summary: 'Mail a new link for another 24 hours; the one before ends',
  response: memberView,
  audit: 'team.invited',
  ownCase: 'allowed',
  errors: ['already_member', 'already_invited', 'is_customer'],
  second: 'team',
});

export const changeMemberRole = action('PUT /api/admin/team/:id', {
  on: 'user',
  may: 'team.write',
  summary: 'Give a member or an open invitation another role; the sessions of the member end at once, on every process',
  body: z.object({ role }),
  response: memberView,
  audit: 'team.role_changed',
  errors: ['last_owner'],
  stepUp: 'recent',
  second: 'team',
});

export const endMember = action('DELETE /api/admin/team/:id', {
  on: 'user',
  may: 'team.write',
  summary: 'End a membership or withdraw an invitation; sessions and sockets end at once, on every process',
  response: 'empty',
  audit: 'team.ended',
  ownCase: 'allowed',
  errors: ['last_owner'],
  stepUp: 'recent',
});

const token = z.object({ token: z.string().max(200) });

export const getInvitation = endpoint('GET /api/invitations/:token', {
  access: 'public',
  summary: 'Whom an invitation is for and who sent it, by the token of its link',
  params: token,
  /** `invitedBy` is null once that account was erased. */
  response: z.object({ email: z.string(), role, invitedBy: z.string().nullable(), expiresAt: timestamp }),
  errors: ['link_expired', 'invitation_used', 'invitation_unknown'],
});

export const acceptInvitation = endpoint('POST /api/invitations/:token', {
  access: 'public',
  summary:
    'Join the team with name and password, once. Answers a session that may only set up the second factor; then the same token is a whole session',
  params: token,
  body: z.object({
    firstName: userFields.firstName,
    lastName: userFields.lastName,
    password: newPassword({ isOfTeam: true }),
  }),
  response: signedIn,
  // An account that is erased at that moment gets no session.
  errors: ['link_expired', 'invitation_used', 'invitation_unknown', 'is_customer', 'signed_out'],
  limit: 'signIn',
});
