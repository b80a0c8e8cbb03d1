import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { subscriberStatsQuery } from '../newsletter.queries.ts';

export function SubscriberStats() {
  const { t } = useTranslation('newsletter');
  const { data } = useQuery(subscriberStatsQuery);
  if (!data) return null;
  const texts = { waiting: formatNumber(data.waiting), left: formatNumber(data.left) };
  return (
    <p className="px-4 pb-6 text-sm text-muted figures md:px-6">{t('figures', { count: data.subscribed, ...texts })}</p>
  );
}
