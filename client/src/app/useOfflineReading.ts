import { useEffect } from 'react';
import { useOnline } from '#client/lib/api/online.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { idle } from '#client/lib/browser/idle.ts';
import { cacheAppShell } from '#client/lib/browser/service-worker.ts';
import { loadTexts } from '#client/lib/i18n/i18n.ts';
import { sessionQuery, useSession } from '#client/lib/session/session.ts';
import { persistQueries, restoreQueries } from '#client/lib/storage/persisted-queries.ts';

/** The screens a customer can open without a network: what was seen last to read, and the forms with what was begun there. */
async function preloadOfflineScreens(): Promise<void> {
  await Promise.all([
    import('#client/features/sell/pages/DashboardPage.tsx'),
    import('#client/features/orders/pages/OrdersPage.tsx'),
    import('#client/features/sell/pages/SellPage.tsx'),
    import('#client/features/fiat-exchange/pages/ExchangePage.tsx'),
    import('#client/features/kyc/pages/KycPage.tsx'),
    loadTexts(...offlineNamespaces),
  ]);
}

const offlineNamespaces = [
  'sell.dashboard',
  'orders',
  'rates',
  'sell',
  'fiat-exchange',
  'kyc',
  'payment-methods',
  'payout-accounts',
] as const;

const pollEveryMs = 5_000;

/** Polls the session until the server responds: then the screens refetch the rest. Returns a function that stops it. */
function pollUntilOnline(): () => void {
  // A slow response is awaited, not requested again.
  const poll = () => void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false });
  // Silence of one call may be that call's own: a server that answers here was never away.
  if (navigator.onLine) poll();
  const timer = setInterval(poll, pollEveryMs);
  window.addEventListener('online', poll);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', poll);
    void queryClient.refetchQueries({ stale: true, type: 'active' });
  };
}

/** Persists the data a customer sees for offline use, and shows it then. Mounted once, with the session. */
export function useOfflineReading(): void {
  const session = useSession();
  const online = useOnline();
  const isCustomer = session.status === 'signedIn' && !session.user.isAdmin;
  useEffect(persistQueries, []);
  useEffect(() => {
    if (session.status === 'unreachable') restoreQueries();
  }, [session.status]);
  useEffect(() => (online ? undefined : pollUntilOnline()), [online]);
  useEffect(() => {
    if (!isCustomer || !online) return;
    void idle(10_000).then(preloadOfflineScreens).then(cacheAppShell);
  }, [isCustomer, online]);
}
