import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { replayFrameClick } from '#client/lib/browser/early-click.ts';
import { useSession } from '#client/lib/session/session.ts';
import { OfflineBanner } from '#client/ui/feedback/OfflineBanner.tsx';
import { SkipLink } from '#client/ui/layout/SkipLink.tsx';
import { PageSkeleton } from '../PageSkeleton.tsx';
import { lazyScreen } from '../screen.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

// The server does not render it, so it is loaded after the first paint.
const BottomTabs = lazyScreen('BottomTabs', () => import('./BottomTabs.tsx'));
const PauseBanner = lazyScreen('PauseBanner', () => import('#client/features/rates/components/PauseBanner.tsx'));
const HelpDock = lazyScreen('HelpDock', () => import('#client/features/chat/components/HelpDock.tsx'));

/** Shows the help beside a layout; it stays open when the page changes. */
export function WithHelp() {
  const hasPainted = useFirstPaint();
  useEffect(replayFrameClick, []);
  return (
    <>
      <Outlet />
      <Suspense>{hasPainted && <HelpDock />}</Suspense>
    </>
  );
}

/** Public pages: header, content, footer; a signed-in user still has the tabs. */
export function PublicLayout() {
  return <SiteLayout withFooter />;
}

/** A customer's own screens: header and, on phones, bottom tabs. */
export function AccountLayout() {
  return <SiteLayout />;
}

/** A wizard has its own layout; sign-in and loading states are shown in the site's layout. */
export function WizardLayoutOrSignIn() {
  const { status } = useSession();
  if (status === 'signedIn') return <Outlet />;
  if (status !== 'loading') return <SiteLayout />;
  return (
    <main id="main" className="flex flex-1 flex-col">
      <Outlet />
    </main>
  );
}

function SiteLayout({ withFooter = false }: { withFooter?: boolean }) {
  const signedIn = useSession().status === 'signedIn';
  const isPaused = !!useQuery(settingsQuery).data?.pauses.active.length;
  return (
    <>
      <SkipLink />
      <Header />
      <OfflineBanner />
      <Suspense>{isPaused && <PauseBanner />}</Suspense>
      <main
        id="main"
        className={clsx('flex min-h-[calc(100dvh-4rem)] flex-1 flex-col', !withFooter && 'max-xl:pb-20 typing:pb-0')}
      >
        <FirstScreen>
          <Outlet />
        </FirstScreen>
      </main>
      {withFooter && (
        <div className="bg-sunken max-xl:pb-20 typing:pb-0">
          <Suspense>
            <Footer />
          </Suspense>
        </div>
      )}
      <Suspense>{signedIn && <BottomTabs />}</Suspense>
    </>
  );
}

let hasShown = false;

/**
 * Shows a skeleton in the layout for the first screen of a load; for a later screen the previous page stays until it is
 * ready.
 */
function FirstScreen({ children }: { children: ReactNode }) {
  const [isFirst] = useState(!hasShown);
  useEffect(() => {
    hasShown = true;
  }, []);
  return isFirst ? <Suspense fallback={<PageSkeleton />}>{children}</Suspense> : children;
}

/** False until the first paint: parts that the server does not render are fetched afterwards. */
function useFirstPaint(): boolean {
  const [hasPainted, setHasPainted] = useState(false);
  useEffect(() => {
    // A hidden tab paints no frames, so a timer starts them there.
    const timer = setTimeout(() => setHasPainted(true), 300);
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setHasPainted(true)));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return hasPainted;
}
