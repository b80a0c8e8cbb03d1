import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { subscriberStatsQuery } from '../newsletter.queries.ts';

export function SubscriberStats() {
  const { t } = useTranslation('newsletter.admin');
  const { data } = useQuery(subscriberStatsQuery);
  if (!data) return null;
  const texts = { waiting: formatNumber(data.waiting), left: formatNumber(data.left) };
  return (
    <div className="flex flex-wrap items-center gap-4 px-4 pb-6 md:px-6">
      <p className="text-sm text-muted figures">{t('figures', { count: data.subscribed, ...texts })}</p>
      {data.subscribed > 0 && <ExportSlot list="newsletter" filter={{}} />}
    </div>
  );
}
