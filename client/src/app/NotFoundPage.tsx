import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { Page } from '#client/ui/layout/Page.tsx';

/** The 404 page: shows the requested path and up to three links. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Rendered once for all unknown URLs: the browser inserts the actual path.
  const path = useHydrated() ? pathname : '/…';
  const links = [
    { to: '/', text: t('notFound.home') },
    { to: '/dashboard', text: t('notFound.rates') },
    { to: '/contact', text: t('notFound.contact') },
  ];

  return (
    <Page title={t('notFound.title')} width="text">
      <p className="wrap-anywhere text-muted">{t('notFound.text', { path })}</p>
      <ul className="flex flex-col items-start">
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-11 items-center text-link">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
