import { useTranslation } from 'react-i18next';
import { confirmSubscription } from '../newsletter.api.ts';
import { OnePress } from '../parts/OnePress.tsx';

/** Where the mail that asks leads. */
export function ConfirmPage() {
  const { t } = useTranslation('newsletter');
  return (
    <OnePress
      title={t('confirm.title')}
      text={t('confirm.text')}
      deed={t('confirm.deed')}
      done={t('confirm.done')}
      act={confirmSubscription}
    />
  );
}
