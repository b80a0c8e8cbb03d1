import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { LucideProvider } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { queryClient } from '#client/lib/api/query-client.ts';
import { useThemeSync } from '#client/lib/browser/theme.ts';
import { useSessionSync } from '#client/lib/session/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useSessionSync();
  useThemeSync();
  useTypingLayout();
  return (
    <Providers client={queryClient}>
      <RouterProvider router={router} />
    </Providers>
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

/** Marks <html> with `typing` while a field is focused in a window under 500 px high: bars at the bottom then make room. */
function useTypingLayout(): void {
  useEffect(() => {
    const update = () => {
      const typing = window.innerHeight < keyboardHeightPx && isTextField(document.activeElement);
      document.documentElement.classList.toggle('typing', typing);
    };
    // The keyboard that comes up takes the lower half of the window, and often the field with it.
    const revealField = () => {
      update();
      if (document.documentElement.classList.contains('typing')) {
        document.activeElement?.scrollIntoView({ block: 'nearest' });
      }
    };
    // After focusout the next field is focused only in the following turn.
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
