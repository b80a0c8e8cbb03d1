import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { OneClickAction } from '#client/ui/layout/OneClickAction.tsx';
import { confirmSubscription } from '../newsletter.queries.ts';

/** The target of the link in the confirmation mail. */
export function ConfirmPage() {
  const { t } = useTranslation('newsletter.links');
  return (
    <OneClickAction
      title={t('confirm.title')}
      text={t('confirm.text')}
      buttonLabel={t('confirm.button')}
      done={t('confirm.done')}
      act={confirmSubscription}
      onward={<ButtonLink to="/blog">{t('blog')}</ButtonLink>}
    />
  );
}
