import { useTranslation } from 'react-i18next';
import { useReturnTo } from '#client/features/auth/components/auth.return-to.ts';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { VerificationSection } from '../components/VerificationSection.tsx';

/** Identity verification: its status and the form to submit it. */
export function KycPage() {
  const { t } = useTranslation('kyc');
  const { path } = useReturnTo();
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')}>
      {(user) => (
        <Page title={t('title')} width="text">
          <VerificationSection user={user} returnTo={path} />
        </Page>
      )}
    </RequireSession>
  );
}
