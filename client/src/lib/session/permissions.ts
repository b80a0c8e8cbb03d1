import type { Permission, Requirement } from '#shared/kernel/permission.ts';
import { useSession } from './session.ts';

/**
 * True if the signed-in member of the team has the permission. The server checks it on every call; this only picks what
 * to show.
 */
export type May = (requirement: Requirement) => boolean;

/**
 * Returns a check for the actions that the signed-in user's role in the team allows; a customer may do none of them.
 */
export function useMay(): May {
  const session = useSession();
  const user = session.status === 'signedIn' ? session.user : undefined;
  return (requirement) => mayDo(user, requirement);
}

/** Returns a check if a user is the signed-in one: no member of the team decides on their own account. */
export function useIsMe(): (userId: string | null) => boolean {
  const session = useSession();
  const ownId = session.status === 'signedIn' ? session.user.id : undefined;
  return (userId) => userId === ownId;
}

function mayDo(user: { isAdmin: boolean; may: readonly Permission[] } | undefined, requirement: Requirement): boolean {
  return requirement === 'member' ? user?.isAdmin === true : (user?.may.includes(requirement) ?? false);
}
