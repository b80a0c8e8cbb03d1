import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useApprovalRules } from '#client/features/approvals/approvals.queries.ts';
import { WaitingApprovals } from '#client/features/approvals/components/WaitingApprovals.tsx';
import { StepUpPrompt } from '#client/features/auth/components/StepUpPrompt.tsx';
import { Notes } from '#client/features/notes/components/Notes.tsx';
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
import { NextWorkContext } from '#client/ui/layout/admin/NextWorkSlot.tsx';
import { PageHead } from '#client/ui/layout/admin/PageHead.tsx';
import { ApprovalContext, ApprovalOrderContext, type ApprovalSlotProps } from '#client/ui/layout/ApprovalSlot.tsx';
import { ExportContext, type ExportProps } from '#client/ui/layout/ExportSlot.tsx';
import { NoteContext, type NoteSlotProps } from '#client/ui/layout/NoteSlot.tsx';
import { OrderBookContext } from '#client/ui/layout/OrderBookSlot.tsx';
import { OrderPayoutContext, type OrderPayoutProps } from '#client/ui/layout/OrderPayoutSlot.tsx';
import { OrderStatusContext, type OrderStatusSlotProps } from '#client/ui/layout/OrderStatusSlot.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { SkipLink } from '#client/ui/layout/SkipLink.tsx';
import type { Permission } from '#shared/kernel/permission.ts';
import { rightsOf, teamRoles } from '#shared/team/team.roles.ts';
import { ThemeSwitch } from '../layout/ThemeSwitch.tsx';
import { AdminSidebar, AdminTopBar } from './AdminNav.tsx';
import { ExportButton } from './ExportButton.tsx';
import { destinationAt, permissionAt, sidebarOf } from './places.ts';
import { StatementDrop } from './StatementDrop.tsx';
import { NextWork } from './WaitingBadge.tsx';
import { useWorkNotices } from './work-notices.ts';
import './admin.css';

applyDensity();

const renderApprovals = (props: ApprovalSlotProps) => <WaitingApprovals {...props} />;
const ApprovalOrder = lazy(async () => ({
  default: (await import('#client/features/orders/admin/ApprovalOrder.tsx')).ApprovalOrder,
}));
const renderOrder = (id: string, details: ReactNode) => (
  <Suspense>
    <ApprovalOrder id={id} details={details} />
  </Suspense>
);
const OrderBook = lazy(async () => ({
  default: (await import('#client/features/books/admin/OrderBook.tsx')).OrderBook,
}));
const renderOrderBook = (orderId: string) => (
  <Suspense>
    <OrderBook orderId={orderId} />
  </Suspense>
);
const OrderPayout = lazy(async () => ({
  default: (await import('#client/features/payouts/admin/OrderPayout.tsx')).OrderPayout,
}));
const renderOrderPayout = (props: OrderPayoutProps) => (
  <Suspense>
    <OrderPayout {...props} />
  </Suspense>
);
const OrderStatus = lazy(async () => ({
  default: (await import('#client/features/orders/admin/OrderStatus.tsx')).OrderStatus,
}));
const renderOrderStatus = (props: OrderStatusSlotProps) => (
  <Suspense fallback={<span aria-busy="true" className="inline-block h-4 w-20" />}>
    <OrderStatus {...props} size="small" />
  </Suspense>
);
const renderNotes = (props: NoteSlotProps) => <Notes {...props} />;
const renderNextWork = () => <NextWork />;
const renderExport = (props: ExportProps) => <ExportButton {...props} />;

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
    <div className="flex flex-1 flex-col text-sm md:grid md:grid-cols-[64px_minmax(0,1fr)] xl:grid-cols-[232px_minmax(0,1fr)]">
      <SkipLink />
      <StepUpPrompt />
      <StatementDrop />
      <AdminTopBar />
      <AdminSidebar />
      {/* A screen that fills the window shares it with the banner: its own foot stays in sight. */}
      <div className="flex min-w-0 flex-1 flex-col md:has-data-fills-window:h-dvh">
        <OfflineBanner />
        <main id="main" className="flex min-h-0 min-w-0 flex-1 flex-col">
          <ExportContext value={renderExport}>
            <ApprovalContext value={renderApprovals}>
              <ApprovalOrderContext value={renderOrder}>
                <OrderStatusContext value={renderOrderStatus}>
                  <OrderBookContext value={renderOrderBook}>
                    <OrderPayoutContext value={renderOrderPayout}>
                      <NoteContext value={renderNotes}>
                        <NextWorkContext value={renderNextWork}>
                          <Suspense fallback={<SessionCheck bare />}>
                            {neededPermission && !session.user.may.includes(neededPermission) ? (
                              <PageWithoutPermission needed={neededPermission} />
                            ) : (
                              <Outlet />
                            )}
                          </Suspense>
                        </NextWorkContext>
                      </NoteContext>
                    </OrderPayoutContext>
                  </OrderBookContext>
                </OrderStatusContext>
              </ApprovalOrderContext>
            </ApprovalContext>
          </ExportContext>
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
