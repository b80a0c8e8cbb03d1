import { useTranslation } from 'react-i18next';
import { PauseBanner } from '#client/features/rates/components/PauseBanner.tsx';
import { WizardLayout, type WizardLayoutProps } from '#client/ui/layout/WizardLayout.tsx';
import { TimesCard } from './SellOrderSlip.tsx';
import type { Step } from './useSellWizard.ts';

/** The wizard's frame with the names of its four steps. */
export function SellFrame(props: Omit<WizardLayoutProps, 'title' | 'steps' | 'exitTo'> & { step: Step }) {
  const { t } = useTranslation('sell');
  const steps = [t('steps.select'), t('steps.amount'), t('steps.payment'), t('steps.confirm')];
  return (
    <WizardLayout
      {...props}
      title={t('title')}
      steps={steps}
      exitTo="/dashboard"
      banner={<PauseBanner />}
      beside={<TimesCard />}
    />
  );
}
