import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadOnce } from '#client/lib/browser/reload.ts';
import { Button } from '#client/ui/form/Button.tsx';

/** Catches a screen's render errors. The frame around it stays usable; the browser console gets the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    if (isMissingChunk(error) && reloadOnce()) return;
    window.reportError(new Error(`A screen broke${componentStack ?? ''}`, { cause: error }));
  }

  override render() {
    return this.state.error ? <ErrorFallback error={this.state.error} /> : this.props.children;
  }
}

function isMissingChunk({ message }: Error): boolean {
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(message);
}

const links = [
  { to: '/', text: 'notFound.home' },
  { to: '/contact', text: 'notFound.contact' },
] as const;

/** Replaces a screen that crashed or could not be fetched. Its links are plain, because the page must be reloaded. */
function ErrorFallback({ error }: { error: Error }) {
  const { t } = useTranslation();
  const isMissing = isMissingChunk(error);
  return (
    <div className="wrap flex flex-1 flex-col items-start gap-4 py-12" role="alert">
      <title>{isMissing ? t('error.title') : t('crash.title')}</title>
      <h1 className="text-2xl">{isMissing ? t('error.title') : t('crash.title')}</h1>
      <p className="max-w-[60ch] text-muted">{isMissing ? t('error.offline') : t('crash.text')}</p>
      <Button variant="filled" onClick={() => location.reload()}>
        {isMissing ? t('action.tryAgain') : t('crash.reload')}
      </Button>
      <p className="flex flex-wrap gap-x-6">
        {links.map(({ to, text }) => (
          <a key={to} href={to} className="inline-flex min-h-11 items-center text-link">
            {t(text)}
          </a>
        ))}
      </p>
    </div>
  );
}
