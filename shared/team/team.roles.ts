import { decidableKinds } from '#shared/kernel/approval.ts';
import { permissions, type Rights } from '#shared/kernel/permission.ts';

export const teamRoles = ['owner', 'reviewer', 'payer', 'support', 'auditor'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** The roles of the team: what each may do, and what is masked for it. */
export const roleRights = {
  owner: { may: permissions, masks: [] },
  reviewer: {
    may: [
      'orders.read',
      'orders.decide',
      'offers.write',
      'kyc.read',
      'kyc.decide',
      'files.identity',
      'payouts.prepare',
      'chat.answer',
      'notes.write',
      'users.read',
      'users.write',
    ],
    masks: [],
  },
  payer: { may: ['orders.read', 'users.read', 'payouts.release', 'notes.write', 'books.read'], masks: [] },
  support: { may: ['orders.read', 'users.read', 'kyc.read', 'chat.answer', 'notes.write'], masks: ['accounts'] },
  auditor: {
    may: ['orders.read', 'users.read', 'kyc.read', 'books.read', 'audit.read'],
    masks: ['accounts', 'contacts'],
  },
} as const satisfies Record<TeamRole, Rights>;

const noRights: Rights = { may: [], masks: [] };

function isTeamRole(role: string | null): role is TeamRole {
  return teamRoles.some((teamRole) => teamRole === role);
}

/** Returns the rights of a role; none for a user outside the team. */
export function rightsOf(role: string | null): Rights {
  return isTeamRole(role) ? roleRights[role] : noRights;
}

/** True if the role `to` may approve requests and has permissions that the role `from` (null for none yet) lacks. */
export function isPromotion(from: TeamRole | null, to: TeamRole): boolean {
  const permissionsBefore = rightsOf(from).may;
  const permissionsAfter = rightsOf(to).may;
  return (
    decidableKinds(permissionsAfter).length > 0 &&
    permissionsAfter.some((permission) => !permissionsBefore.includes(permission))
  );
}
