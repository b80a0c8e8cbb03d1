import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDays } from '#client/lib/format/clock.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { staleDaysOf } from '../rates.age.ts';
import { cryptoAssetsQuery, payoutCurrenciesQuery, type PayoutCurrency } from '../rates.queries.ts';

/** With more stale rates than this, one line gives their age instead of each row. */
const maxInRows = 3;

/**
 * The ages in days of stale rates that are quoted all the same, if they are too many for their rows; otherwise none.
 */
export function useManyStale(currencies: readonly PayoutCurrency[]): readonly number[] {
  const now = useServerNow(true, minuteMs);
  const days = currencies.flatMap(({ isPaused, unitsPerUsd, updatedAt: at, source }) =>
    isPaused || unitsPerUsd === null || at === null ? [] : (staleDaysOf({ at, source }, now) ?? []),
  );
  return days.length > maxInRows ? days : [];
}

/** Says once that coins are quoted at sample prices, and how many rates are stale, with the remedy for both. */
export function StaleRates() {
  const { t } = useTranslation('rates.admin');
  const may = useMay();
  const { data: assets = [] } = useQuery(cryptoAssetsQuery);
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  const days = useManyStale(currencies);
  const areSamples = assets.some(({ source }) => source === 'sample');
  if (days.length === 0 && !areSamples) return null;
  const oldest = formatDays(Math.max(0, ...days));
  return (
    <Note
      tone="warning"
      action={
        may('settings.write') && (
          <ButtonLink text={t('market.connect')} size="small" variant="filled" to="/admin/settings?tab=setup" />
        )
      }
    >
      {areSamples && <p>{t('market.areSamples')}</p>}
      {days.length > 0 && <p>{t('market.manyStale', { total: formatNumber(days.length), days: oldest })}</p>}
    </Note>
  );
}
