import { Suspense } from 'react';
import { useSession } from '#client/lib/session/session.ts';
import { BelowTheFold } from '../components/BelowTheFold.tsx';
import { Hero } from '../components/Hero.tsx';
import { WelcomeStrip } from '../components/WelcomeStrip.tsx';

/** Home: what a sale pays right now, why to trust it, the rates, the steps, and one call at the end. */
export function LandingPage() {
  const signedIn = useSession().status === 'signedIn';
  return (
    <>
      {!signedIn && <WelcomeStrip />}
      <Hero signedIn={signedIn} />
      {/* Hydrated apart from the rest, in a task of its own. */}
      <Suspense>
        <BelowTheFold />
      </Suspense>
    </>
  );
}
