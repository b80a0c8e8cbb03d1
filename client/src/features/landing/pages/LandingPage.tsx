import { useSession } from '#client/lib/session.ts';
import { whenStirred } from '#client/ui/WhenStirred.tsx';
import { Hero } from '../parts/Hero.tsx';
import { WelcomeStrip } from '../parts/WelcomeStrip.tsx';

const BelowTheFold = whenStirred(async () => (await import('../parts/BelowTheFold.tsx')).BelowTheFold, 'min-h-dvh');

/** Home: what a sale pays right now, why to trust it, the rates, the way, and one call at the end. */
export function LandingPage() {
  const signedIn = useSession().status === 'signedIn';
  return (
    <>
      {!signedIn && <WelcomeStrip />}
      <Hero signedIn={signedIn} />
      <BelowTheFold />
    </>
  );
}
