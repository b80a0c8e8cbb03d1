import { useTranslation } from 'react-i18next';

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
        const main = document.getElementById('main');
        main?.setAttribute('tabindex', '-1');
        main?.focus();
      }}
    >
      {t('nav.skip')}
    </a>
  );
}
