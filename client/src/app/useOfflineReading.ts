import { loadTexts } from '#client/lib/i18n.ts';
import { useEffect } from 'react';
import { keepAnswers, restoreAnswers } from '#client/lib/kept.ts';
import { idle } from '#client/lib/painted.ts';
import { useOnline } from '#client/lib/online.ts';
import { queryClient } from '#client/lib/query.ts';
import { sessionQuery, useSession } from '#client/lib/session.ts';
import { keepShell } from '#client/lib/shell.ts';

/** The screens a customer can open without a network: what was seen last to read, and the forms with what was begun there. */
async function loadReadable(): Promise<void> {
  await Promise.all([
    import('#client/features/sell/pages/DashboardPage.tsx'),
    import('#client/features/transactions/pages/TransactionsPage.tsx'),
    import('#client/features/sell/pages/SellPage.tsx'),
    import('#client/features/fiat-exchange/pages/ExchangePage.tsx'),
    import('#client/features/kyc/pages/KycPage.tsx'),
    loadTexts(...readable),
  ]);
}

const readable = [
  'dashboard',
  'transactions',
  'rates',
  'sell',
  'exchange',
  'kyc',
  'paymentMethods',
  'payoutAccounts',
] as const;

const askEveryMs = 5_000;

/** Asks who is here, again and again, until somebody answers: then the screens ask for the rest. Returns the way to stop. */
function askUntilAnswered(): () => void {
  // A slow answer is waited for, not asked for anew.
  const ask = () => void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false });
  // Silence of one call may be that call's own: a server that answers here was never away.
  if (navigator.onLine) ask();
  const timer = setInterval(ask, askEveryMs);
  window.addEventListener('online', ask);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', ask);
    void queryClient.refetchQueries({ stale: true, type: 'active' });
  };
}

/** Keeps what a customer sees for the time without a network, and shows it then. Mounted once, with the session. */
export function useOfflineReading(): void {
  const session = useSession();
  const online = useOnline();
  const isCustomer = session.status === 'signedIn' && !session.user.isAdmin;
  useEffect(keepAnswers, []);
  useEffect(() => {
    if (session.status === 'unreachable') restoreAnswers();
  }, [session.status]);
  useEffect(() => (online ? undefined : askUntilAnswered()), [online]);
  useEffect(() => {
    if (!isCustomer || !online) return;
    void idle(10_000).then(loadReadable).then(keepShell);
  }, [isCustomer, online]);
}
