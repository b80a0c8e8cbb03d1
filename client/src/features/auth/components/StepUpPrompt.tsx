import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#client/lib/api/call.ts';
import { stepUpPrompt } from '#client/lib/session/prompts.ts';
import { CredentialsDialog, type Proof } from './CredentialsDialog.tsx';

type Answer = (isProven: boolean) => void;

/**
 * Asks for the password when the server requires it for an action; the call is then sent again. The admin shell mounts
 * it once.
 */
export function StepUpPrompt() {
  // The shell loads the texts: a screen that waited for them would close and open its dialogs again, above this one.
  useTranslation('auth');
  const [answer, setAnswer] = useState<Answer>();
  // The registry waits for a boolean; `resolve` takes a promise of one as well.
  useEffect(() => stepUpPrompt.register(() => new Promise((resolve) => setAnswer(() => resolve as Answer))), []);
  if (!answer) return null;
  const end = (isProven: boolean) => {
    answer(isProven);
    setAnswer(undefined);
  };
  return <StepUpDialog onEnd={end} />;
}

function StepUpDialog({ onEnd }: { onEnd: Answer }) {
  const { t } = useTranslation('auth');
  const stepUp = useMutation({
    mutationFn: (body: Proof) => call('POST /api/admin/step-up', { body }),
    onSuccess: () => onEnd(true),
  });
  return (
    <CredentialsDialog
      title={t('stepUp.title')}
      confirm={t('stepUp.continue')}
      failed={t('stepUp.failed')}
      mutation={stepUp}
      onProven={stepUp.mutate}
      onClose={() => onEnd(false)}
    >
      <p>{t('stepUp.text')}</p>
    </CredentialsDialog>
  );
}
