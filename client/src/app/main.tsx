import '@fontsource-variable/geologica/shrp.css';
import '../ui/styles/index.css';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { getInitialData, readInitialData } from '#client/lib/api/initial-data.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { markPendingRoutes } from '#client/lib/browser/pending-route.ts';
import { holdRestoredScroll } from '#client/lib/browser/scroll.ts';
import { rememberServerMetadata } from '#client/lib/browser/server-metadata.ts';
import { currentLanguage, initLanguage } from '#client/lib/i18n/i18n.ts';
import { adoptRegions } from '#client/lib/i18n/region.ts';
import { App } from './App.tsx';
import { Document } from './Document.tsx';
import { routeObjects } from './Router.tsx';
import { routeAt } from './routes.ts';

// zod compiles its checks with eval, which the content security policy forbids; set before the first schema is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  readInitialData();
  const initialData = getInitialData();
  if (initialData) hydrate(queryClient, initialData.queries);
  // A screen is hydrated in one go: its code and its texts are loaded before.
  await Promise.all([initLanguage(), initialData?.serverRendered && routeAt(location.pathname)?.load()]);
  // Some settings depend on the language of the rendered page.
  if (initialData?.language !== currentLanguage()) queryClient.removeQueries({ queryKey: settingsQuery.queryKey });
  // The router gives every typed address the same key: such a page would start at the scroll position of another visit
  // in this tab.
  if (!history.state) history.replaceState({ key: `${Date.now()}` }, '');
  const router = createBrowserRouter(routeObjects);
  holdRestoredScroll(router);
  markPendingRoutes(router);
  if (initialData?.serverRendered && initialData.language === currentLanguage()) {
    rememberServerMetadata();
    // The server-rendered page stays as it is; the next page is rendered in this browser.
    router.subscribe(() => adoptRegions(navigator.languages));
    hydrateRoot(
      document,
      <StrictMode>
        <Document language={initialData.language}>
          <App router={router} />
        </Document>
      </StrictMode>,
    );
  } else {
    adoptRegions(navigator.languages);
    root.replaceChildren();
    // Each screen sets its own title.
    document.querySelector('title')?.remove();
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    );
  }
  document.documentElement.classList.remove('other-language');
}

void start();
