import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { queryClient } from '#client/lib/query.ts';
import { useSession, useSessionSync } from '#client/lib/session.ts';
import { useThemeSync } from '#client/lib/theme.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Router } from './Router.tsx';
import { Toasts } from './Toasts.tsx';
import { useTypingLayout } from './useTypingLayout.ts';

const SessionWatch = lazy(async () => ({ default: (await import('./SessionWatch.tsx')).SessionWatch }));

/** The whole client: providers outside, the routes inside. */
export function App() {
  useSessionSync();
  useThemeSync();
  useTypingLayout();
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Router />
          <ForSignedIn />
          <Toasts />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  );
}

/** Watching over a session is loaded with the session: a visitor has none. It stays while the person signs in again. */
function ForSignedIn() {
  const here = useSession().status !== 'visitor';
  return <Suspense>{here && <SessionWatch />}</Suspense>;
}
