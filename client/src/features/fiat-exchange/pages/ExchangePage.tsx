import { useTranslation } from 'react-i18next';
import type { SessionUser } from '#client/lib/session.ts';
import { RequireSession } from '#client/ui/RequireSession.tsx';
import { BankStep } from '../parts/BankStep.tsx';
import { CurrencyStep } from '../parts/CurrencyStep.tsx';
import { InstructionsStep } from '../parts/InstructionsStep.tsx';
import { ProofStep } from '../parts/ProofStep.tsx';
import { useExchange } from '../parts/useExchange.ts';

/** Exchanging money in four steps: currencies, bank, payment, proof. */
export function ExchangePage() {
  // The texts of the parts it borrows too: one that came later would blank the wizard for a moment.
  const { t } = useTranslation(['exchange', 'sell', 'paymentMethods', 'transactions']);
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')} loading={t('loading')}>
      {(user) => <Wizard key={user.id} user={user} />}
    </RequireSession>
  );
}

function Wizard({ user }: { user: SessionUser }) {
  const exchange = useExchange(user.id);
  if (exchange.orderId) return <ProofStep key={exchange.orderId} orderId={exchange.orderId} />;
  if (exchange.step === 1) return <CurrencyStep {...exchange} />;
  if (exchange.step === 2) return <BankStep exchange={exchange} user={user} />;
  return <InstructionsStep exchange={exchange} userId={user.id} />;
}
