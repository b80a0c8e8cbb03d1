import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useApprovalRules } from '#client/features/approvals/approvals.queries.ts';
import { StepUpPrompt } from '#client/features/auth/components/StepUpPrompt.tsx';
import { StatementDrop } from '#client/features/payouts/admin/statements/StatementDrop.tsx';
import { applyDensity } from '#client/lib/browser/density.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { clearSession, useSession } from '#client/lib/session/session.ts';
import { lastEnding } from '#client/lib/session/token.ts';
import { Logo } from '#client/ui/brand/Brand.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { OfflineBanner } from '#client/ui/feedback/OfflineBanner.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { PageHead } from '#client/ui/layout/admin/PageHead.tsx';
import { showInStrip } from '#client/ui/layout/admin/show-in-strip.ts';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { SkipLink } from '#client/ui/layout/SkipLink.tsx';
import type { Permission } from '#shared/kernel/permission.ts';
import { rightsOf, teamRoles } from '#shared/team/team.roles.ts';
import { ThemeSwitch } from '../layout/ThemeSwitch.tsx';
import { AdminSidebar, AdminTopBar } from './AdminNav.tsx';
import { AdminSlots } from './AdminSlots.tsx';
import { destinationAt, permissionAt, sidebarOf } from './places.ts';
import { useWorkNotices } from './work-notices.ts';
import './admin.css';

applyDensity();

/** The admin layout, for admins only. The server checks the role on every call; this only picks the screen. */
export function AdminLayout() {
  const session = useSession();
  useWorkNotices();
  useApprovalRules();
  const { pathname, search } = useLocation();
  const neededPermission = permissionAt(pathname, search);
  if (session.status === 'loading') {
    return (
      <main id="main" className="flex flex-1 flex-col">
        <SessionCheck />
      </main>
    );
  }
  if (session.status !== 'signedIn' || !session.user.isAdmin) {
    return (
      <SessionProblem
        error={session.status === 'unreachable' ? session.error : undefined}
        onRetry={session.status === 'unreachable' ? session.retry : () => location.reload()}
      />
    );
  }
  return (
    <div
      className="flex flex-1 flex-col text-sm md:grid md:grid-cols-[64px_minmax(0,1fr)] xl:grid-cols-[232px_minmax(0,1fr)]"
      onFocus={showInStrip}
    >
      <SkipLink />
      <StepUpPrompt />
      <StatementDrop />
      <AdminTopBar />
      <AdminSidebar />
      {/* A screen that fills the window shares it with the banner: its own foot stays in sight. */}
      <div className="flex min-w-0 flex-1 flex-col md:has-data-fills-window:h-dvh">
        <OfflineBanner />
        <main id="main" className="flex min-h-0 min-w-0 flex-1 flex-col">
          <AdminSlots>
            <Suspense fallback={<SessionCheck bare />}>
              {neededPermission && !session.user.may.includes(neededPermission) ? (
                <PageWithoutPermission needed={neededPermission} />
              ) : (
                <Outlet />
              )}
            </Suspense>
          </AdminSlots>
        </main>
      </div>
    </div>
  );
}

/** Names the page and who can open it, and links to the pages of the member's role. */
function PageWithoutPermission({ needed }: { needed: Permission }) {
  const { t } = useTranslation(['admin', 'admin.common', 'team', 'common']);
  const { pathname, search } = useLocation();
  const may = useMay();
  const text = destinationAt(pathname, search)?.text;
  const roles = teamRoles.filter((role) => rightsOf(role).may.includes(needed)).map((role) => t(`team:role.${role}`));
  const firstEntry = sidebarOf(may, false)[0]?.entries[0];
  return (
    <>
      <PageHead title={text ? t(text) : t('required')} />
      <div className="flex max-w-xl flex-col items-start gap-3 p-4 md:p-6">
        <NotPermitted why="page" />
        <p className="text-muted">{t('admin.common:notPermitted.who', { roles: formatList(roles) })}</p>
        {firstEntry && <ButtonLink to={firstEntry.to}>{t(firstEntry.text)}</ButtonLink>}
      </div>
    </>
  );
}

function SessionCheck({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation(['admin', 'common']);
  return (
    <Skeleton label={t('verifying')} className="flex min-h-dvh flex-1 flex-col gap-4 p-6">
      {!bare && <h1 className="text-sm font-normal tracking-normal text-muted">{t('verifying')}</h1>}
      <SkeletonLine className="h-8 w-56" />
      <div className="grid gap-4 md:grid-cols-3">
        <SkeletonLine className="h-28 rounded-card" />
        <SkeletonLine className="h-28 rounded-card" />
        <SkeletonLine className="h-28 rounded-card" />
      </div>
      <SkeletonLine className="h-72 rounded-card" />
    </Skeleton>
  );
}

function SessionProblem({ error, onRetry }: { error: Error | undefined; onRetry: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const toLogin = () => {
    clearSession();
    void navigate(`/admin/login?next=${encodeURIComponent(pathname + search)}`);
  };
  return (
    <main
      id="main"
      className="relative flex min-h-dvh flex-1 flex-col items-center justify-center gap-4 bg-sunken p-6 text-center"
    >
      <div className="absolute end-4 top-4">
        <ThemeSwitch />
      </div>
      <Logo to="/admin/login" />
      <PageTitle title={t('required')} className="text-xl" />
      <p className="text-muted">{t(lastEnding() === 'role_changed' ? 'roleChanged' : 'relogin')}</p>
      <Problem error={error} />
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>{t('common:action.tryAgain')}</Button>
        <Button text={t('toLogin')} variant="filled" onClick={toLogin} />
      </div>
    </main>
  );
}
