import { useTranslation } from 'react-i18next';
import { formatDays } from '#client/lib/format/clock.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { useServerNow } from '#client/lib/session/useServerNow.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { staleDaysOf } from '../rates.age.ts';
import type { PayoutCurrency } from '../rates.queries.ts';

/** With more stale rates than this, one line gives their age instead of each row. */
const maxInRows = 3;

/**
 * The ages in days of stale rates that are quoted all the same, if they are too many for their rows; otherwise none.
 */
export function useManyStale(currencies: readonly PayoutCurrency[]): readonly number[] {
  const now = useServerNow(true, 60_000);
  const days = currencies.flatMap(({ isPaused, unitsPerUsd, updatedAt: at, source }) =>
    isPaused || unitsPerUsd === null || at === null ? [] : (staleDaysOf({ at, source }, now) ?? []),
  );
  return days.length > maxInRows ? days : [];
}

/** Says once how many stale rates are quoted, and how old the oldest is, with the remedy; nothing without any. */
export function StaleRates({ currencies }: { currencies: readonly PayoutCurrency[] }) {
  const { t } = useTranslation('rates.admin');
  const may = useMay();
  const days = useManyStale(currencies);
  if (days.length === 0) return null;
  const oldestAge = formatDays(Math.max(...days));
  return (
    <Note
      tone="warning"
      action={
        may('settings.write') && <ButtonLink text={t('market.connect')} size="small" to="/admin/settings?tab=setup" />
      }
    >
      {t('market.manyStale', { total: formatNumber(days.length), days: oldestAge })}
    </Note>
  );
}
