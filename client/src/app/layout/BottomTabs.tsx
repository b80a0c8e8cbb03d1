import { clsx } from 'clsx';
import {
  ArrowLeftRight,
  ChartNoAxesColumn,
  CircleHelp,
  Menu as MenuIcon,
  ReceiptText,
  type LucideIcon,
} from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { requestHelp, useUnreadHelp } from '#client/lib/browser/help-events.ts';
import { useBarHeight } from '#client/ui/layout/useBarHeight.ts';
import { Menu } from '#client/ui/overlay/Menu.tsx';
import { linksOf } from '../routes.ts';
import { NavList } from './NavList.tsx';

const icons: Record<string, LucideIcon> = {
  '/dashboard': ChartNoAxesColumn,
  '/sell': ArrowLeftRight,
  '/transactions': ReceiptText,
};

// Large text takes a second row instead of running into its neighbour.
const tabClasses = 'flex min-h-14 min-w-fit flex-1 flex-col items-center justify-center gap-0.5 px-0.5 text-xs';

/** The signed-in navigation on a phone; it hides while the keyboard is up. */
export function BottomTabs() {
  const { t } = useTranslation();
  const unread = useUnreadHelp();
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  return (
    <div
      ref={bar}
      className="site-tabs no-print fixed inset-x-0 bottom-0 z-10 flex flex-wrap data-tall:static border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden typing:hidden"
    >
      <nav aria-label={t('nav.account')} className="contents">
        {linksOf('tab').map(({ to, text }) => {
          const Icon = icons[to] ?? CircleHelp;
          return (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) => clsx(tabClasses, isActive ? 'font-medium text-tide' : 'text-muted')}
            >
              <Icon className="size-5" />
              {t(text)}
            </NavLink>
          );
        })}
      </nav>
      <button
        type="button"
        data-help="all"
        className={clsx(tabClasses, 'text-muted')}
        onClick={() => requestHelp('openHelp')}
      >
        <span className="relative">
          <CircleHelp className="size-5" />
          {unread > 0 && <span className="absolute -end-1 -top-0.5 size-2 rounded-full bg-tide" />}
        </span>
        {t('nav.help')}
        {unread > 0 && <span className="sr-only">({unread})</span>}
      </button>
      <Menu
        triggerClassName={clsx(tabClasses, 'text-muted')}
        trigger={
          <>
            <MenuIcon className="size-5" />
            {t('nav.menu')}
          </>
        }
      >
        <NavList />
      </Menu>
    </div>
  );
}
