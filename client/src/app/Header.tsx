import { clsx } from 'clsx';
import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useSession, type Session } from '#client/lib/session.ts';
import { Logo } from '#client/ui/Brand.tsx';
import { ButtonLink } from '#client/ui/Button.tsx';
import { Menu, menuItemClasses } from '#client/ui/Menu.tsx';
import { accountNav } from './nav.ts';
import { LanguageMenu, ThemeSwitch, toolClasses } from './Preferences.tsx';
import { SignOutButton, UserMenu } from './UserMenu.tsx';

/** The bar on top of every page but the wizards: logo, ways, language, theme, person. */
export function Header() {
  const session = useSession();
  const signedIn = session.status === 'signedIn';
  return (
    <header role="banner" className="no-print sticky top-0 z-10 border-b border-line bg-bg">
      <div className="wrap flex h-14 items-center gap-4 md:h-16 lg:gap-6">
        <Logo />
        {signedIn && <MainNav />}
        <div className="ms-auto flex items-center gap-1">
          <LanguageMenu />
          <ThemeSwitch />
          <Person session={session} />
        </div>
      </div>
    </header>
  );
}

function Person({ session }: { session: Session }) {
  const { t } = useTranslation();
  if (session.status === 'loading') return <span className="size-11" aria-hidden="true" />;
  if (session.status === 'signedIn') {
    return (
      <>
        <NarrowNav />
        <UserMenu user={session.user} />
      </>
    );
  }
  return (
    <ButtonLink to="/login" size="small" className="ms-2 min-h-11">
      {t('action.signIn')}
    </ButtonLink>
  );
}

function MainNav() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.main')} className="hidden h-full lg:flex">
      {accountNav
        .filter(({ to }) => to !== '/profile') // The avatar's menu leads there.
        .map(({ to, text }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              clsx(
                'flex items-center border-y-2 border-t-transparent px-2.5 text-sm whitespace-nowrap hover:text-ink',
                isActive ? 'border-b-tide font-medium text-ink' : 'border-b-transparent text-muted',
              )
            }
          >
            {t(text)}
          </NavLink>
        ))}
    </nav>
  );
}

/** Between phone and desktop the ways fold into a menu; on phones the bottom tabs have it. */
function NarrowNav() {
  const { t } = useTranslation();
  return (
    <div className="hidden md:block lg:hidden">
      <Menu
        label={t('nav.openMenu')}
        trigger={<MenuIcon className="size-5" strokeWidth={1.75} />}
        triggerClassName={toolClasses}
      >
        <NavList />
      </Menu>
    </div>
  );
}

/** All ways of a signed-in person as menu entries, with the way out at the end. */
export function NavList() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.main')}>
      {accountNav.map(({ to, text }) => (
        <NavLink key={to} to={to} className={({ isActive }) => menuItemClasses(isActive)}>
          {t(text)}
        </NavLink>
      ))}
      <SignOutButton text={t('action.signOut')} />
    </nav>
  );
}
