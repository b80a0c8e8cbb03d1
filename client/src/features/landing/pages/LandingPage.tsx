import { HandCoins, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { useSession } from '#client/lib/session/session.ts';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';
import { IconButton } from '#client/ui/form/Button.tsx';
import { BelowTheFold } from '../components/BelowTheFold.tsx';
import { Hero } from '../components/Hero.tsx';

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

const dismissedKey = 'landfall-welcome-dismissed';

/** One line for a first visit; gone for good once dismissed. */
function WelcomeStrip() {
  const { t } = useTranslation(['landing', 'common']);
  const [shown, setShown] = useState(true);
  const isHydrated = useHydrated();
  // Only the browser knows whether it was dismissed; before-paint.js hides what the server rendered.
  if (!shown || (isHydrated && readStored(dismissedKey) !== null)) return null;
  const dismiss = () => {
    writeStored(dismissedKey, 'yes');
    setShown(false);
  };
  return (
    <aside aria-label={t('welcome.label')} className="bg-tide-soft text-sm known:hidden welcomed:hidden">
      <div className="wrap flex min-h-12 items-center gap-3">
        <HandCoins className="size-5 shrink-0 text-tide" />
        <p className="flex-1 py-2">{t('welcome.text')}</p>
        <IconButton label={t('common:action.dismiss')} className="-me-[12px]" onClick={dismiss}>
          <X className="size-5" />
        </IconButton>
      </div>
    </aside>
  );
}
