import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { queryClient } from '#client/lib/api/query-client.ts';
import { useThemeSync } from '#client/lib/browser/theme.ts';
import { useSession, useSessionSync } from '#client/lib/session/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Router } from './Router.tsx';
import { Toasts } from './Toasts.tsx';
import { useTypingLayout } from './useTypingLayout.ts';

const SessionWatch = lazy(async () => ({ default: (await import('./SessionWatch.tsx')).SessionWatch }));

/** The whole client, in a browser. */
export function App() {
  useSessionSync();
  useThemeSync();
  useTypingLayout();
  return (
    <Providers client={queryClient}>
      <BrowserRouter>
        <Screens />
      </BrowserRouter>
    </Providers>
  );
}

/** Providers around the router, in the browser and on the server. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ErrorBoundary>
  );
}

/** The content of the router. */
export function Screens() {
  useMissingTexts();
  return (
    <>
      <Router />
      <ForSignedIn />
      <Toasts />
    </>
  );
}

/** Throws a failed fetch of this language's texts into the boundary: a screen never shows their keys. */
function useMissingTexts(): void {
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const onFailed = (language: string, namespace: string, reason: Error) => {
      // Refusals without a translation are shown in English; a language that is not shown yet is asked for again.
      if (language === i18next.language && namespace !== 'errors') setError(reason);
    };
    i18next.on('failedLoading', onFailed);
    return () => i18next.off('failedLoading', onFailed);
  }, []);
  if (error) throw error;
}

/** The session watch is loaded with a session: a visitor has none. It stays mounted while the user signs in again. */
function ForSignedIn() {
  const here = useSession().status !== 'visitor';
  return <Suspense>{here && <SessionWatch />}</Suspense>;
}
