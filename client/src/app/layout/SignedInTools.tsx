import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Menu } from '#client/ui/overlay/Menu.tsx';
import { headerButtonClasses } from './header-classes.ts';
import { NavList } from './NavList.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Ends the header for a signed-in user: a menu of all links where the bar has no space, and the avatar. */
export function SignedInTools({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="hidden md:block lg:hidden">
        <Menu
          label={t('nav.openMenu')}
          trigger={<MenuIcon className="size-5" />}
          triggerClassName={headerButtonClasses}
        >
          <NavList />
        </Menu>
      </div>
      <UserMenu user={user} />
    </>
  );
}
