import { lazy, Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration, useRouteError, type RouteObject } from 'react-router-dom';
import { replayEarlyClick } from '#client/lib/browser/early-click.ts';
import { useSession } from '#client/lib/session/session.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AccountLayout, PublicLayout, WithHelp, WizardLayoutOrSignIn } from './layout/SiteLayout.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { routes } from './routes.ts';
import type { ScreenRoute } from './screen.ts';
import { Toasts } from './Toasts.tsx';

const SessionWatch = lazy(async () => ({ default: (await import('./SessionWatch.tsx')).SessionWatch }));

function routesOf(layout: ScreenRoute['layout']): RouteObject[] {
  return routes
    .filter((route) => route.layout === layout)
    .map(({ path, Screen }) => ({
      path,
      element: (
        <ErrorBoundary key={path}>
          <Suspense fallback={<PageSkeleton />}>
            <Screen />
            <OnHydrated />
          </Suspense>
        </ErrorBoundary>
      ),
    }));
}

/** Its effect runs once the screen beside it is hydrated. */
function OnHydrated() {
  useEffect(replayEarlyClick, []);
  return null;
}

/** What every screen has around it. */
function Root() {
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
  const here = useSession().status !== 'visitor';
  return <Suspense>{here && <SessionWatch />}</Suspense>;
}

/** Leaves what breaks outside of a screen to the boundary around the router, which the router would replace by its own. */
function Rethrow(): never {
  throw useRouteError();
}

/** Which layout a path gets; the table itself is in routes.ts. The browser and the server make their router of it. */
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
