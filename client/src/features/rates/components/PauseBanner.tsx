import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { Banner } from '#client/ui/feedback/Banner.tsx';
import { coinById } from '#shared/reference/coins.ts';

/** Names the coins, currencies and exchanges that take no new orders for now, in the reader's language. */
export function PauseBanner() {
  const { t, i18n } = useTranslation('sell');
  const { data: settings } = useQuery(settingsQuery);
  const active = settings?.pauses.active ?? [];
  if (active.length === 0) return null;
  if (active.some(({ what }) => what === 'desk')) return <Banner>{t('paused.desk')}</Banner>;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const namesOf = (kind: 'coin' | 'currency') =>
    list.format(active.flatMap(({ what, subject }) => (what === kind ? [coinById(subject)?.symbol ?? subject] : [])));
  const coins = namesOf('coin');
  const currencies = namesOf('currency');
  return (
    <>
      {active.some(({ what }) => what === 'exchanges') && <Banner>{t('paused.exchanges')}</Banner>}
      {coins && <Banner>{t('paused.coins', { names: coins })}</Banner>}
      {currencies && <Banner>{t('paused.currencies', { names: currencies })}</Banner>}
    </>
  );
}
