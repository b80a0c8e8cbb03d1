import { lazy, Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router-dom';
import { replayEarlyClick } from '#client/lib/browser/early-click.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { routes } from './routes.ts';
import type { ScreenRoute } from './screen.ts';
import { AccountLayout, PublicLayout, WithHelp, WizardLayoutOrSignIn } from './SiteLayout.tsx';

// The admin shell is a chunk that customers never load.
const AdminLayout = lazy(async () => ({ default: (await import('./admin/AdminLayout.tsx')).AdminLayout }));

function routesOf(layout: ScreenRoute['layout']) {
  return routes
    .filter((route) => route.layout === layout)
    .map(({ path, Screen }) => (
      <Route
        key={path}
        path={path}
        element={
          <ErrorBoundary key={path}>
            <Suspense fallback={<PageSkeleton />}>
              <Screen />
              <OnHydrated />
            </Suspense>
          </ErrorBoundary>
        }
      />
    ));
}

/** Its effect runs once the screen beside it is hydrated. */
function OnHydrated() {
  useEffect(replayEarlyClick, []);
  return null;
}

/** Which layout a path gets; the table itself is in routes.ts. */
export function Router() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route element={<WithHelp />}>
          <Route element={<AccountLayout />}>{routesOf('account')}</Route>
          <Route element={<WizardLayoutOrSignIn />}>{routesOf('wizard')}</Route>
          <Route element={<PublicLayout />}>
            {routesOf('public')}
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
        <Route element={<AdminLayout />}>{routesOf('admin')}</Route>
        {routesOf('bare')}
      </Routes>
    </Suspense>
  );
}
