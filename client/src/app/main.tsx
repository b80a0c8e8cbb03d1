import '@fontsource-variable/geologica/shrp.css';
import '../ui/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTexts } from '#client/lib/i18n.ts';
import { App } from './App.tsx';

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
