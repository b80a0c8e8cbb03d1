import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { HeroArt } from '#client/ui/brand/HeroArt.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { SellCalculator } from './SellCalculator.tsx';

const benefits = ['fees', 'review', 'support'] as const;

/** The pitch on one side, the calculator on the other. */
export function Hero({ signedIn }: { signedIn: boolean }) {
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
            description={t('hero.lede')}
            className="mt-2 max-w-[9em] text-3xl tracking-[-0.028em] lg:mt-4 lg:text-4xl"
          >
            {t('hero.title')}
          </PageTitle>
          <p className="mt-3 max-w-[44ch] text-base text-balance text-muted lg:mt-4 lg:text-lg">{t('hero.lede')}</p>
          <div className="mt-8 mb-6 flex flex-wrap items-center gap-3">
            <ButtonLink
              variant="filled"
              to={signedIn ? '/sell' : '/login'}
              state={signedIn ? undefined : { isNew: true }}
              className="max-sm:flex-1"
            >
              {signedIn ? t('hero.sell') : t('hero.start')}
            </ButtonLink>
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
