import '@fontsource-variable/geologica/shrp.css';
import '../ui/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTexts } from '#client/lib/i18n.ts';
import { App } from './App.tsx';

// zod compiles its checks with eval, which the content security policy forbids; told before the first schema is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  await startTexts();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
