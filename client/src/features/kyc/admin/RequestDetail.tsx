import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, hasCode } from '#client/lib/call.ts';
import { Button } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState } from '#client/ui/States.tsx';
import { DocumentsPane } from './DocumentsPane.tsx';
import { FactsPane, requestTitleId, reviewNotesId } from './FactsPane.tsx';
import { lineQuery, requestQuery, useVerdict, type DeskRequest, type DeskRequestDetails } from './kyc-desk.api.ts';
import { VerdictBar } from './VerdictBar.tsx';

interface RequestDetailProps {
  id: string;
  /** The request's line, where the list shows it. */
  row: DeskRequest | undefined;
  /** Notes that are not sent yet, by request. */
  drafts: Map<string, string>;
  keysOn: boolean;
  hrefOf: (id: string) => string;
  /** Whether it was opened without pointing at it: then the focus comes along, once. */
  takeFocus: () => boolean;
  onHeld: (request: DeskRequestDetails) => void;
  onNext: (() => void) | undefined;
  onBack: () => void;
}

/** The open request. Opening it is on record, so it is asked for once, and again only when it has been decided. */
export function RequestDetail(props: RequestDetailProps) {
  const { id, row, onBack } = props;
  const { t } = useTranslation('kycDesk');
  const { data, error, refetch } = useQuery(requestQuery(id));
  useFreshWhenDecided(data, row, refetch);
  const isGone = hasCode(error, 'not_found') || hasCode(error, 'invalid_input');
  const status = error instanceof CallError ? error.status : 0;
  const problem = error && !isGone && (
    <DeskProblem error={error} title={t('failed.fetch', { status })} onRetry={() => void refetch()} />
  );
  return (
    <div className="flex min-w-0 flex-1 flex-col md:min-h-0 md:overflow-y-auto xl:contents">
      <Button
        look="ghost"
        size="small"
        className="m-2 self-start md:hidden"
        icon={<ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
        onClick={onBack}
      >
        {t('back')}
      </Button>
      {data ? (
        <Loaded {...props} request={data} stale={problem} />
      ) : (
        <div className="bg-sunken p-4 xl:col-span-2 xl:row-span-2">
          {isGone && <EmptyState title={t('gone')} text={t('pick')} />}
          {problem}
          {!error && (
            <Skeleton className="flex flex-col gap-4">
              <Bone className="h-80 rounded-card" />
              <Bone className="h-48 rounded-card" />
            </Skeleton>
          )}
        </div>
      )}
    </div>
  );
}

/** Somebody else may decide meanwhile. The lines tell, which are asked all the time and show no document. */
function useFreshWhenDecided(
  request: DeskRequestDetails | undefined,
  row: DeskRequest | undefined,
  refetch: () => Promise<unknown>,
): void {
  const isUnseen = request?.status === 'pending' && !row;
  const line = useQuery({ ...lineQuery(request ?? { id: '', userEmail: null, userName: '' }), enabled: isUnseen });
  const known = row ?? line.data;
  const isBehind = request?.status === 'pending' && known?.id === request.id && known.status !== 'pending';
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
}

type LoadedProps = RequestDetailProps & { request: DeskRequestDetails; stale: ReactNode };

function Loaded({ request, stale, drafts, keysOn, hrefOf, takeFocus, onHeld, onNext }: LoadedProps) {
  const [notes, setNotes] = useState(() => drafts.get(request.id) ?? '');
  const [tried, setTried] = useState(false);
  const verdict = useVerdict(request.id, onHeld);
  useEffect(() => {
    // On a phone the list has gone, and the focus with it.
    if (takeFocus() || document.activeElement === document.body) document.getElementById(requestTitleId)?.focus();
  }, [takeFocus]);
  const keepNotes = (text: string) => {
    drafts.set(request.id, text);
    setNotes(text);
  };
  const decide = (status: 'approved' | 'rejected') => {
    if (verdict.isPending) return;
    setTried(true);
    if (notes.trim()) verdict.mutate({ status, notes });
    else document.getElementById(reviewNotesId)?.focus();
  };
  return (
    <>
      <DocumentsPane files={request.files} keysOn={keysOn} />
      <FactsPane
        {...{ request, notes, verdict, stale, hrefOf }}
        isMissing={tried && notes.trim() === ''}
        onNotes={keepNotes}
      />
      <VerdictBar {...{ request, verdict, onNext }} onDecide={decide} />
    </>
  );
}
