import { Conflict } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';
import { invitationDays, type customerStates } from '#shared/users/users.brought.ts';
import type { NewUser, UserRow } from './users.queries.ts';

type InvitedUser = Pick<UserRow, 'origin' | 'emailVerifiedAt' | 'invitedAt'>;

/** The state of a customer at `now`: an invitation that was not used within seven days has ended. */
export function customerStateOf(
  { origin, emailVerifiedAt, invitedAt }: InvitedUser,
  now: Date,
): (typeof customerStates)[number] {
  if (origin === 'registered' || emailVerifiedAt) return 'active';
  const isOpen = invitedAt !== null && now.getTime() < invitedAt.getTime() + invitationDays * dayMs;
  return isOpen ? 'invited' : 'brought';
}

/**
 * True for a brought customer without a password, whose address is not taken: a visitor who proves it, by the code of a
 * registration or by a mailed link, gets the account. Never true for a blocked one.
 */
export const isJoinable = ({
  origin,
  status,
  emailVerifiedAt,
}: Pick<UserRow, 'origin' | 'status' | 'emailVerifiedAt'>) =>
  origin === 'brought' && status === 'active' && emailVerifiedAt === null;

type RegisteredName = Pick<NewUser, 'firstName' | 'lastName'>;

/** Returns the name that the team gave, to be stored if the owner of the address registers under another one. */
export function joinedValues(
  { firstName, lastName }: UserRow,
  registeredName: RegisteredName,
): Pick<NewUser, 'broughtName'> {
  const isSame = firstName === registeredName.firstName && lastName === registeredName.lastName;
  return { broughtName: isSame ? null : { firstName, lastName } };
}

/** The refusal (409) of an address that belongs to another account. */
export function emailTaken({ role }: Pick<UserRow, 'role'>): Conflict {
  const reason = role === 'customer' ? 'email_of_customer' : 'email_of_member';
  return new Conflict('email_taken', reason, { fields: { email: reason } });
}

/** The origin of a customer whom the team entered, in a form that they can read. */
export const presentBrought = ({ broughtAt, broughtName, invitedAt, termsAt }: UserRow) =>
  toWireRow({ broughtAt, broughtName, invitedAt, termsAt });
