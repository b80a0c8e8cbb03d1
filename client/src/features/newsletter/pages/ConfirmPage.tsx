import { useTranslation } from 'react-i18next';
import { OneClickAction } from '../components/OneClickAction.tsx';
import { confirmSubscription } from '../newsletter.queries.ts';

/** Where the mail that asks leads. */
export function ConfirmPage() {
  const { t } = useTranslation('newsletter');
  return (
    <OneClickAction
      title={t('confirm.title')}
      text={t('confirm.text')}
      buttonLabel={t('confirm.button')}
      done={t('confirm.done')}
      act={confirmSubscription}
    />
  );
}
