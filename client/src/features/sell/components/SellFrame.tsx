import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WizardLayout } from '#client/ui/layout/WizardLayout.tsx';
import type { Step } from './useSellWizard.ts';

interface SellFrameProps {
  step: Step;
  heading: string;
  lede?: ReactNode;
  summary?: ReactNode;
  summaryLine?: ReactNode;
  bar: ReactNode;
  children: ReactNode;
}

/** The wizard's frame with the names of its four steps. */
export function SellFrame(props: SellFrameProps) {
  const { t } = useTranslation('sell');
  const steps = [t('steps.select'), t('steps.amount'), t('steps.payment'), t('steps.confirm')];
  return <WizardLayout {...props} title={t('title')} steps={steps} exitTo="/dashboard" />;
}
