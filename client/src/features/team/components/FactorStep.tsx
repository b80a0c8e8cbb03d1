import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SecondFactorSetup } from '#client/features/auth/components/SecondFactorSetup.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { refreshSession } from '../team.queries.ts';

/**
 * The last step into the team: the second factor, then the administration. `setup` is a secret that waits for its first
 * code.
 */
export function FactorStep({ begun: setup }: { begun?: { secret: string; uri: string } | undefined }) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const [open, setOpen] = useState(setup !== undefined);
  const finish = async () => {
    setOpen(false);
    if (await refreshSession()) await navigate('/admin/dashboard', { replace: true });
  };
  return (
    <>
      <Note tone="info">{t('factor.text')}</Note>
      <Button text={t('factor.title')} variant="filled" className="self-start" onClick={() => setOpen(true)} />
      {open && <SecondFactorSetup setup={setup} onClose={() => void finish()} />}
    </>
  );
}
