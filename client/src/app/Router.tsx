import { lazy, Suspense, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useLocation, useRouteError, type RouteObject } from 'react-router-dom';
import { replayEarlyClick } from '#client/lib/browser/early-click.ts';
import { useShownRoute } from '#client/lib/browser/pending-route.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { useSession } from '#client/lib/session/session.ts';
import { onFirstToast } from '#client/ui/feedback/toast.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AccountLayout, PublicLayout, WithHelp, WizardLayoutOrSignIn } from './layout/SiteLayout.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { routes } from './routes.ts';
import { ScreenHydratedContext } from './screen-hydrated.ts';
import type { ScreenRoute } from './screen.ts';

const SessionWatch = lazy(async () => ({ default: (await import('./SessionWatch.tsx')).SessionWatch }));

function routesOf(layout: ScreenRoute['layout']): RouteObject[] {
  return routes
    .filter((route) => route.layout === layout)
    .map(({ path, Screen }) => ({
      path,
      element: (
        <ErrorBoundary key={path}>
          <Screen />
          <OnHydrated />
        </ErrorBoundary>
      ),
    }));
}

/** Reports that the screen next to it is hydrated, as its effect runs only then. */
function OnHydrated() {
  const onHydrated = use(ScreenHydratedContext);
  useEffect(() => {
    replayEarlyClick();
    onHydrated();
  }, [onHydrated]);
  return null;
}

/**
 * The frame around every screen. Its boundary stays mounted: a route change is a transition of
 * the router, so the old page stays until the code and the texts of the new one are there. A
 * boundary of its own would show its skeleton at once.
 */
function Root() {
  useShownRoute();
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
      <ForSignedIn />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}

/** The session watch is loaded with a session: a visitor has none. It stays mounted while the user signs in again. */
function ForSignedIn() {
  const mayHaveSession = useSession().status !== 'visitor';
  return <Suspense>{mayHaveSession && <SessionWatch />}</Suspense>;
}

/**
 * Passes errors outside of a screen on to the boundary around the router; the router would catch them with a page of
 * its own.
 */
function Rethrow(): never {
  throw useRouteError();
}

/** The layout of each path; the table itself is in routes.ts. The browser and the server make their router of it. */
export const routeObjects: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <Rethrow />,
    children: [
      {
        element: <WithHelp />,
        children: [
          { element: <AccountLayout />, children: routesOf('account') },
          { element: <WizardLayoutOrSignIn />, children: routesOf('wizard') },
          {
            element: <PublicLayout />,
            children: [...routesOf('public'), { path: '*', element: <NotFoundPage /> }],
          },
        ],
      },
      ...routesOf('bare'),
    ],
  },
];

/** The 404 page: shows the requested path and up to three links. */
function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // This page is rendered once for all unknown URLs: the browser inserts the actual path.
  const path = useHydrated() ? pathname : '/…';
  const link = 'inline-flex min-h-11 items-center self-start text-link';
  return (
    <Page title={t('notFound.title')} width="text">
      <p className="wrap-anywhere text-muted">{t('notFound.text', { path })}</p>
      <ButtonLink text={t('notFound.home')} variant="filled" to="/" className="self-start" />
      <Link to="/dashboard" className={link}>
        {t('notFound.rates')}
      </Link>
      <Link to="/contact" className={link}>
        {t('notFound.contact')}
      </Link>
    </Page>
  );
}

const Toaster = lazy(async () => ({ default: (await import('#client/ui/feedback/Toaster.tsx')).Toaster }));

/** Loads the toast viewport when the first message arrives. */
function Toasts() {
  const [isRequested, setRequested] = useState(false);
  useEffect(() => onFirstToast(() => setRequested(true)), []);
  return isRequested ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
