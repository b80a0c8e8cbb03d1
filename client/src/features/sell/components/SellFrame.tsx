import { useTranslation } from 'react-i18next';
import { PauseBanner } from '#client/features/rates/components/PauseBanner.tsx';
import { WizardLayout, type WizardLayoutProps } from '#client/ui/layout/WizardLayout.tsx';
import { TimesCard } from './SellOrderSlip.tsx';
import type { Step } from './useSellWizard.ts';

type SellFrameProps = Omit<WizardLayoutProps, 'title' | 'steps' | 'exitTo'> & { step: Step };

/** The wizard's frame with the names of its four steps. */
export function SellFrame(props: SellFrameProps) {
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
