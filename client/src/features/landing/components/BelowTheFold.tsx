import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowRight, Coins, HandCoins, Star, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoCoins } from '#client/features/rates/components/NoCoins.tsx';
import { RateCard } from '#client/features/rates/components/RateCard.tsx';
import { cryptoAssetsQuery, newestUpdate, offeredAssets } from '#client/features/rates/rates.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { useSession } from '#client/lib/session/session.ts';
import { Mark } from '#client/ui/brand/Brand.tsx';
import { HeroArt } from '#client/ui/brand/HeroArt.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Section } from './Section.tsx';
import { WhyChoose } from './WhyChoose.tsx';

/** Everything below the first screen of the landing page. */
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

/** The closing call to action: sign up, sell at once, or see the rates. */
function ClosingCall({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation('landing');
  return (
    <section className="relative overflow-hidden border-t border-line bg-surface">
      <HeroArt mirrored />
      <div className="wrap relative flex flex-col items-center gap-4 pt-12 pb-32 text-center md:pt-24 md:pb-48">
        <h2 className="text-2xl tracking-[-0.024em] md:text-3xl">{t('closing.title')}</h2>
        <p className="max-w-[60ch] text-balance text-muted">{t('closing.text')}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={signedIn ? '/sell' : '/register'}>
            {signedIn ? t('closing.sell') : t('closing.signUp')}
          </ButtonLink>
          <ButtonLink to={signedIn ? '/dashboard' : '#rates'}>{t('closing.rates')}</ButtonLink>
        </div>
      </div>
    </section>
  );
}

const steps = [
  { key: 'account', Icon: UserRound },
  { key: 'coin', Icon: Coins },
  { key: 'amount', Icon: HandCoins },
  { key: 'money', Icon: undefined },
] as const;

/** The path of the money, in four steps. */
function HowItWorks() {
  const { t } = useTranslation('landing');
  const payoutRails = useQuery(settingsQuery).data?.payoutRails;
  return (
    <Section title={t('how.title')}>
      <ol className="grid lg:grid-cols-4">
        {steps.map(({ key, Icon }, index) => (
          <li
            key={key}
            className="relative min-h-20 min-w-0 ps-14 pt-1 pb-6 last:pb-0 lg:ps-0 lg:pe-8 lg:pt-16 lg:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className="absolute start-[19px] top-11 bottom-1 border-s-2 border-dotted border-line-strong lg:start-10 lg:end-0 lg:top-[19px] lg:bottom-auto lg:border-s-0 lg:border-t-2"
              />
            )}
            <span
              className={clsx(
                'absolute start-0 top-0 grid size-10 place-items-center rounded-full border-[1.5px]',
                Icon ? 'border-line-strong bg-bg' : 'border-tide bg-tide-soft',
              )}
            >
              {Icon ? <Icon className="size-5" /> : <Mark className="size-5.5" />}
            </span>
            <h3 className="text-lg tracking-[-0.01em]">{t(`how.${key}.title`)}</h3>
            <p className="mt-1 text-sm text-muted lg:max-w-[28ch]">
              {t(`how.${key}.text`)} {key === 'amount' && payoutRails}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const stars = [1, 2, 3, 4, 5] as const;

/** Stats and testimonials that the operator has entered; renders nothing without any. */
function Testimonials() {
  const { t } = useTranslation('landing');
  const { stats = [], testimonials = [] } = useQuery(settingsQuery).data?.landing ?? {};
  if (testimonials.length === 0 && stats.length === 0) return null;
  return (
    <Section sunken title={t('voices.title')}>
      {stats.length > 0 && (
        <dl className="mb-8 grid gap-4 sm:grid-cols-3">
          {stats.map((stat) => (
            <div key={`${stat.value} ${stat.label}`} className="flex flex-col-reverse border-s-2 border-tide ps-4">
              <dt className="text-sm text-muted">{stat.label}</dt>
              <dd className="text-2xl money">{stat.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {testimonials.map((testimonial) => (
          <li key={`${testimonial.name} ${testimonial.text}`} className="card flex flex-col gap-3 p-6">
            <p className="flex gap-0.5 text-tide">
              <span className="sr-only">{t('voices.stars', { count: testimonial.stars })}</span>
              {stars.map((star) => (
                <Star
                  key={star}
                  className={clsx('size-4', star <= testimonial.stars ? 'fill-current' : 'text-faint')}
                />
              ))}
            </p>
            <blockquote className="text-pretty">{testimonial.text}</blockquote>
            <p className="mt-auto text-sm text-muted">
              {testimonial.name}, {testimonial.place}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const coinCount = 4;
const grid = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4';

/** The first four coins on offer with today's prices. */
function LiveRates() {
  const { t } = useTranslation('landing');
  const query = useQuery(cryptoAssetsQuery);
  const coins = offeredAssets(query.data ?? []);
  const isHydrated = useHydrated(); // The server does not know the visitor's clock.
  const newestTime = newestUpdate(coins);
  const sample = coins.some(({ source }) => source === 'sample');

  return (
    <Section
      id="rates"
      sunken
      title={t('rates.title')}
      note={
        <>
          {t('rates.label')}
          {newestTime && (
            <span className={clsx('figures', !isHydrated && 'invisible')}>
              {' · '}
              {t('rates.last', { time: isHydrated ? formatTime(newestTime, { seconds: true }) : '00:00:00' })}
            </span>
          )}
          {sample && <span> · {t('rates.sample')}</span>}
        </>
      }
      action={
        <ButtonLink variant="ghost" to="/dashboard" className="-mx-2">
          {t('rates.all')}
          <ArrowRight className="size-4 rtl:-scale-x-100" strokeWidth={2} />
        </ButtonLink>
      }
    >
      <LoadedQuery query={query} skeleton={Array<string>(4).fill('h-48 rounded-card')} className={grid}>
        {() =>
          coins.length === 0 ? (
            <NoCoins level={3} />
          ) : (
            <ul className={grid}>
              {coins.slice(0, coinCount).map((coin) => (
                <li key={coin.id} className="grid min-w-0">
                  <RateCard asset={coin} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedQuery>
    </Section>
  );
}
