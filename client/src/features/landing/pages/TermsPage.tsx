import { useTranslation } from 'react-i18next';
import { LegalPage } from '../components/LegalPage.tsx';

const sections = ['service', 'account', 'orders', 'rates', 'payouts', 'duties', 'liability', 'changes'] as const;

/** Obligations of customer and operator. */
export function TermsPage() {
  const { t } = useTranslation('landing.legal');
  return (
    <LegalPage
      title={t('terms.title')}
      lede={t('terms.lede')}
      sections={sections.map((id) => ({ id, title: t(`terms.${id}.title`), text: t(`terms.${id}.text`) }))}
    />
  );
}
