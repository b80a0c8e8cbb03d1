import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/Button.tsx';

interface Props {
  children: ReactNode;
}

/** Catches what a screen failed to draw. The frame round it stays usable; the fault is told to the console of the browser. */
export class CrashBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    // A chunk of an older build is gone once a newer one is deployed: a fresh page has the new names.
    if (isMissingChunk(error) && reloadOnce()) return;
    window.reportError(new Error(`A screen broke${componentStack ?? ''}`, { cause: error }));
  }

  override render() {
    return this.state.error ? <Crash /> : this.props.children;
  }
}

function isMissingChunk({ message }: Error): boolean {
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(message);
}

function reloadOnce(): boolean {
  const key = 'landfall-reloaded-at';
  try {
    const last = Number(sessionStorage.getItem(key) ?? '0');
    if (Date.now() - last < 60_000) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return false; // Without a note of the last reload we could reload for ever.
  }
  location.reload();
  return true;
}

function Crash() {
  const { t } = useTranslation();
  return (
    <main className="wrap flex flex-1 flex-col items-start gap-4 py-12" role="alert">
      <h1 className="text-2xl">{t('crash.title')}</h1>
      <p className="max-w-[60ch] text-muted">{t('crash.text')}</p>
      <Button look="filled" onClick={() => location.reload()}>
        {t('crash.reload')}
      </Button>
    </main>
  );
}
