import { clsx } from 'clsx';
import { Globe } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { registerHelpSlot } from '#client/lib/browser/help-events.ts';
import { supportedLanguages } from '#client/lib/i18n/catalogues.ts';
import { useSession, type Session } from '#client/lib/session/session.ts';
import { Logo } from '#client/ui/brand/Brand.tsx';
import { chooseLanguage } from '#client/ui/feedback/choose-language.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { languages } from '#shared/reference/languages.ts';
import { linksOf } from '../routes.ts';
import { headerButtonClasses } from './header-classes.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const SignedInTools = lazy(async () => ({ default: (await import('./SignedInTools.tsx')).SignedInTools }));

/** The top bar of every page but the wizards: logo, links, language, theme, user. */
export function Header() {
  const session = useSession();
  const signedIn = session.status === 'signedIn';
  return (
    <header role="banner" className="no-print sticky top-0 z-10 border-b border-line bg-bg">
      <div className="wrap flex min-h-14 flex-wrap items-center sm:gap-x-4 md:min-h-16 lg:gap-x-6">
        <Logo />
        {signedIn && <MainNav />}
        <div className="ms-auto flex flex-wrap items-center justify-end sm:gap-1">
          {supportedLanguages.length > 1 && <LanguageMenu />}
          <span ref={registerHelpSlot} />
          <ThemeSwitch />
          <UserArea session={session} />
        </div>
      </div>
    </header>
  );
}

function UserArea({ session }: { session: Session }) {
  const { t } = useTranslation();
  if (session.status === 'loading') return <span className="size-11" aria-hidden="true" />;
  if (session.status === 'signedIn') {
    return (
      <Suspense fallback={<span className="size-11" aria-hidden="true" />}>
        <SignedInTools user={session.user} />
      </Suspense>
    );
  }
  return (
    <ButtonLink to="/login" size="small" className="ms-1 min-h-11 max-sm:px-1.5 sm:ms-2 known:invisible">
      {t('action.signIn')}
    </ButtonLink>
  );
}

function MainNav() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.main')} className="hidden flex-wrap lg:flex">
      {linksOf('nav')
        .filter(({ to }) => to !== '/profile') // The avatar's menu has the same links.
        .map(({ to, text }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              clsx(
                'flex min-h-16 items-center border-y-2 border-t-transparent px-2.5 text-sm whitespace-nowrap hover:text-ink',
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

const offeredLanguages = languages.filter(({ code }) => supportedLanguages.includes(code));

/** The languages by their own names; choosing one preserves the page and typed text. */
function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const selectedLanguage = offeredLanguages.find(({ code }) => code === i18n.language) ?? offeredLanguages[0];
  return (
    <Menu
      label={`${t('language.choose')}: ${selectedLanguage?.name ?? ''}`}
      triggerClassName={headerButtonClasses}
      trigger={
        <>
          <Globe className="size-5" />
          <span className="hidden md:inline">{selectedLanguage?.name}</span>
        </>
      }
    >
      {offeredLanguages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-current={code === i18n.language || undefined}
          className={menuItemClasses(code === i18n.language)}
          onClick={() => void chooseLanguage(code)}
        >
          {name}
        </button>
      ))}
    </Menu>
  );
}
