import { useTranslation } from 'react-i18next';
import { OneClickAction } from '../components/OneClickAction.tsx';
import { unsubscribe } from '../newsletter.queries.ts';

/** The target of the unsubscribe link in every mail. */
export function UnsubscribePage() {
  const { t } = useTranslation('newsletter');
  return (
    <OneClickAction
      title={t('leave.title')}
      text={t('leave.text')}
      buttonLabel={t('leave.button')}
      done={t('leave.done')}
      act={unsubscribe}
    />
  );
}
