import { LogOut } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { useMay } from '#client/lib/session/permissions.ts';
import { signOut } from '#client/lib/session/session.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
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
      <header className="flex flex-col gap-1 px-4 pt-3 md:px-6">
        <div className="flex items-center justify-between gap-4">
          <PageTitle title={`${t(text)} · ${t('dashboard')}`} className="text-xl">
            {t('dashboard')}
          </PageTitle>
          <LogoutButton />
        </div>
        <Tabs
          label={t('dashboard')}
          current={id}
          tabs={shownAdminTabs.map((tab) => ({ id: tab.id, text: t(tab.text) }))}
        />
      </header>
      <ErrorBoundary key={id}>
        <Suspense fallback={<PageSkeleton />}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function LogoutButton() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
    await navigate('/admin/login');
  };
  return (
    <Button size="small" busy={busy} icon={<LogOut className="size-4 rtl:-scale-x-100" />} onClick={() => void leave()}>
      {t('logout')}
    </Button>
  );
}
