import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { useBarHeight } from '#client/ui/useBarHeight.ts';
import type { DeskRequestDetails, useVerdict, Verdict } from './kyc-desk.api.ts';

interface VerdictBarProps {
  request: DeskRequestDetails;
  verdict: ReturnType<typeof useVerdict>;
  onDecide: (status: Verdict['status']) => void;
  onNext: (() => void) | undefined;
}

/** The deeds, always in sight, each saying whom it concerns. */
export function VerdictBar({ request, verdict, onDecide, onNext }: VerdictBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  return (
    <div
      ref={bar}
      className="sticky bottom-0 flex flex-col gap-2 border-t border-line bg-bg px-4 py-3 xl:static xl:col-start-3 xl:row-start-2"
    >
      {request.status === 'pending' ? (
        <Deeds {...{ request, verdict, onDecide }} />
      ) : (
        <Decided request={request} isOwn={verdict.isSuccess} onNext={onNext} />
      )}
    </div>
  );
}

function Deeds({ request, verdict, onDecide }: Pick<VerdictBarProps, 'request' | 'verdict' | 'onDecide'>) {
  const { t } = useTranslation('kycDesk');
  const tried = verdict.variables?.status;
  const failed = tried === 'approved' ? t('failed.approve') : t('failed.reject');
  return (
    <>
      {verdict.error && <DeskProblem error={verdict.error} title={failed} onRetry={() => tried && onDecide(tried)} />}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <Button
          className="px-3 text-sm"
          busy={verdict.isPending && tried === 'rejected'}
          disabled={verdict.isPending}
          onClick={() => onDecide('rejected')}
        >
          {t('reject')}
        </Button>
        <Button
          look="filled"
          className="px-2 text-sm wrap-anywhere"
          busy={verdict.isPending && tried === 'approved'}
          disabled={verdict.isPending}
          onClick={() => onDecide('approved')}
        >
          <span className="line-clamp-2">{t('approve', { name: request.fullName })}</span>
        </Button>
      </div>
      <p className="text-xs text-muted">{t('told')}</p>
    </>
  );
}

interface DecidedProps {
  request: DeskRequestDetails;
  /** Decided here just now, and not by somebody else or long ago. */
  isOwn: boolean;
  onNext: (() => void) | undefined;
}

function Decided({ request, isOwn, onNext }: DecidedProps) {
  const { t } = useTranslation(['kycDesk', 'common']);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOwn) next.current?.focus();
  }, [isOwn]);
  const words = request.status === 'approved' ? 'approved' : 'rejected';
  return (
    <>
      <Note announce>
        {isOwn
          ? t(`toast.${words}.text`)
          : t('decided', { status: t(`common:status.${request.status}`).toLowerCase() })}
      </Note>
      {onNext && (
        <Button ref={next} look="filled" className="text-sm" onClick={onNext}>
          {t('next')}
        </Button>
      )}
    </>
  );
}
