import { useTranslation } from 'react-i18next';
import { call } from '#client/lib/api/call.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { OneClickAction } from '#client/ui/layout/OneClickAction.tsx';

const stop = (token: string) => call('POST /api/keep-second-factor', { body: { token }, whenSignedOut: 'fail' });

/** The target of the mailed link by which a customer stops the removal of their second factor. */
export function StopFactorRemovalPage() {
  const { t } = useTranslation('auth');
  return (
    <OneClickAction
      title={t('keep.title')}
      text={t('keep.text')}
      buttonLabel={t('keep.title')}
      done={t('keep.done')}
      act={stop}
      onward={<ButtonLink to="/login">{t('login.submit')}</ButtonLink>}
    />
  );
}
