import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

/** The first focusable element: skips the bars and leads to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#main"
      className="sr-only z-20 rounded-control bg-tide px-4 py-2 font-semibold text-on-tide focus:not-sr-only focus:fixed focus:start-4 focus:top-2"
      onClick={(event) => {
        // Moved by hand: a changed hash would be a step in the browser's history.
        event.preventDefault();
        focusOn('main');
      }}
    >
      {t('nav.skip')}
    </a>
  );
}

/** Leads to a part of this page as a place of its own in the history, and takes the focus there as a plain anchor does. */
export function PartLink({ id, className, children }: { id: string; className: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={{ search, hash: id }} className={className} onClick={() => focusOn(id)}>
      {children}
    </Link>
  );
}

/** The parts of a long text, beside it where there is room. */
export function Contents({ label, parts }: { label: string; parts: readonly { id: string; text: ReactNode }[] }) {
  return (
    <nav aria-label={label} className="no-print sticky top-24 hidden self-start text-sm lg:block">
      <p className="mb-2 font-semibold">{label}</p>
      <ol className="flex flex-col">
        {parts.map(({ id, text }) => (
          <li key={id}>
            <PartLink id={id} className="inline-flex min-h-8 items-center text-muted hover:text-ink hover:underline">
              {text}
            </PartLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function focusOn(id: string): void {
  const part = document.getElementById(id);
  part?.setAttribute('tabindex', '-1');
  part?.focus({ preventScroll: id !== 'main' });
}
