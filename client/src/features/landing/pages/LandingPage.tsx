import { useSession } from '#client/lib/session/session.ts';
import { hydrateOnInteraction } from '#client/ui/layout/hydrateOnInteraction.tsx';
import { Hero } from '../components/Hero.tsx';
import { WelcomeStrip } from '../components/WelcomeStrip.tsx';

const BelowTheFold = hydrateOnInteraction(
  async () => (await import('../components/BelowTheFold.tsx')).BelowTheFold,
  'min-h-dvh',
);

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
