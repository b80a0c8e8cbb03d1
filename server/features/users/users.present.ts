import type { UserView } from '#shared/users/users.contract.ts';
import type { Account } from './users.queries.ts';

/** Presents the signed-in user to themselves; unlisted fields (password hash, block reason) are not exposed. */
export function presentUser({ user, picture }: Account): UserView {
  const { id, firstName, middleName, lastName, country, countryCode, mobileNumber, language, role, kycStatus } = user;
  return {
    id,
    email: user.email ?? '',
    firstName,
    middleName,
    lastName,
    profileImageUrl: picture === null ? null : `/api/files/${picture}`,
    country,
    countryCode,
    mobileNumber,
    language,
    role,
    isAdmin: role !== 'customer',
    kycStatus,
    createdAt: user.createdAt.toISOString(),
  };
}
