import { useTranslation } from 'react-i18next';
import { TimesCard } from '#client/features/sell/components/SellOrderSlip.tsx';
import { WizardLayout, type WizardLayoutProps } from '#client/ui/layout/WizardLayout.tsx';
import type { Step } from './useExchange.ts';

type ExchangeFrameProps = Omit<WizardLayoutProps, 'title' | 'steps' | 'exitTo'> & { step: Step };

/** The wizard's frame with the names of its four steps. An opened exchange exits to the list of orders. */
export function ExchangeFrame(props: ExchangeFrameProps) {
  const { t } = useTranslation('fiat-exchange');
  const steps = [t('steps.details'), t('steps.bank'), t('steps.instructions'), t('steps.proof')];
  const exitTo = props.step === 4 ? '/transactions' : '/dashboard';
  return (
    <WizardLayout {...props} title={t('title')} steps={steps} exitTo={exitTo} beside={<TimesCard afterTransfer />} />
  );
}
