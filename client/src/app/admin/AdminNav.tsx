import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleUser, LogOut, Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { meQuery } from '#client/features/team/admin/team.admin.queries.ts';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { signOut, useSession } from '#client/lib/session/session.ts';
import { Logo } from '#client/ui/brand/Brand.tsx';
import { Kbd } from '#client/ui/data/Kbd.tsx';
import { IconButton } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { Tooltip } from '#client/ui/overlay/Tooltip.tsx';
import { ThemeSwitch } from '../layout/ThemeSwitch.tsx';
import { PauseChip, PauseLine } from './PauseChip.tsx';
import { entryAt, sidebarOf } from './places.ts';
import { waitingBadges } from './WaitingBadge.tsx';

/** The sidebar: icons alone from 768 px, with labels from 1280 px. */
export function AdminSidebar() {
  return (
    <aside className="sticky top-0 hidden h-dvh flex-col gap-1 border-e border-line bg-sunken px-3 pt-3 pb-2 md:flex">
      <div className="flex items-center justify-between gap-2 pb-2 max-xl:justify-center">
        <span className="max-xl:hidden">
          <Logo to="/admin/dashboard" />
        </span>
        <AdminTag />
      </div>
      <CommandButton folding />
      {/* A low window scrolls the links alone, as far out as their focus ring reaches. */}
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <AdminLinks folding />
      </div>
      <WhoAmI folding />
      <div className="flex items-center justify-between border-t border-line pt-2 max-xl:flex-col">
        <SignOutEntry folding />
        <ThemeSwitch />
      </div>
    </aside>
  );
}

/** The top bar on a phone, with the same links in a drawer; in large text a mark replaces its name. */
export function AdminTopBar() {
  const { t } = useTranslation(['admin', 'common']);
  const [open, setOpen] = useState(false);
  return (
    <header
      role="banner"
      className="@container sticky top-0 z-10 flex h-14 items-center gap-x-[8px] border-b border-line bg-sunken px-[16px] md:hidden"
    >
      <span className="flex items-center gap-x-3 @max-[18rem]:[&_a>span]:sr-only @max-[18rem]:[&>span]:sr-only">
        <Logo to="/admin/dashboard" />
        <AdminTag />
      </span>
      <span className="ms-auto">
        <CommandButton />
      </span>
      <IconButton label={t('common:nav.openMenu')} onClick={() => setOpen(true)}>
        <MenuIcon className="size-5" />
      </IconButton>
      <Dialog open={open} title={t('common:nav.menu')} full onClose={() => setOpen(false)}>
        <div className="flex flex-col gap-1">
          <WhoAmI onGo={() => setOpen(false)} />
          <AdminLinks onGo={() => setOpen(false)} />
          <SignOutEntry />
        </div>
      </Dialog>
    </header>
  );
}

