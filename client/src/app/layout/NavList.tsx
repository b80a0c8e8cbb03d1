import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { linksOf } from '../routes.ts';
import { SignOutButton } from './UserMenu.tsx';

/** All destinations of a signed-in user as menu entries, ending with sign-out. */
export function NavList() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.main')}>
      {linksOf('nav').map(({ to, text }) => (
        <NavLink key={to} to={to} className={({ isActive }) => menuItemClasses(isActive)}>
          {t(text)}
        </NavLink>
      ))}
      <SignOutButton text={t('action.signOut')} />
    </nav>
  );
}
