import '@fontsource-variable/geologica/shrp.css';
import '../ui/styles/index.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { currentLanguage, initLanguage } from '#client/lib/i18n/i18n.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { getInitialData, readInitialData } from '#client/lib/api/initial-data.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { App } from './App.tsx';
import { routeAt } from './routes.ts';

// zod compiles its checks with eval, which the content security policy forbids; told before the first schema is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  readInitialData();
  const initialData = getInitialData();
  for (const [key, data] of initialData?.answers ?? []) queryClient.setQueryData(key, data);
  // What the server drew comes alive in one go: the screen's code and its texts are here by then.
  await Promise.all([initLanguage(), initialData?.serverRendered && routeAt(location.pathname)?.load()]);
  // The times stand in the language that the server drew the page in.
  if (initialData?.language !== currentLanguage()) queryClient.removeQueries({ queryKey: settingsQuery.queryKey });
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (initialData?.serverRendered && initialData.language === currentLanguage()) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  document.documentElement.classList.remove('other-language');
}

void start();
