import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { queryClient } from '#client/lib/query.ts';
import { useSessionSync } from '#client/lib/session.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Router } from './Router.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { Toasts } from './Toasts.tsx';
import { useTypingLayout } from './useTypingLayout.ts';

/** The whole client: providers outside, the routes inside. */
export function App() {
  useSessionSync();
  useTypingLayout();
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Router />
          <SessionWatch />
          <Toasts />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
