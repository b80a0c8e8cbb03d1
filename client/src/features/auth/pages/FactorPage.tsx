import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { begunSetup, dropBegunSetup } from '../auth.begun-setup.ts';
import { AuthFrame } from '../components/AuthFrame.tsx';
import { FactorStep } from '../components/FactorStep.tsx';

/** The page for a member of the team who has signed in without a second factor. */
export function FactorPage() {
  const { t } = useTranslation('team');
  const [setup] = useState(begunSetup);
  // The set-up is cleared only once it is shown: React restarts a page that has waited for its texts.
  useEffect(dropBegunSetup, []);
  return (
    <AuthFrame title={t('factor.title')} short forTeam>
      <FactorStep begun={setup} />
    </AuthFrame>
  );
}
