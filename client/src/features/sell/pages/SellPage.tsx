import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EstimateHere } from '#client/features/auth/components/VisitorEstimate.tsx';
import { cryptoAssetsQuery } from '#client/features/rates/rates.queries.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { coinName } from '#shared/reference/coin-name.ts';
import { AmountStep } from '../components/AmountStep.tsx';
import { ConfirmStep } from '../components/ConfirmStep.tsx';
import { PaymentStep } from '../components/PaymentStep.tsx';
import { SelectStep } from '../components/SelectStep.tsx';
import { SellFrame } from '../components/SellFrame.tsx';
import { useSellWizard, type SellWizard } from '../components/useSellWizard.ts';

/** A sale of a coin in four steps: select, amount, payment, confirm. */
export function SellPage() {
  const { t } = useTranslation('sell');
  return (
    <RequireSession
      title={t('signedOut.title')}
      text={t('signedOut.text')}
      loading={t('loading')}
      begun={<EstimateHere />}
    >
      {(user) => <Wizard key={user.id} user={user} />}
    </RequireSession>
  );
}

function Wizard({ user }: { user: SessionUser }) {
  const wizard = useSellWizard(user);
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const chosenAsset = assets?.find(({ id }) => id === wizard.draft.cryptoId);
  const isBeforeQuote = wizard.step === 2 || wizard.step === 3;
  if (isBeforeQuote && chosenAsset && !chosenAsset.isSellable)
    return <CoinNotOffered wizard={wizard} name={chosenAsset.name} />;
  if (wizard.step === 1) return <SelectStep {...wizard} />;
  if (wizard.step === 2) return <AmountStep {...wizard} />;
  if (wizard.step === 3) return <PaymentStep wizard={wizard} user={user} />;
  return <ConfirmStep wizard={wizard} userId={user.id} />;
}

/** Tells the customer, before anything is typed, that the coin of a link or a stored sale cannot be sent now. */
function CoinNotOffered({ wizard, name }: { wizard: SellWizard; name: string }) {
  const { t } = useTranslation('sell');
  return (
    <SellFrame
      step={1}
      heading={t('select.notOffered.title', { name: coinName(name) })}
      lede={t('select.notOffered.text')}
      bar={<Button text={t('select.notOffered.action')} variant="filled" onClick={() => wizard.go(1)} />}
    >
      {null}
    </SellFrame>
  );
}
