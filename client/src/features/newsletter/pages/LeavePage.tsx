import { useTranslation } from 'react-i18next';
import { unsubscribe } from '../newsletter.api.ts';
import { OnePress } from '../parts/OnePress.tsx';

/** Where every mail's way out leads. */
export function LeavePage() {
  const { t } = useTranslation('newsletter');
  return (
    <OnePress
      title={t('leave.title')}
      text={t('leave.text')}
      deed={t('leave.deed')}
      done={t('leave.done')}
      act={unsubscribe}
    />
  );
}
