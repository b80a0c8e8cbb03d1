import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { ExportSlot } from '#client/ui/layout/ExportSlot.tsx';
import { sendingsQuery, subscriberStatsQuery } from './newsletter.admin.queries.ts';
import { SentFigures } from './SendingProgress.tsx';

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
  const endedSendings = sendings.filter(({ state }) => state !== 'sending');
  return (
    <section aria-labelledby="subscribers" className="flex flex-col gap-3 px-4 pb-6 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <div>
          <h3 id="subscribers" className="text-base">
            {t('section')}
          </h3>
          <p className="text-sm text-muted figures">{t('figures', { count: data.subscribed, ...texts })}</p>
        </div>
        {data.subscribed > 0 && <ExportSlot list="newsletter" filter={{}} />}
      </div>
      {endedSendings.length > 0 && (
        <ul aria-label={t('heading')} className="card divide-y divide-line">
          {endedSendings.map((sending) => (
            <li
              key={sending.postId}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-2.5 text-sm"
            >
              <span className="min-w-0 font-medium wrap-anywhere">{sending.title}</span>
              <SentFigures sending={sending} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
