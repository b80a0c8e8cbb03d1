import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Awaited } from '#client/ui/layout/admin/Awaited.tsx';
import { sendingsQuery } from './newsletter.admin.queries.ts';
import { ProgressLine, SentCount, SentTime, StopSending } from './SendingProgress.tsx';

/** Posts on their way to the subscribers, above the list of posts; nothing while none is. */
export function NewsletterStrip() {
  const { t } = useTranslation('newsletter.admin');
  const { data: sendings = [], isLoading } = useQuery(sendingsQuery);
  const runningSendings = sendings.filter(({ state }) => state === 'sending');
  if (isLoading) return <Awaited />;
  if (runningSendings.length === 0) return null;
  return (
    <ul aria-label={t('running')} className="flex flex-col gap-2">
      {runningSendings.map((sending) => (
        <li
          key={sending.postId}
          className="flex flex-wrap items-center gap-x-6 gap-y-2 card bg-raised px-4 py-3 text-sm"
        >
          <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
            <Mail aria-hidden="true" className="size-5 shrink-0 text-tide" />
            <span className="flex min-w-0 flex-col">
              <span className="text-xs text-muted">{t('running')}</span>
              <span className="font-medium wrap-anywhere">{sending.title}</span>
              <SentTime sending={sending} />
            </span>
          </div>
          <div className="flex w-full flex-col gap-1.5 sm:w-64">
            <SentCount sending={sending} />
            <ProgressLine sending={sending} />
          </div>
          <StopSending sending={sending} />
        </li>
      ))}
    </ul>
  );
}
