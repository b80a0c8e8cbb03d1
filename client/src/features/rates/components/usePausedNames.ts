import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { coinById } from '#shared/reference/coins.ts';

/** Names of the coins, currencies and rails that take no new orders; every member may read them. */
export function usePausedNames(): string[] {
  const { t } = useTranslation('admin');
  const { data: settings } = useQuery({ ...settingsQuery, refetchInterval: 30_000 });
  const active = settings?.pauses.active ?? [];
  return active.map(({ what, subject }) => {
    if (what === 'desk') return t('pausedDesk');
    if (what === 'exchanges') return t('pausedExchanges');
    return what === 'coin' ? (coinById(subject)?.name ?? subject) : currencyName(subject);
  });
}
