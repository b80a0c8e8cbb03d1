import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { useStopPost, type Sending } from './newsletter.admin.queries.ts';

/** Shows how many readers have the post; while it is sent, with a button to stop. */
export function SendingProgress({ sending }: { sending: Sending }) {
  const isRunning = sending.state === 'sending';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SentFigures sending={sending} />
      {isRunning && <ProgressLine sending={sending} />}
      {isRunning && <StopSending sending={sending} />}
    </div>
  );
}

/** The number of readers who have the post, and when it began. */
export function SentFigures({ sending: { state, handed, total, startedAt } }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <output className="figures">
        {t(`state.${state}`, { handed: formatNumber(handed), total: formatNumber(total) })}
      </output>
      <span className="text-xs text-muted">
        {t('started')} <Time at={startedAt} shape="dateTime" />
      </span>
    </p>
  );
}

/** The part of the readers who have the post, as a line. */
export function ProgressLine({ sending: { state, handed, total } }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  return (
    <progress
      aria-label={t(`state.${state}`, { handed: formatNumber(handed), total: formatNumber(total) })}
      max={total}
      value={handed}
      className="progress h-1 w-full max-w-80"
    />
  );
}

/** The button that ends a newsletter early, with the consequence for readers who have no mail yet. */
export function StopSending({ sending: { postId, handed, total } }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  const stop = useStopPost(postId);
  const toastSuccess = () => toast({ title: t('done.stopped') });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        text={t('stop')}
        size="small"
        busy={stop.isPending}
        onClick={() => stop.mutate(undefined, { onSuccess: toastSuccess })}
      />
      <span className="text-sm text-muted">{t('stopText', { left: formatNumber(total - handed) })}</span>
      <AdminProblem error={stop.error} title={t('failed.stop')} />
    </div>
  );
}
