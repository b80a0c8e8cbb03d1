import { useTranslation } from 'react-i18next';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { Users } from './Users.tsx';

export function UsersPage() {
  const { t } = useTranslation('users.admin');
  return (
    <>
      <PageTitle title={t('title')} className="sr-only" />
      <Users />
    </>
  );
}
