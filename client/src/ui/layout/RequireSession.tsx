import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSession, type SessionUser } from '#client/lib/session/session.ts';
import { lastEnding } from '#client/lib/session/token.ts';
import { HeroArt } from '../brand/HeroArt.tsx';
import { Skeleton, SkeletonLine } from '../feedback/Skeleton.tsx';
import { ErrorState } from '../feedback/States.tsx';
import { ButtonLink } from '../form/Button.tsx';
import { Page } from './Page.tsx';

interface RequireSessionProps {
  /** 'Authentication Required', from the screen's catalogue. */
  title: string;
  /** The screen's own text, such as "Please log in to sell your cryptocurrency." */
  text: string;
  /** Text while the session is unknown, such as 'Loading dashboard...'. */
  loading?: string | undefined;
  /** The sign-in link of screens that use plain navigation: `/api/login` leads through the server. */
  signInPath?: '/login' | '/api/login' | undefined;
  /** Name of the step that a visitor continues after signing in. */
  begun?: ReactNode;
  children: (user: SessionUser) => ReactNode;
}

/** Shows a screen to signed-in users only. The server checks again on every call; this only spares visitors errors. */
export function RequireSession({ title, text, loading, signInPath, begun, children }: RequireSessionProps) {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status === 'signedIn') return children(session.user);
  if (session.status === 'visitor')
    return <SignInRequired title={title} text={text} signInPath={signInPath} begun={begun} />;
  if (session.status === 'unreachable') {
    return (
      <div className="wrap py-12">
        <ErrorState title={t('session.unreachable')} error={session.error} onRetry={session.retry} />
      </div>
    );
  }
  return (
    <Skeleton label={loading ?? t('session.checking')} className="wrap flex min-h-[70dvh] flex-col gap-6 py-8 md:py-12">
      {loading && <p className="text-muted">{loading}</p>}
      <SkeletonLine className="h-9 w-64 max-w-full" />
      <SkeletonLine className="h-48 w-full rounded-card" />
    </Skeleton>
  );
}

type SignInRequiredProps = Pick<RequireSessionProps, 'title' | 'text' | 'signInPath' | 'begun'>;

/** Replaces a customer's screen for a visitor: creating an account or signing in leads back to it. */
function SignInRequired({ title, text, signInPath = '/login', begun }: SignInRequiredProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  // A user who was signed out on another device has an account.
  const isKnown = lastEnding() === 'password_changed';
  const buttons = [
    <ButtonLink
      key="create"
      text={t('action.createAccount')}
      variant={isKnown ? 'outline' : 'filled'}
      to={`/register?next=${next}`}
      className="max-sm:w-full"
    />,
    <ButtonLink
      key="sign-in"
      text={t('action.signIn')}
      variant={isKnown ? 'filled' : 'outline'}
      to={`${signInPath}?next=${next}`}
      reloadDocument={signInPath === '/api/login'}
      className="max-sm:w-full"
    />,
  ];
  return (
    <div className="relative flex flex-1 flex-col pb-32 max-xl:-mb-20 md:pb-52 typing:mb-0">
      <Page title={title} lede={isKnown ? <PasswordChanged /> : text} width="form">
        <div className="flex flex-wrap gap-3">{isKnown ? buttons.toReversed() : buttons}</div>
        {begun}
      </Page>
      <HeroArt />
    </div>
  );
}

/** Says why a working session has just ended. */
function PasswordChanged() {
  return useTranslation('errors').t('password_changed');
}
