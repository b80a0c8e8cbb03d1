import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { signOut } from '#client/lib/session/session.ts';
import { Page } from '#client/ui/layout/Page.tsx';

/** The page of GET /api/logout: ends the session on the server and in this browser, then goes home. */
export function SignOutPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  useEffect(() => {
    void signOut().finally(() => void navigate('/', { replace: true }));
  }, [navigate]);
  return (
    <Page title={t('signOut.title')} width="form">
      <output>{t('signOut.text')}</output>
    </Page>
  );
}
