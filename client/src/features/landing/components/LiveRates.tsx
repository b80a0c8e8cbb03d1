import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoCoins } from '#client/features/rates/components/NoCoins.tsx';
import { RateCard } from '#client/features/rates/components/RateCard.tsx';
import { cryptoAssetsQuery, newestUpdate, offeredAssets } from '#client/features/rates/rates.queries.ts';
import { useHydrated } from '#client/lib/browser/useHydrated.ts';
import { formatTime } from '#client/lib/format/format.ts';
import { Loaded } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { Section } from './Section.tsx';

const shownCoins = 4;
const grid = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4';

/** The first four coins on offer with today's prices. */
export function LiveRates() {
  const { t } = useTranslation('landing');
  const query = useQuery(cryptoAssetsQuery);
  const coins = offeredAssets(query.data ?? []);
  const isHydrated = useHydrated(); // The server does not know the visitor's clock.
  const newest = newestUpdate(coins);
  const sample = coins.some(({ source }) => source === 'sample');

  return (
    <Section
      id="rates"
      sunken
      title={t('rates.title')}
      note={
        <>
          {t('rates.label')}
          {newest && (
            <span className={clsx('figures', !isHydrated && 'invisible')}>
              {' · '}
              {t('rates.last', { time: isHydrated ? formatTime(newest, { seconds: true }) : '00:00:00' })}
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
      <Loaded query={query} skeleton={Array<string>(4).fill('h-48 rounded-card')} className={grid}>
        {() =>
          coins.length === 0 ? (
            <NoCoins level={3} />
          ) : (
            <ul className={grid}>
              {coins.slice(0, shownCoins).map((coin) => (
                <li key={coin.id} className="grid min-w-0">
                  <RateCard asset={coin} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
