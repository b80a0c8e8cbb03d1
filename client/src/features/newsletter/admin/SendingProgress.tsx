import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinutes } from '#client/lib/format/clock.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { mailsPerMinute } from '#shared/newsletter/newsletter.contract.ts';
import { useStopPost, type Sending } from './newsletter.admin.queries.ts';

/** Shows how many readers have the post; while it is sent, with a button to stop. */
export function SendingProgress({ sending }: { sending: Sending }) {
  const isRunning = sending.state === 'sending';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SentFigures sending={sending} />
      {isRunning && <ProgressLine sending={sending} />}
      {isRunning && (
        <div className="self-start">
          <StopSending sending={sending} />
        </div>
      )}
    </div>
  );
}

/** The number of readers who have the post, and the time of its sending. */
export function SentFigures({ sending }: { sending: Sending }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <SentCount sending={sending} />
      <SentTime sending={sending} />
    </p>
  );
}

/** The number of readers who have the post. */
export function SentCount({ sending: { state, handed, total } }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  return (
    <output className="figures">
      {t(`state.${state}`, { handed: formatNumber(handed), total: formatNumber(total) })}
    </output>
  );
}

/** The time of a sending: for a running one, of its start. */
export function SentTime({ sending: { state, startedAt } }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  return (
    <span className="text-xs text-muted">
      {state === 'sending' && `${t('started')} `}
      <Time at={startedAt} shape="dateTime" />
    </span>
  );
}

/** The part of the readers who have the post, as a line, and how long the rest takes. */
export function ProgressLine({ sending: { state, handed, total } }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  const left = total - handed;
  return (
    <>
      <progress
        aria-label={t(`state.${state}`, { handed: formatNumber(handed), total: formatNumber(total) })}
        max={total}
        value={handed}
        className="progress h-1 w-full max-w-80"
      />
      <p className="text-xs text-muted figures">
        {t('remaining', {
          left: formatNumber(left),
          time: formatMinutes(Math.max(1, Math.ceil(left / mailsPerMinute))),
        })}
      </p>
    </>
  );
}

/** The button that ends a sending early; it asks first, and says who has no mail yet. */
export function StopSending({ sending: { postId, title, handed, total } }: { sending: Sending }) {
  const { t } = useTranslation('newsletter.admin');
  const stop = useStopPost(postId);
  const [isAsking, setAsking] = useState(false);
  const reportStopped = () => {
    setAsking(false);
    toast({ title: t('done.stopped') });
  };
  return (
    <>
      <Button text={t('stop')} size="small" onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={t('stopYes')}
          subtitle={title}
          confirm={t('stopYes')}
          keep={t('keepSending')}
          danger
          by={stop}
          failed={t('failed.stop')}
          onConfirm={() => stop.mutate(undefined, { onSuccess: reportStopped })}
          onClose={() => setAsking(false)}
        >
          <p>{t('stopText', { left: formatNumber(total - handed) })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
