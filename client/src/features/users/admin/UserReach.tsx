import { useTranslation } from 'react-i18next';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import type { ContactDetails } from '../components/reach.ts';
import { groupedNumber } from './users.phone.ts';

/** The address of a user, or the number of a customer who has none. */
export function UserReach({ user: { email, mobileNumber } }: { user: ContactDetails }) {
  const { t } = useTranslation('users.admin');
  if (email !== null) return <EmailAddress email={email} />;
  return mobileNumber === null ? t('noEmail') : <Ltr className="whitespace-nowrap">{groupedNumber(mobileNumber)}</Ltr>;
}
