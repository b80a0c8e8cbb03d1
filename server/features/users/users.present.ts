import type { UserView } from '#shared/users/users.contract.ts';
import type { Account } from './users.queries.ts';

/** The person as they see themselves; what is not listed here (the password's hash, a reason to block) stays inside. */
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
    isAdmin: role === 'admin',
    kycStatus,
    createdAt: user.createdAt.toISOString(),
  };
}
