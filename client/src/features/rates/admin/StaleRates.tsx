import { useTranslation } from 'react-i18next';
import { formatDays } from '#client/lib/format/clock.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { staleDaysOf } from '../rates.age.ts';
import type { PayoutCurrency } from '../rates.queries.ts';

/** With more stale rates than these, one line has their age, and not each row. */
const maxInRows = 3;

/** The ages in days of stale rates that are quoted all the same, if they are too many for their rows; otherwise none. */
export function useManyStale(currencies: readonly PayoutCurrency[]): readonly number[] {
  const now = useServerNow(true, 60_000);
  const days = currencies.flatMap(({ isPaused, unitsPerUsd, updatedAt: at, source }) =>
    isPaused || unitsPerUsd === null || at === null ? [] : (staleDaysOf({ at, source }, now) ?? []),
  );
  return days.length > maxInRows ? days : [];
}

/** Says once how many stale rates are quoted, and how old the oldest is; nothing without any. */
export function StaleRates({ days }: { days: readonly number[] }) {
  const { t } = useTranslation('rates.admin');
  if (days.length === 0) return null;
  const oldest = formatDays(Math.max(...days));
  return <Note tone="warning">{t('market.manyStale', { total: formatNumber(days.length), days: oldest })}</Note>;
}
