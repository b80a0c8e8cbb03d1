import { useTranslation } from 'react-i18next';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { shownEmail } from '#shared/kernel/email-address.ts';
import type { AdminUser } from './users.admin.queries.ts';

type ContactDetails = Pick<AdminUser, 'email' | 'mobileNumber'>;

/** The address of a user, or the number of a customer who has none. */
export function UserReach({ user: { email, mobileNumber } }: { user: ContactDetails }) {
  const { t } = useTranslation('users.admin');
  if (email !== null) return <EmailAddress email={email} />;
  return mobileNumber === null ? t('noEmail') : <Ltr>{mobileNumber}</Ltr>;
}

/** The text of it, where no element can stand. */
export const reachText = ({ email, mobileNumber }: ContactDetails): string =>
  email === null ? (mobileNumber ?? '') : shownEmail(email);

/** How other lists find a user: by the address, or by the name where there is none. */
export const searchOf = ({ email, name }: Pick<AdminUser, 'email' | 'name'>): string =>
  encodeURIComponent(email ?? name);
