import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ParseKeys } from 'i18next';
import {
  ArrowLeftRight,
  Coins,
  IdCard,
  Landmark,
  LayoutDashboard,
  LogOut,
  Menu as MenuIcon,
  MessagesSquare,
  Newspaper,
  Percent,
  ScrollText,
  Settings,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { waitingQuery } from '#client/features/kyc/admin/kyc-desk.api.ts';
import { waitingRoomsQuery } from '#client/features/chat/chat.api.ts';
import { countQuery } from '#client/features/transactions/admin/review.api.ts';
import { formatNumber } from '#client/lib/format.ts';
import { signOut } from '#client/lib/session.ts';
import { Logo } from '#client/ui/Brand.tsx';
import { IconButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { ThemeSwitch } from '../ThemeSwitch.tsx';
import { hasRoute } from '../routes.ts';

interface Entry {
  to: string;
  text: ParseKeys<['admin', 'common']>;
  Icon: LucideIcon;
}

const groups: { heading?: ParseKeys<['admin', 'common']>; entries: Entry[] }[] = [
  {
    entries: [
      { to: '/admin/dashboard', text: 'dashboard', Icon: LayoutDashboard },
      { to: '/admin/transactions', text: 'common:nav.transactions', Icon: ArrowLeftRight },
      { to: '/admin/kyc', text: 'common:nav.kyc', Icon: IdCard },
      { to: '/admin/agent-chat', text: 'chat', Icon: MessagesSquare },
    ],
  },
  {
    heading: 'groupMoney',
    entries: [
      { to: '/admin/fiat-exchange', text: 'fiatExchange', Icon: Percent },
      { to: '/admin/fiat-currencies', text: 'fiatCurrencies', Icon: Coins },
      { to: '/admin/payment-methods', text: 'paymentMethods', Icon: Landmark },
      { to: '/admin/wallets', text: 'wallets', Icon: Wallet },
    ],
  },
  {
    heading: 'groupPeople',
    entries: [
      { to: '/admin/users', text: 'users', Icon: Users },
      { to: '/admin/blog', text: 'common:nav.blog', Icon: Newspaper },
    ],
  },
  {
    heading: 'groupDesk',
    entries: [
      { to: '/admin/settings', text: 'settings', Icon: Settings },
      { to: '/admin/audit-log', text: 'auditLog', Icon: ScrollText },
    ],
  },
];

const shownGroups = groups
  .map(({ heading, entries }) => ({ heading, entries: entries.filter(({ to }) => hasRoute(to)) }))
  .filter(({ entries }) => entries.length > 0);

/** Icons alone from 768 px, with words from 1280 px. */
export function AdminSidebar() {
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col gap-1 overflow-y-auto border-e border-line bg-sunken px-3 py-4 md:flex">
      <div className="flex items-center justify-between gap-2 pb-3 max-xl:justify-center">
        <span className="max-xl:hidden">
          <Logo to="/admin/dashboard" />
        </span>
        <AdminTag />
      </div>
      <AdminLinks folding />
      <div className="mt-auto flex flex-col gap-1 border-t border-line pt-3">
        <ThemeSwitch />
        <SignOutEntry folding />
      </div>
    </aside>
  );
}

/** The phone's bar with the same ways in a drawer. */
export function AdminTopBar() {
  const { t } = useTranslation(['admin', 'common']);
  const [open, setOpen] = useState(false);
  return (
    <header
      role="banner"
      className="sticky top-0 z-10 flex h-14 items-center gap-3 border-b border-line bg-sunken px-4 md:hidden"
    >
      <Logo to="/admin/dashboard" />
      <AdminTag />
      <IconButton label={t('common:nav.openMenu')} className="ms-auto" onClick={() => setOpen(true)}>
        <MenuIcon className="size-5" strokeWidth={1.75} />
      </IconButton>
      <Dialog open={open} title={t('common:nav.menu')} full onClose={() => setOpen(false)}>
        <div className="flex flex-col gap-1">
          <AdminLinks onGo={() => setOpen(false)} />
          <SignOutEntry />
        </div>
      </Dialog>
    </header>
  );
}

function AdminTag() {
  const { t } = useTranslation(['admin', 'common']);
  return (
    <span className="rounded-control border border-line-strong px-1.5 py-px font-mono text-xs text-muted">
      {t('tag')}
    </span>
  );
}

const entryClasses = 'flex min-h-9 items-center gap-2.5 rounded-control px-2.5 pointer-coarse:min-h-11';

function AdminLinks({ folding = false, onGo }: { folding?: boolean; onGo?: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('common:nav.main')} className="flex flex-col gap-0.5">
      {shownGroups.map(({ heading, entries }) => (
        <div key={heading ?? 'main'} className="flex flex-col gap-0.5">
          {heading && (
            <h2
              className={clsx(
                'px-2.5 pt-4 pb-1.5 text-xs font-normal tracking-normal text-faint',
                folding && 'max-xl:hidden',
              )}
            >
              {t(heading)}
            </h2>
          )}
          {entries.map(({ to, text, Icon }) => {
            const current = pathname === to || pathname.startsWith(`${to}/`);
            return (
              <Link
                key={to}
                to={to}
                title={folding ? t(text) : undefined}
                aria-current={current ? 'page' : undefined}
                className={clsx(
                  entryClasses,
                  folding && 'max-xl:justify-center',
                  current ? 'bg-raised font-medium text-ink' : 'text-muted hover:text-ink',
                )}
                onClick={onGo}
              >
                <Icon
                  aria-hidden="true"
                  className={clsx('size-4.5 shrink-0', current && 'text-tide')}
                  strokeWidth={1.75}
                />
                <span className={clsx(folding && 'max-xl:sr-only')}>{t(text)}</span>
                {to === '/admin/transactions' && <WaitingOrders folding={folding} />}
                {to === '/admin/agent-chat' && <WaitingChats folding={folding} />}
                {to === '/admin/kyc' && <WaitingChecks folding={folding} />}
              </Link>
            );
          })}
        </div>
      ))}
    </nav>
  );
}

