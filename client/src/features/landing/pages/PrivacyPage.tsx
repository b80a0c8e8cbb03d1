import { useTranslation } from 'react-i18next';
import { LegalPage } from '../components/LegalPage.tsx';

const sections = ['stored', 'why', 'who', 'howLong', 'browser', 'rights'] as const;

/** The stored customer data, with reason and duration. */
export function PrivacyPage() {
  const { t } = useTranslation('landing.legal');
  return (
    <LegalPage
      title={t('privacy.title')}
      lede={t('privacy.lede')}
      sections={sections.map((id) => ({ id, title: t(`privacy.${id}.title`), text: t(`privacy.${id}.text`) }))}
    />
  );
}