/** The signed-in member with their role, and a link to their account. */
function WhoAmI({ folding = false, onGo }: { folding?: boolean; onGo?: () => void }) {
  const { t } = useTranslation(['team', 'common']);
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const role = t(`team:role.${me.role}`);
  return (
    <Link
      to="/admin/account"
      title={`${me.name}, ${role}`}
      className={clsx(entryClasses, 'text-muted hover:text-ink', folding && 'max-xl:justify-center')}
      onClick={onGo}
    >
      <CircleUser className="size-4.5 shrink-0" />
      <span className={clsx('flex min-w-0 flex-col leading-tight', folding && 'max-xl:sr-only')}>
        <span className={clsx('text-ink', folding ? 'xl:truncate' : 'truncate')}>{me.name}</span>
        <span className="text-xs">{role}</span>
      </span>
    </Link>
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

const entryClasses = 'flex min-h-7 items-center gap-2.5 rounded-control px-2.5 pointer-coarse:min-h-11';

function AdminLinks({ folding = false, onGo }: { folding?: boolean; onGo?: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { pathname, search } = useLocation();
  const currentId = entryAt(pathname, search);
  const may = useMay();
  const session = useSession();
  const isFourEyesOn = session.status === 'signedIn' && session.user.fourEyes;
  return (
    <nav aria-label={t('common:nav.main')} className="flex flex-col">
      {sidebarOf(may, isFourEyesOn || currentId === 'approvals').map(({ heading, entries }) => (
        <div key={heading ?? 'main'} className="flex flex-col">
          {heading && (
            <h2
              className={clsx(
                'px-2.5 pt-1.5 pb-0.5 text-xs font-normal tracking-normal text-faint',
                folding && 'max-xl:hidden',
              )}
            >
              {t(heading)}
            </h2>
          )}
          {entries.map(({ id, to, text, Icon }) => {
            const isCurrent = id === currentId;
            const Waiting = waitingBadges[id];
            return (
              <NamedIcon key={id} text={t(text)} folding={folding}>
                <Link
                  to={to}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={clsx(
                    entryClasses,
                    folding && 'max-xl:flex-1 max-xl:flex-col max-xl:justify-center max-xl:gap-0.5 max-xl:py-1',
                    isCurrent ? 'bg-raised font-medium text-ink' : 'text-muted hover:text-ink',
                  )}
                  onClick={onGo}
                >
                  <Icon className={clsx('size-4.5 shrink-0', isCurrent && 'text-tide')} />
                  <span className={clsx(folding && 'max-xl:sr-only')}>{t(text)}</span>
                  {id === 'prices' && <PauseChip folding={folding} />}
                  {Waiting && <Waiting folding={folding} />}
                </Link>
              </NamedIcon>
            );
          })}
        </div>
      ))}
      {!may('rates.write') && <PauseLine folding={folding} />}
    </nav>
  );
}

/** Shows the name of an entry next to its icon on hover and focus, while the sidebar shows icons alone. */
function NamedIcon({ text, folding, children }: { text: string; folding: boolean; children: ReactElement }) {
  const isWide = useMediaQuery('(min-width: 80rem)');
  if (!folding || isWide) return children;
  return (
    <span className="grid">
      <Tooltip text={text}>{() => children}</Tooltip>
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
      className={clsx(entryClasses, 'text-muted hover:text-ink', folding && 'max-xl:justify-center xl:flex-1')}
      onClick={() => void leave()}
    >
      <LogOut className="size-4.5 shrink-0 rtl:-scale-x-100" />
      <span className={clsx(folding && 'max-xl:sr-only')}>{t('common:action.signOut')}</span>
    </button>
  );
}

const CommandMenu = lazy(async () => ({ default: (await import('./command/CommandMenu.tsx')).CommandMenu }));

const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Opens the command menu, as does Ctrl K, on a Mac with the command key. Only the visible one listens. */
function CommandButton({ folding = false }: { folding?: boolean }) {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCall = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k';
      if (!isCall || !button?.checkVisibility()) return;
      event.preventDefault();
      // The menu would ask to leave an unfinished decision in another dialog.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [button]);
  return (
    <>
      <button
        ref={setButton}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('command.open')}
        className={clsx(
          'flex min-h-9 items-center rounded-control text-muted hover:text-ink pointer-coarse:min-h-11',
          folding
            ? 'mb-1 w-full gap-1.5 border border-line px-1.5 max-xl:justify-center'
            : 'size-11 justify-center hover:bg-tide-soft',
        )}
        onClick={() => setOpen(true)}
      >
        <Search className={folding ? 'size-4.5 shrink-0' : 'size-5'} />
        <span className={clsx(folding ? 'truncate text-start max-xl:sr-only' : 'sr-only')}>{t('command.open')}</span>
        {folding && (
          <span aria-hidden="true" className="ms-auto shrink-0 whitespace-nowrap max-xl:hidden">
            <Kbd>{keys}</Kbd>
          </span>
        )}
      </button>
      <Suspense>{open && <CommandMenu onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
