import { lazy, Suspense, useEffect } from 'react';
import { Route, Routes } from 'react-router-dom';
import { wake } from '#client/lib/early-press.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { routes } from './routes.ts';
import { AccountLayout, PublicLayout, WithHelp, WizardLayoutOrWall } from './SiteLayout.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import type { ScreenRoute } from './page.ts';

// The desk's shell is a chunk that no customer ever loads.
const AdminLayout = lazy(async () => ({ default: (await import('./admin/AdminLayout.tsx')).AdminLayout }));

function of(layout: ScreenRoute['layout']) {
  return routes
    .filter((route) => route.layout === layout)
    .map(({ path, Screen }) => (
      <Route
        key={path}
        path={path}
        element={
          <CrashBoundary key={path}>
            <Suspense fallback={<PageSkeleton />}>
              <Screen />
              <Awake />
            </Suspense>
          </CrashBoundary>
        }
      />
    ));
}

/** Stands behind a screen and comes alive with it. Before, a page that the server drew hears nothing. */
function Awake() {
  useEffect(() => wake(document.getElementById('root')), []);
  return null;
}

/** Which frame a path is shown in; the table itself stands in routes.ts. */
export function Router() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route element={<WithHelp />}>
          <Route element={<AccountLayout />}>{of('account')}</Route>
          <Route element={<WizardLayoutOrWall />}>{of('wizard')}</Route>
          <Route element={<PublicLayout />}>
            {of('public')}
            <Route
              path="*"
              element={
                <>
                  <NotFoundPage />
                  <Awake />
                </>
              }
            />
          </Route>
        </Route>
        <Route element={<AdminLayout />}>{of('admin')}</Route>
        {of('bare')}
      </Routes>
    </Suspense>
  );
}
