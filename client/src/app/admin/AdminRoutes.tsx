import { Suspense, type ComponentType } from 'react';
import { useRoutes } from 'react-router-dom';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { PageSkeleton } from '../PageSkeleton.tsx';
import { lazyScreen } from '../screen.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { adminPages } from './places.ts';
import { rail } from './screens.ts';

// A member who signs in does not need the shell yet.
const AdminLayout = lazyScreen('AdminLayout', () => import('./AdminLayout.tsx'));
const AdminDashboardPage = lazyScreen('AdminDashboardPage', () => import('./AdminDashboardPage.tsx'));
const AdminLoginPage = lazyScreen('AdminLoginPage', () => import('#client/features/auth/admin/AdminLoginPage.tsx'));

const routeOf = ({ path, Page }: { path: string; Page: ComponentType }) => ({
  path: path.replace(/^.admin./, ''),
  element: (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  ),
});

const pagesIn = (frame: (typeof rail)[number] | undefined) =>
  adminPages.filter((page) => page.frame === frame).map(routeOf);

const routes = [
  {
    element: <AdminLayout />,
    children: [
      routeOf({ path: '/admin/dashboard', Page: AdminDashboardPage }),
      ...pagesIn(undefined),
      ...rail.flatMap((entry) =>
        entry.framed ? [{ element: <EntryFrame entry={entry} />, children: pagesIn(entry) }] : [],
      ),
    ],
  },
  routeOf({ path: '*', Page: AdminLoginPage }),
];

/** The administration: its screens in their shell, and the sign-in at every other address. Customers never load it. */
export function AdminRoutes() {
  return useRoutes(routes);
}
