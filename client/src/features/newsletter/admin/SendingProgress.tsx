import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { useStopPost, type Sending } from './newsletter.admin.queries.ts';

/** Shows how many readers have the post; while it is sent, with a button to stop. */
export function SendingProgress({ sending }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  const { state, handed, total, startedAt } = sending;
  const figures = { handed: formatNumber(handed), total: formatNumber(total) };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <output className="figures">{t(`state.${state}`, figures)}</output>
        <Time at={startedAt} shape="dateTime" className="text-xs text-muted" />
      </p>
      {state === 'sending' && (
        <>
          <progress
            aria-label={t(`state.${state}`, figures)}
            max={total}
            value={handed}
            className="progress h-1 w-full max-w-80"
          />
          <StopButton id={sending.postId} />
        </>
      )}
    </div>
  );
}

function StopButton({ id }: { id: string }) {
  const { t } = useTranslation('newsletter.admin');
  const stop = useStopPost(id);
  const toastSuccess = () => toast({ title: t('done.stopped') });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        text={t('stop')}
        size="small"
        busy={stop.isPending}
        onClick={() => stop.mutate(undefined, { onSuccess: toastSuccess })}
      />
      <span className="text-sm text-muted">{t('stopText')}</span>
      <AdminProblem error={stop.error} title={t('failed.stop')} />
    </div>
  );
}
