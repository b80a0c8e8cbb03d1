import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { refreshSession } from '../auth.account.queries.ts';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

/**
 * The last step of a member who signs in: the second factor, then the administration. `begun` is a secret that waits for its first
 * code.
 */
export function FactorStep({ begun }: { begun?: { secret: string; uri: string } | undefined }) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const [open, setOpen] = useState(begun !== undefined);
  const finish = async () => {
    setOpen(false);
    if (await refreshSession()) await navigate('/admin/dashboard', { replace: true });
  };
  return (
    <>
      <Note tone="info">{t('factor.text')}</Note>
      <Button text={t('factor.title')} variant="filled" className="self-start" onClick={() => setOpen(true)} />
      {open && <SecondFactorSetup setup={begun} onClose={() => void finish()} />}
    </>
  );
}
