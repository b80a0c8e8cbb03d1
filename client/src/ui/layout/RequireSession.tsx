import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, type SessionUser } from '#client/lib/session/session.ts';
import { Skeleton, SkeletonLine } from '../feedback/Skeleton.tsx';
import { ErrorState } from '../feedback/States.tsx';
import { SignInRequired } from './SignInRequired.tsx';

interface RequireSessionProps {
  /** 'Authentication Required', from the screen's catalogue. */
  title: string;
  text: string;
  /** Shown while the session is unknown, such as 'Loading dashboard...'. */
  loading?: string | undefined;
  /** The sign-in link of screens that go by plain navigation. */
  signInPath?: '/login' | '/api/login' | undefined;
  /** What a visitor began here and goes on with after signing in. */
  begun?: ReactNode;
  children: (user: SessionUser) => ReactNode;
}

/** Shows a screen to signed-in users only. The server checks again on every call; this only spares visitors errors. */
export function RequireSession({ title, text, loading, signInPath, begun, children }: RequireSessionProps) {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status === 'signedIn') return children(session.user);
  if (session.status === 'visitor') return <SignInRequired {...{ title, text, signInPath, begun }} />;
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
