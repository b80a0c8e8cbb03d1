import { useTranslation } from 'react-i18next';
import type { SessionUser } from '#client/lib/session/session.ts';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { BankStep } from '../components/BankStep.tsx';
import { CurrencyStep } from '../components/CurrencyStep.tsx';
import { InstructionsStep } from '../components/InstructionsStep.tsx';
import { ProofStep } from '../components/ProofStep.tsx';
import { useExchange } from '../components/useExchange.ts';

/** An exchange in four steps: currencies, bank, payment, proof. */
export function ExchangePage() {
  // Loads the texts of borrowed parts too: loading them later would blank the wizard for a moment.
  const { t } = useTranslation(['fiat-exchange', 'sell', 'payment-methods', 'orders']);
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')} loading={t('loading')}>
      {(user) => <Wizard key={user.id} user={user} />}
    </RequireSession>
  );
}

function Wizard({ user }: { user: SessionUser }) {
  const exchange = useExchange(user);
  if (exchange.orderId) return <ProofStep key={exchange.orderId} orderId={exchange.orderId} />;
  if (exchange.step === 1) return <CurrencyStep {...exchange} />;
  if (exchange.step === 2) return <BankStep exchange={exchange} user={user} />;
  return <InstructionsStep exchange={exchange} />;
}
