import { useSession } from '#client/lib/session/session.ts';
import { ClosingCall } from './ClosingCall.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { LiveRates } from './LiveRates.tsx';
import { Testimonials } from './Testimonials.tsx';
import { WhyChoose } from './WhyChoose.tsx';

/** Everything a visitor scrolls to. */
export function BelowTheFold() {
  const signedIn = useSession().status === 'signedIn';
  return (
    <>
      <WhyChoose />
      <LiveRates />
      <HowItWorks />
      <Testimonials />
      <ClosingCall signedIn={signedIn} />
    </>
  );
}
