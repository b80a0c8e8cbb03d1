import type { Membership } from './auth.sessions.queries.ts';

/** The role in the team; null for a customer, and for a member who has left. */
export function teamRoleOf({ role, memberRole, memberUntil }: Membership): string | null {
  if (role === 'admin') return 'owner';
  return role === 'staff' && memberUntil === null ? memberRole : null;
}
