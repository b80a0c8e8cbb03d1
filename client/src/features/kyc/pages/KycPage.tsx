import { useTranslation } from 'react-i18next';
import { Page } from '#client/ui/Page.tsx';
import { RequireSession } from '#client/ui/RequireSession.tsx';
import { VerificationPart } from '../parts/VerificationPart.tsx';

/** Identity verification: where it stands, and the way to hand it in. */
export function KycPage() {
  const { t } = useTranslation('kyc');
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')}>
      {(user) => (
        <Page title={t('title')} width="text">
          <VerificationPart user={user} />
        </Page>
      )}
    </RequireSession>
  );
}
