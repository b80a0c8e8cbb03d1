import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOnline } from '#client/lib/api/online.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { idle } from '#client/lib/browser/idle.ts';
import { cacheAppShell } from '#client/lib/browser/service-worker.ts';
import { loadTexts } from '#client/lib/i18n/i18n.ts';
import { sessionQuery, useSession } from '#client/lib/session/session.ts';

/** The screens a customer can open without a network: what was seen last to read, and the forms with what was begun there. */
async function preloadOfflineScreens(): Promise<void> {
  await Promise.all([
    import('#client/features/sell/pages/DashboardPage.tsx'),
    import('#client/features/orders/pages/OrdersPage.tsx'),
    import('#client/features/sell/pages/SellPage.tsx'),
    import('#client/features/fiat-exchange/pages/ExchangePage.tsx'),
    import('#client/features/kyc/pages/KycPage.tsx'),
    loadTexts(
      'sell.dashboard',
      'orders',
      'rates',
      'sell',
      'fiat-exchange',
      'kyc',
      'payment-methods',
      'payout-accounts',
    ),
  ]);
}

const pollEveryMs = 5_000;

/** Loads what a customer can open without a network, and fetches again once there is one. Mounted once, with the session. */
export function useOfflineReading(): void {
  const session = useSession();
  const online = useOnline();
  const isCustomer = session.status === 'signedIn' && !session.user.isAdmin;
  useQuery({ ...sessionQuery, enabled: !online, refetchInterval: pollEveryMs, refetchIntervalInBackground: true });
  useEffect(() => {
    if (online) return undefined;
    // One failed call does not mean that the server is unreachable: this refetch finds out.
    const { queryKey } = sessionQuery;
    if (navigator.onLine) void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
    return () => void queryClient.refetchQueries({ stale: true, type: 'active' });
  }, [online]);
  useEffect(() => {
    if (!isCustomer || !online) return;
    void idle(10_000).then(preloadOfflineScreens).then(cacheAppShell);
  }, [isCustomer, online]);
}
