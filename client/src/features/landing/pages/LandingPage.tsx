import { lazy, Suspense } from 'react';
import { useSession } from '#client/lib/session.ts';
import { usePainted } from '#client/lib/painted.ts';
import { Hero } from '../parts/Hero.tsx';
import { WelcomeStrip } from '../parts/WelcomeStrip.tsx';

const BelowTheFold = lazy(async () => ({ default: (await import('../parts/BelowTheFold.tsx')).BelowTheFold }));

/** Home: what a sale pays right now, why to trust it, the rates, the way, and one call at the end. */
export function LandingPage() {
  const signedIn = useSession().status === 'signedIn';
  const painted = usePainted();
  const room = <div className="min-h-dvh" />;
  return (
    <>
      {!signedIn && <WelcomeStrip />}
      <Hero signedIn={signedIn} />
      {painted ? (
        <Suspense fallback={room}>
          <BelowTheFold signedIn={signedIn} />
        </Suspense>
      ) : (
        room
      )}
    </>
  );
}
