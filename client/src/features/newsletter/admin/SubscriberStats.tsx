import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { sendingsQuery, subscriberStatsQuery } from './newsletter.admin.queries.ts';
import { SendingProgress } from './SendingProgress.tsx';

/** The subscribers of the newsletter, and the last posts mailed to them. */
export function SubscriberStats() {
  const { t } = useTranslation('newsletter.admin');
  const { data } = useQuery(subscriberStatsQuery);
  const { data: sendings = [] } = useQuery(sendingsQuery);
  if (!data) return null;
  const texts = {
    shown: formatNumber(data.subscribed),
    waiting: formatNumber(data.waiting),
    left: formatNumber(data.left),
  };
  return (
    <div className="flex flex-col gap-4 px-4 pb-6 md:px-6">
      <div className="flex flex-wrap items-center gap-4">
        <p className="text-sm text-muted figures">{t('figures', { count: data.subscribed, ...texts })}</p>
        {data.subscribed > 0 && <ExportSlot list="newsletter" filter={{}} />}
      </div>
      {sendings.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-medium tracking-normal">{t('heading')}</h3>
          <ul className="card divide-y divide-line">
            {sendings.map((sending) => (
              <li key={sending.postId} className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm md:grid-cols-2">
                <span className="font-medium wrap-anywhere">{sending.title}</span>
                <SendingProgress sending={sending} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
