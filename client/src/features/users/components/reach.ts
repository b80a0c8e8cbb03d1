import { shownEmail } from '#shared/kernel/email-address.ts';
import type { AdminUser } from '../admin/users.admin.queries.ts';

export type ContactDetails = Pick<AdminUser, 'email' | 'mobileNumber'>;

/** Contact details as text, where no element is possible. */
export const reachText = ({ email, mobileNumber }: ContactDetails): string =>
  email === null ? (mobileNumber ?? '') : shownEmail(email);

/** The search text by which other lists find a user: the address, or the name without one. */
export const searchOf = ({ email, name }: Pick<AdminUser, 'email' | 'name'>): string =>
  encodeURIComponent(email ?? name);
