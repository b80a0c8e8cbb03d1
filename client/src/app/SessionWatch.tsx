import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router-dom';
import { useOnline } from '#client/lib/api/online.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { cacheAppShell } from '#client/lib/browser/service-worker.ts';
import { wouldLoseInput } from '#client/lib/browser/useLeaveGuard.ts';
import { deviceTime } from '#client/lib/browser/useNow.ts';
import { loadTexts } from '#client/lib/i18n/load-texts.ts';
import { signInPrompt } from '#client/lib/session/prompts.ts';
import { sessionQuery, useSession } from '#client/lib/session/session.ts';
import { readToken } from '#client/lib/session/token.ts';
import { useOnDevice } from '#client/lib/session/useServerNow.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { withTexts } from './screen.ts';

const warnBeforeMs = 2 * minuteMs;
const maxTimerMs = 2 ** 31 - 1;

const ReauthDialog = lazy(async () => ({ default: (await import('./SessionDialogs.tsx')).ReauthDialog }));
const LeaveDialog = lazy(async () => ({ default: (await import('#client/ui/overlay/LeaveDialog.tsx')).LeaveDialog }));
const StaySignedInDialog = lazy(async () => ({ default: (await import('./SessionDialogs.tsx')).StaySignedInDialog }));

// A user who signs out leaves without a question.
const mustAsk: BlockerFunction = ({ nextLocation }) => readToken() !== null && wouldLoseInput(nextLocation);

/** Signs in again over the page, warns two minutes before a session ends, and asks before unsaved work is lost. */
export function SessionWatch() {
  useOfflineReading();
  const blocker = useBlocker(mustAsk);
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(signedIn: boolean) => void>(undefined);
  useEffect(
    () =>
      signInPrompt.register(() => {
        setAsking(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const close = (signedIn: boolean) => {
    setAsking(false);
    answer.current?.(signedIn);
  };

  const endsAt = useSessionEnd();
  const [warnedFor, setWarnedFor] = useState<number>();
  const [warning, setWarning] = useState(false);
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const waitMs = Math.max(0, endsAt - warnBeforeMs - deviceTime());
    if (waitMs > maxTimerMs) return undefined; // Weeks away, and too long for a timer: a later response sets it again.
    const timer = setTimeout(() => setWarning(deviceTime() < endsAt), waitMs);
    return () => clearTimeout(timer);
  }, [endsAt]);

  return (
    <Suspense>
      {blocker.state === 'blocked' && <LeaveDialog leave={blocker.proceed} stay={blocker.reset} />}
      {isAsking && <ReauthDialog onDone={close} />}
      {!isAsking && warning && endsAt !== undefined && warnedFor !== endsAt && (
        <StaySignedInDialog
          endsAt={endsAt}
          onClose={() => {
            setWarnedFor(endsAt);
            setWarning(false);
          }}
        />
      )}
    </Suspense>
  );
}

/** Session end by this device's clock. */
function useSessionEnd(): number | undefined {
  const session = useSession();
  const onDevice = useOnDevice();
  return session.status === 'signedIn' ? onDevice?.(session.user.sessionExpiresAt) : undefined;
}

/** Fetches what a customer can open without a network: the orders and rates last, after the forms with their drafts. */
async function preloadOfflineScreens(): Promise<void> {
  await Promise.all([
    withTexts(import('#client/features/sell/pages/DashboardPage.tsx')),
    withTexts(import('#client/features/orders/pages/OrdersPage.tsx')),
    withTexts(import('#client/features/sell/pages/SellPage.tsx')),
    withTexts(import('#client/features/fiat-exchange/pages/ExchangePage.tsx')),
    withTexts(import('#client/features/kyc/pages/KycPage.tsx')),
    loadTexts('payout-accounts'),
  ]);
}

const pollEveryMs = 5_000;

/**
 * Loads the screens that a customer can open without a network, and fetches again once there is one. The session mounts
 * it once.
 */
function useOfflineReading(): void {
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

/** When the browser has nothing more urgent to do, after `timeoutMs` at the latest. */
function idle(timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A browser without requestIdleCallback is left alone for a while.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, timeoutMs / 4);
    else requestIdleCallback(() => resolve(), { timeout: timeoutMs });
  });
}
