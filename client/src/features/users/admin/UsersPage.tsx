import { useTranslation } from 'react-i18next';
import { PageTitle } from '#client/ui/Page.tsx';
import { Users } from './Users.tsx';

/** The list of people on its own. */
export function UsersPage() {
  const { t } = useTranslation('people');
  return (
    <>
      <PageTitle title={t('title')} className="sr-only">
        {t('title')}
      </PageTitle>
      <Users />
    </>
  );
}
