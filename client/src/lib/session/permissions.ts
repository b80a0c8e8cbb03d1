import type { Permission, Requirement } from '#shared/kernel/permission.ts';
import { useSession } from './session.ts';

/** Whether the signed-in member of the team may do something. The server checks it on every call; this only picks what to show. */
export type May = (requirement: Requirement) => boolean;

/** Asks what the signed-in user's role in the team allows; a customer may do nothing of it. */
export function useMay(): May {
  const session = useSession();
  const user = session.status === 'signedIn' ? session.user : undefined;
  return (requirement) => mayDo(user, requirement);
}

function mayDo(user: { isAdmin: boolean; may: readonly Permission[] } | undefined, requirement: Requirement): boolean {
  return requirement === 'member' ? user?.isAdmin === true : (user?.may.includes(requirement) ?? false);
}
