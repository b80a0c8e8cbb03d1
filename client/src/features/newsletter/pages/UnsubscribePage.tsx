import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { OneClickAction } from '#client/ui/layout/OneClickAction.tsx';
import { unsubscribe } from '../newsletter.queries.ts';

/** The target of the unsubscribe link in every mail. */
export function UnsubscribePage() {
  const { t } = useTranslation('newsletter.links');
  return (
    <OneClickAction
      title={t('leave.title')}
      text={t('leave.text')}
      buttonLabel={t('leave.button')}
      done={t('leave.done')}
      act={unsubscribe}
      onward={<ButtonLink to="/blog">{t('blog')}</ButtonLink>}
    />
  );
}
