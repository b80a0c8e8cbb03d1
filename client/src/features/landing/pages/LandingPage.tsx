import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, HandCoins, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { useSession } from '#client/lib/session/session.ts';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';
import { HeroArt } from '#client/ui/brand/HeroArt.tsx';
import { ButtonLink, IconButton } from '#client/ui/form/Button.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { BelowTheFold } from '../components/BelowTheFold.tsx';
import { SellCalculator } from '../components/SellCalculator.tsx';

/** Home: today's price of a sale, why to trust it, the rates, the steps, and one call at the end. */
export function LandingPage() {
  const signedIn = useSession().status === 'signedIn';
  return (
    <>
      {!signedIn && <WelcomeStrip />}
      <Hero signedIn={signedIn} />
      {/* A boundary of its own, so that React hydrates it in a task of its own. */}
      <Suspense>
        <BelowTheFold />
      </Suspense>
    </>
  );
}

const dismissedKey = 'landfall-welcome-dismissed';

/** Greets a first visit with one line, until it is dismissed for good. */
function WelcomeStrip() {
  const { t } = useTranslation(['landing', 'common']);
  const [isShown, setShown] = useState(true);
  const isHydrated = useHydrated();
  // Only the browser knows whether it was dismissed; before-paint.js hides the part that the server rendered.
  if (!isShown || (isHydrated && readStored(dismissedKey) !== null)) return null;
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

const benefits = ['fees', 'review', 'support'] as const;

/** The pitch on one side, the calculator on the other. */
function Hero({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation('landing');
  const { data: settings } = useQuery(settingsQuery);
  return (
    <section className="relative overflow-hidden border-b border-line">
      <HeroArt />
      <div className="wrap relative grid items-start gap-8 pt-8 pb-12 lg:grid-cols-[minmax(0,1fr)_424px] lg:gap-16 lg:pt-16 lg:pb-18">
        <div>
          <p className="text-sm font-medium text-muted">{t('hero.coins')}</p>
          <PageTitle
            title={t('hero.windowTitle')}
            description={settings?.brand.tagline}
            className="mt-2 max-w-[9em] text-3xl tracking-[-0.028em] lg:mt-4 lg:text-4xl"
          >
            {t('hero.title')}
          </PageTitle>
          <p className="mt-3 max-w-[44ch] text-base text-balance text-muted lg:mt-4 lg:text-lg">{t('hero.lede')}</p>
          <div className="mt-8 mb-6 flex flex-wrap items-center gap-3">
            <ButtonLink
              text={signedIn ? t('hero.sell') : t('hero.start')}
              variant="filled"
              to={signedIn ? '/sell' : '/login'}
              state={signedIn ? undefined : { isNew: true }}
              className="max-sm:flex-1"
            />
            <ButtonLink variant="ghost" to={signedIn ? '/dashboard' : '#rates'} className="max-sm:flex-1">
              <span>
                {t('hero.more')} <span className="sr-only">{t('hero.moreAbout')}</span>
              </span>
              <ArrowRight className="size-4 rtl:-scale-x-100" strokeWidth={2} />
            </ButtonLink>
          </div>
          <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
            {benefits
              .filter((benefit) => benefit !== 'support' || settings?.alwaysOpen)
              .map((benefit) => (
                <li key={benefit} className="flex items-center gap-1.5">
                  <Check className="size-5 text-tide" />
                  {t(`hero.benefits.${benefit}`)}
                </li>
              ))}
          </ul>
        </div>
        <SellCalculator signedIn={signedIn} />
      </div>
    </section>
  );
}
