import { useTranslation } from 'react-i18next';
import { AuthFrame } from '#client/features/auth/components/AuthFrame.tsx';
import { FactorStep } from '../components/FactorStep.tsx';

/** The page for a member of the team who has signed in without a second factor. */
export function FactorPage() {
  const { t } = useTranslation('team');
  return (
    <AuthFrame title={t('factor.title')} short forTeam>
      <FactorStep />
    </AuthFrame>
  );
}
