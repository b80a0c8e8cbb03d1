import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { registerStepUpPrompt } from '#client/lib/session/step-up.ts';
import { StepUpDialog } from './StepUpDialog.tsx';

type Answer = (stepUp: string | undefined) => void;

/** The one dialog that asks for the password before calls sent with `withStepUp`. Mounted once, by the admin shell. */
export function StepUpHost() {
  const { t } = useTranslation('auth');
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => registerStepUpPrompt(() => new Promise((resolve) => setAnswer(() => resolve as Answer))), []);
  if (!answer) return null;
  return (
    <StepUpDialog
      title={t('stepUp.title')}
      confirm={t('stepUp.continue')}
      failed={t('stepUp.failed')}
      onProven={(stepUp) => Promise.resolve(answer(stepUp))}
      onClose={() => {
        answer(undefined); // Without effect where the password was proven: the promise is resolved already.
        setAnswer(undefined);
      }}
    >
      <p>{t('stepUp.text')}</p>
    </StepUpDialog>
  );
}
