import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useDraftMap } from '#client/ui/form/useDraftMap.ts';
import { DetailPane, DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { partsOfDate, reviewForm } from '../components/kyc.form.ts';
import { DetailsPane, requestTitleId } from './DetailsPane.tsx';
import { DocumentsPane } from './DocumentsPane.tsx';
import {
  requestQuery,
  rowQuery,
  useVerdict,
  type AdminKycRequest,
  type AdminKycRequestDetails,
  type Verdict,
} from './kyc.admin.queries.ts';
import type { ReviewNotes, TypedNotes } from './NotesField.tsx';
import { VerdictBar } from './VerdictBar.tsx';

const blank = { notes: '', expiresOn: partsOfDate('') };

interface RequestDetailProps {
  id: string;
  /** The request's line, where the list shows it. */
  row: AdminKycRequest | undefined;
  drafts: Map<string, TypedNotes>;
  keysOn: boolean;
  hrefOf: (id: string) => string;
  /** Whether it was opened without pointing at it: then the focus comes along, once. */
  takeFocus: () => boolean;
  onDecided: (request: AdminKycRequestDetails) => void;
  onNext: (() => void) | undefined;
  onBack: () => void;
}

/** The open request. Opening it is on record, so it is asked for once, and again only when it has been decided. */
export function RequestDetail(props: RequestDetailProps) {
  const { id, row, onBack } = props;
  const { t } = useTranslation('kyc.admin');
  const { data, error, refetch } = useQuery(requestQuery(id));
  useRefreshWhenDecided(data, row, refetch);
  const isGone = hasCode(error, 'not_found') || hasCode(error, 'invalid_input');
  const status = error instanceof CallError ? error.status : 0;
  const problem = error && !isGone && (
    <AdminProblem error={error} title={t('failed.fetch', { status })} onRetry={() => void refetch()} />
  );
  return (
    <DetailPane back={t('back')} onBack={onBack}>
      {data ? (
        <Loaded {...props} request={data} stale={problem} />
      ) : (
        <div className="bg-sunken p-4 xl:col-span-2 xl:row-span-2">
          {isGone && <EmptyState title={t('gone')} text={t('pick')} />}
          {problem}
          {!error && <DetailSkeleton />}
        </div>
      )}
    </DetailPane>
  );
}

/** Another admin may decide meanwhile. The polled list rows show that without viewing a document. */
function useRefreshWhenDecided(
  request: AdminKycRequestDetails | undefined,
  row: AdminKycRequest | undefined,
  refetch: () => Promise<unknown>,
): void {
  const isUnseen = request?.status === 'pending' && !row;
  const line = useQuery({ ...rowQuery(request ?? { id: '', userEmail: null, userName: '' }), enabled: isUnseen });
  const known = row ?? line.data;
  const isBehind = request?.status === 'pending' && known?.id === request.id && known.status !== 'pending';
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
}

type LoadedProps = RequestDetailProps & { request: AdminKycRequestDetails; stale: ReactNode };

function Loaded({ request, stale, drafts, keysOn, hrefOf, takeFocus, onDecided, onNext }: LoadedProps) {
  const form = useContractForm(reviewForm, { defaultValues: drafts.get(request.id) ?? blank });
  useDraftMap(form, drafts, request.id);
  const verdict = useVerdict(request.id, onDecided);
  useEffect(() => {
    // On a phone the list has gone, and the focus with it.
    if (takeFocus() || document.activeElement === document.body) document.getElementById(requestTitleId)?.focus();
  }, [takeFocus]);
  const send = (status: Verdict['status'], notes: ReviewNotes) => {
    if (!verdict.isPending) verdict.mutate({ status, ...notes });
  };
  const decide = (status: Verdict['status']) => void form.handleSubmit((notes) => send(status, notes))();
  return (
    <>
      <DocumentsPane files={request.files} keysOn={keysOn} />
      <DetailsPane {...{ request, form, verdict, stale, hrefOf }} onApprove={(notes) => send('approved', notes)} />
      <VerdictBar {...{ request, verdict, onNext }} onDecide={decide} />
    </>
  );
}