/** How many orders wait for the desk. */
function WaitingOrders({ folding }: { folding: boolean }) {
  const { t } = useTranslation('admin');
  const pending = useQuery(countQuery('pending')).data ?? 0;
  const processing = useQuery(countQuery('processing')).data ?? 0;
  const count = pending + processing;
  return <Waiting count={count} text={t('waiting', { count })} folding={folding} />;
}

/** How many identity checks wait for the desk. */
function WaitingChecks({ folding }: { folding: boolean }) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingQuery).data ?? 0;
  return <Waiting count={count} text={t('waitingKyc', { count })} folding={folding} />;
}

/** How many conversations wait for an answer. */
function WaitingChats({ folding }: { folding: boolean }) {
  const { t } = useTranslation('admin');
  const count = useQuery(waitingRoomsQuery).data ?? 0;
  return <Waiting count={count} text={t('waitingChat', { count })} folding={folding} />;
}

function Waiting({ count, text, folding }: { count: number; text: string; folding: boolean }) {
  if (count === 0) return null;
  return (
    <span
      className={clsx(
        'ms-auto rounded-full bg-other-soft px-2 text-xs font-semibold text-ink figures',
        folding && 'max-xl:sr-only',
      )}
    >
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function SignOutEntry({ folding = false }: { folding?: boolean }) {
  const { t } = useTranslation(['admin', 'common']);
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate('/admin/login');
  };
  return (
    <button
      type="button"
      title={t('common:action.signOut')}
      className={clsx(entryClasses, 'text-muted hover:text-ink', folding && 'max-xl:justify-center')}
      onClick={() => void leave()}
    >
      <LogOut aria-hidden="true" className="size-4.5 shrink-0 rtl:-scale-x-100" strokeWidth={1.75} />
      <span className={clsx(folding && 'max-xl:sr-only')}>{t('common:action.signOut')}</span>
    </button>
  );
}
