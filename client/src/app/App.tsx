import { IsRestoringProvider, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { LucideProvider } from 'lucide-react';
import { startTransition, useCallback, useEffect, useState, type ReactNode } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { getInitialData } from '#client/lib/api/initial-data.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { useThemeSync } from '#client/lib/browser/theme.ts';
import { useSessionSync } from '#client/lib/session/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ScreenHydratedContext } from './screen-hydrated.ts';

/**
 * Renders the router inside the providers, and follows the session, the theme and the writing direction of typed text.
 */
export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useSessionSync();
  useThemeSync();
  useTypingLayout();
  return (
    <Providers client={queryClient}>
      <HeldQueries>
        <RouterProvider router={router} />
      </HeldQueries>
    </Providers>
  );
}

/**
 * Fetches nothing until every part of a rendered page is hydrated: a part that hydrates later must get the answer that
 * it was rendered with.
 */
function HeldQueries({ children }: { children: ReactNode }) {
  const [isHydrating, setHydrating] = useState(getInitialData()?.serverRendered ?? false);
  // React hydrates the rest of the screen before the value that it reads changes.
  const onHydrated = useCallback(() => startTransition(() => setHydrating(false)), []);
  return (
    <IsRestoringProvider value={isHydrating}>
      <ScreenHydratedContext value={onHydrated}>{children}</ScreenHydratedContext>
    </IsRestoringProvider>
  );
}

/** Providers around the router, in the browser and on the server. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <WithTexts>
        <QueryClientProvider client={client}>
          <LucideProvider>{children}</LucideProvider>
        </QueryClientProvider>
      </WithTexts>
    </ErrorBoundary>
  );
}

/** Throws a failed fetch of this language's texts into the boundary: a screen never shows their keys. */
function WithTexts({ children }: { children: ReactNode }) {
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
  return children;
}

const keyboardHeightPx = 500;

function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return (
    element instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'file', 'range'].includes(element.type)
  );
}

/**
 * Marks <html> with `typing` while a field is focused in a window under 500 px high: bars at the bottom then make room.
 */
function useTypingLayout(): void {
  useEffect(() => {
    const update = () => {
      const isTyping = window.innerHeight < keyboardHeightPx && isTextField(document.activeElement);
      document.documentElement.classList.toggle('typing', isTyping);
    };
    // The on-screen keyboard covers the lower half of the window, and often the field with it.
    const revealField = () => {
      update();
      if (document.documentElement.classList.contains('typing')) {
        document.activeElement?.scrollIntoView({ block: 'nearest' });
      }
    };
    // The next field has the focus only in the turn after focusout.
    const updateSoon = () => queueMicrotask(update);
    window.addEventListener('resize', revealField);
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', updateSoon);
    return () => {
      window.removeEventListener('resize', revealField);
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', updateSoon);
    };
  }, []);
}
