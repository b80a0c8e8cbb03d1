import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import type { Api } from '#shared/api.ts';
import { coinById } from '#shared/reference/coins.ts';

type Pause = Api['GET /api/settings']['output']['pauses']['active'][number];

/** Names the coin, the currency or the rail that a pause is about. */
export function usePauseName(): (pause: Pick<Pause, 'what' | 'subject'>) => string {
  const { t } = useTranslation('admin');
  return ({ what, subject }) => {
    if (what === 'desk') return t('pausedDesk');
    if (what === 'exchanges') return t('pausedExchanges');
    return what === 'coin' ? (coinById(subject)?.name ?? subject) : currencyName(subject);
  };
}

/** Names of the coins, currencies and rails that take no new orders; every member may read them. */
export function usePausedNames(): string[] {
  const nameOf = usePauseName();
  const { data: settings } = useQuery({ ...settingsQuery, refetchInterval: 30_000 });
  return (settings?.pauses.active ?? []).map(nameOf);
}
