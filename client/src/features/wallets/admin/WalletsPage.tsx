import { useTranslation } from 'react-i18next';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { Wallets } from './Wallets.tsx';

/** The deposit addresses on their own. */
export function WalletsPage() {
  const { t } = useTranslation('wallets.admin');
  return (
    <>
      <PageTitle title={t('title')} className="sr-only">
        {t('title')}
      </PageTitle>
      <Wallets />
    </>
  );
}
