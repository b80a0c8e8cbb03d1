import { lazy, memo, Suspense } from 'react';
import { useSession } from '#client/lib/session.ts';
import { whenIdle } from '#client/lib/painted.ts';
import { Hero } from '../parts/Hero.tsx';
import { WelcomeStrip } from '../parts/WelcomeStrip.tsx';

const BelowTheFold = lazy(
  whenIdle(async () => ({ default: (await import('../parts/BelowTheFold.tsx')).BelowTheFold })),
);

/** Home: what a sale pays right now, why to trust it, the rates, the way, and one call at the end. */
export function LandingPage() {
  const signedIn = useSession().status === 'signedIn';
  return (
    <>
      {!signedIn && <WelcomeStrip />}
      <Hero signedIn={signedIn} />
      <Rest />
    </>
  );
}

// Knows nothing of what changes above it: drawn by the server, it stays until its code has come.
const Rest = memo(function Rest() {
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <BelowTheFold />
    </Suspense>
  );
});
