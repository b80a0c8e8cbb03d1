import { LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { UserAvatar } from '#client/features/users/components/UserAvatar.tsx';
import { signOut, type SessionUser } from '#client/lib/session/session.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';

/** The user's picture, else the first letter of the first name, else U, with Profile and Log out. */
export function UserMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('nav.account')}
      triggerClassName="inline-grid size-11 place-items-center rounded-full"
      trigger={<UserAvatar user={user} />}
    >
      <p className="px-3 py-2 text-sm text-muted">
        <EmailAddress email={user.email} />
      </p>
      <Link to="/profile" className={menuItemClasses()}>
        <UserRound className="size-5" />
        {t('nav.profile')}
      </Link>
      <SignOutButton text={t('action.logOut')} />
    </Menu>
  );
}

/** Ends the session here and on the server, then goes home. */
export function SignOutButton({ text, to = '/' }: { text: string; to?: string }) {
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate(to);
  };
  return (
    <button type="button" className={menuItemClasses()} onClick={() => void leave()}>
      <LogOut className="size-5 rtl:-scale-x-100" />
      {text}
    </button>
  );
}
