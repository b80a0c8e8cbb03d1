import { useTranslation } from 'react-i18next';
import type { SessionUser } from '#client/lib/session.ts';
import { RequireSession } from '#client/ui/RequireSession.tsx';
import { AmountStep } from '../parts/AmountStep.tsx';
import { ConfirmStep } from '../parts/ConfirmStep.tsx';
import { PaymentStep } from '../parts/PaymentStep.tsx';
import { SelectStep } from '../parts/SelectStep.tsx';
import { useSale } from '../parts/useSale.ts';

/** Selling a coin in four steps: select, amount, payment, confirm. */
export function SellPage() {
  const { t } = useTranslation('sell');
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')} loading={t('loading')}>
      {(user) => <Wizard key={user.id} user={user} />}
    </RequireSession>
  );
}

function Wizard({ user }: { user: SessionUser }) {
  const sale = useSale(user.id);
  if (sale.step === 1) return <SelectStep {...sale} />;
  if (sale.step === 2) return <AmountStep {...sale} />;
  if (sale.step === 3) return <PaymentStep sale={sale} user={user} />;
  return <ConfirmStep sale={sale} userId={user.id} />;
}
