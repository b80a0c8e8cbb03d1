import { LogOut } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { signOut } from '#client/lib/session/session.ts';
import { IconButton } from '#client/ui/form/Button.tsx';
import { HeadedScreen } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { PageSkeleton } from '../PageSkeleton.tsx';
import { adminTabs } from './places.ts';

/** All admin sections as tabs, each with its own URL. */
export function AdminDashboardPage() {
  const { t } = useTranslation(['admin', 'common']);
  const [search] = useSearchParams();
  const may = useMay();
  const currentTab = adminTabs.find((tab) => tab.id === search.get('tab')) ?? adminTabs[0];
  const shownAdminTabs = adminTabs.filter((tab) => may(tab.may));
  if (!currentTab) return null;
  // A member who pays and does not decide begins with the waiting payouts.
  if (!search.has('tab') && may('payouts.release') && !may('orders.decide'))
    return <Navigate replace to="/admin/payouts" />;
  const { id, text, fills, Screen } = currentTab;
  return (
    <div data-fills-window={fills || undefined} className="flex flex-1 flex-col md:data-fills-window:min-h-0">
      <HeadedScreen
        title={t('dashboard')}
        windowTitle={`${t(text)} · ${t('dashboard')}`}
        tabs={{
          label: t('dashboard'),
          current: id,
          tabs: shownAdminTabs.map((tab) => ({ id: tab.id, text: t(tab.text) })),
          hrefOf: (tab) => `?tab=${tab}`,
        }}
        act={<LogoutButton />}
      >
        <ErrorBoundary key={id}>
          <Suspense fallback={<PageSkeleton />}>
            <Screen />
          </Suspense>
        </ErrorBoundary>
      </HeadedScreen>
    </div>
  );
}

/** Quiet, as an icon: the sidebar has the same in words on every page. */
function LogoutButton() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    if (isBusy) return;
    setBusy(true);
    await signOut();
    await navigate('/admin/login');
  };
  return (
    <IconButton
      label={t('logout')}
      aria-disabled={isBusy || undefined}
      className="pointer-fine:size-9!"
      onClick={() => void leave()}
    >
      <LogOut className="size-4.5 rtl:-scale-x-100" />
    </IconButton>
  );
}
