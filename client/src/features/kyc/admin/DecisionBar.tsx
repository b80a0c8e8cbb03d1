import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { SentenceChips, useAddSentence } from '#client/ui/form/ReadyTextArea.tsx';
import { ChipStrip } from '#client/ui/layout/ChipStrip.tsx';
import { useBarHeight } from '#client/ui/layout/useBarHeight.ts';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { revokeKyc } from '#shared/kyc/kyc.contract.ts';
import { requestQuery, type AdminKycRequestDetails, type Decision } from './kyc.admin.queries.ts';
import { reviewFormId, useReviewSentences, type NotesFieldProps } from './NotesField.tsx';

interface DecisionBarProps extends Pick<NotesFieldProps, 'form' | 'decision'> {
  request: AdminKycRequestDetails;
  /** Names the notes that a decision needs, as long as they are empty. */
  missing: string | undefined;
  /** Brings the focus to their field. */
  onMissing: () => void;
  onDecide: (status: Decision['status']) => void;
  onNext: (() => void) | undefined;
}

/** The actions on a request, always in view; each names the user. */
export function DecisionBar(props: DecisionBarProps) {
  const { request, decision, onNext } = props;
  const bar = useRef<HTMLDivElement>(null);
  useBarHeight(bar);
  const isOwn = useIsMe()(request.userId);
  const mayDecide = useMay()('kyc.decide') && !isOwn;
  return (
    <div
      ref={bar}
      className="sticky bottom-0 flex flex-col gap-2 border-t border-line bg-bg px-4 py-3 xl:static xl:col-start-3 xl:row-start-2"
    >
      {request.status === 'pending' && !mayDecide ? (
        <NotPermitted why={isOwn ? 'ownCase' : 'approve'} needs="kyc.decide" />
      ) : request.status === 'pending' ? (
        <DecisionButtons {...props} />
      ) : (
        <DecidedRequest request={request} isOwn={decision.isSuccess} mayRevoke={mayDecide} onNext={onNext} />
      )}
    </div>
  );
}

function DecisionButtons({ request, form, decision, missing, onMissing, onDecide }: Omit<DecisionBarProps, 'onNext'>) {
  const { t } = useTranslation('kyc.admin');
  const noteId = useId();
  const isTableLayout = useTableLayout();
  const attempted = decision.variables?.status;
  const focusMissing = () => missing !== undefined && onMissing();
  const failedTitle = attempted === 'approved' ? t('failed.approve') : t('failed.reject');
  return (
    <>
      {decision.error && (
        <AdminProblem error={decision.error} title={failedTitle} onRetry={() => attempted && onDecide(attempted)} />
      )}
      {!isTableLayout && <Sentences form={form} />}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <Button
          text={t('reject')}
          className="px-3 text-sm"
          busy={decision.isPending && attempted === 'rejected'}
          disabled={decision.isPending || missing !== undefined}
          aria-describedby={noteId}
          onClickCapture={focusMissing}
          onClick={() => onDecide('rejected')}
        />
        <Button
          type="submit"
          form={reviewFormId}
          variant="filled"
          className="px-2 text-sm wrap-anywhere"
          busy={decision.isPending && attempted === 'approved'}
          disabled={decision.isPending || missing !== undefined}
          aria-describedby={noteId}
          onClickCapture={focusMissing}
        >
          <span className="line-clamp-2">{t('approve', { name: request.fullName })}</span>
        </Button>
      </div>
      <p id={noteId} className="text-xs text-muted">
        {missing === undefined ? (
          t('notified')
        ) : (
          // On a phone the field is a screen away.
          <button type="button" className="min-h-6 text-start text-link hover:underline" onClick={onMissing}>
            {missing}
          </button>
        )}
      </p>
    </>
  );
}

/** On a phone the notes are a screen away from the buttons: their ready sentences stand here. */
function Sentences({ form }: Pick<NotesFieldProps, 'form'>) {
  const groups = useReviewSentences();
  const add = useAddSentence(form, 'notes');
  return (
    <ChipStrip>
      {groups.map(({ label, list }) => (
        <div key={label} className="flex shrink-0 items-center gap-2">
          <span aria-hidden="true" className="text-xs whitespace-nowrap text-muted">
            {label}
          </span>
          <SentenceChips label={label} list={list} onAdd={add} isInLine />
        </div>
      ))}
    </ChipStrip>
  );
}

interface DecidedProps {
  request: AdminKycRequestDetails;
  /** True if it was decided on this screen just now, not by another admin or earlier. */
  isOwn: boolean;
  mayRevoke: boolean;
  onNext: (() => void) | undefined;
}

function DecidedRequest({ request, isOwn, mayRevoke, onNext }: DecidedProps) {
  const { t } = useTranslation(['kyc.admin', 'common', 'errors']);
  const next = useRef<HTMLButtonElement>(null);
  const [isRevoking, setRevoking] = useState(false);
  useEffect(() => {
    if (isOwn) next.current?.focus();
  }, [isOwn]);
  return (
    <>
      {!isOwn && (
        <Note announce>{t('errors:kyc_decided', { status: t(`common:status.${request.status}`).toLowerCase() })}</Note>
      )}
      {onNext && <Button text={t('next')} ref={next} variant="filled" className="text-sm" onClick={onNext} />}
      {mayRevoke && request.status === 'approved' && (
        <Button text={t('revoke.open')} className="text-sm" onClick={() => setRevoking(true)} />
      )}
      {isRevoking && <RevokeDialog request={request} onClose={() => setRevoking(false)} />}
    </>
  );
}

interface RevokeDialogProps {
  request: Pick<AdminKycRequestDetails, 'id' | 'userName'>;
  onClose: () => void;
}

/** Takes an approval back; the customer reads the reason and is asked for documents again. */
function RevokeDialog({ request: { id, userName: name }, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('kyc.admin');
  const client = useQueryClient();
  const action = shown(revokeKyc, {
    label: t('revoke.title', { name }),
    confirm: t('revoke.confirm'),
    danger: true,
    fields: { reason: { label: t('revoke.reason'), hint: t('notesHint') } },
    children: <p>{t('revoke.text')}</p>,
    onDone: (revokedRequest) => {
      // The answer goes into the cache, because a fetch would be recorded as another view.
      client.setQueryData(requestQuery(id).queryKey, revokedRequest);
      toast({ title: t('revoke.done'), text: name });
    },
  });
  return (
    <ContractDialog
      action={action}
      onClose={onClose}
      row={{ id }}
      failed={t('revoke.failed')}
      reads={['GET /api/admin/kyc-requests']}
    />
  );
}
