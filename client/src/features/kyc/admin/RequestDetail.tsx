import { useQuery } from '@tanstack/react-query';
import { Columns3, FileText, IdCard, UserRound, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FilePreview } from '#client/features/files/components/FilePreview.tsx';
import { FileTabs } from '#client/features/files/components/FileTabs.tsx';
import { FileViewer } from '#client/features/files/components/FileViewer.tsx';
import { CallError, hasCode } from '#client/lib/api/call.ts';
import { useShortcutKeys } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { FullScreen } from '#client/ui/data/ImageViewer.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { useDraftMap } from '#client/ui/form/useDraftMap.ts';
import { DetailPane, DetailSkeleton } from '#client/ui/layout/DetailPane.tsx';
import { partsOfDate, reviewForm } from '../components/kyc.form.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { DetailsPane, requestTitleId } from './DetailsPane.tsx';
import {
  requestQuery,
  rowQuery,
  useDecision,
  type AdminKycRequest,
  type AdminKycRequestDetails,
  type Decision,
} from './kyc.admin.queries.ts';
import type { ReviewNotes, TypedNotes } from './NotesField.tsx';

const blankForm = { notes: '', expiresOn: partsOfDate('') };

interface RequestDetailProps {
  id: string;
  /** The row of the request, if the list shows it. */
  row: AdminKycRequest | undefined;
  drafts: Map<string, TypedNotes>;
  keysOn: boolean;
  hrefOf: (id: string) => string;
  /** True once after a request was opened by key: then it takes the focus. */
  takeFocus: () => boolean;
  onDecided: (request: AdminKycRequestDetails) => void;
  onNext: (() => void) | undefined;
  onBack: () => void;
}

/** The open request. Each fetch is recorded as a view, so it is fetched once, and again only after a decision. */
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
        <LoadedRequest {...props} request={data} staleNote={problem} />
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
  const foundRow = useQuery({ ...rowQuery(request ?? { id: '', userEmail: null, userName: '' }), enabled: isUnseen });
  const knownRequest = row ?? foundRow.data;
  const isBehind =
    request?.status === 'pending' && knownRequest?.id === request.id && knownRequest.status !== 'pending';
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
}

type LoadedProps = RequestDetailProps & { request: AdminKycRequestDetails; staleNote: ReactNode };

function LoadedRequest({ request, staleNote, drafts, keysOn, hrefOf, takeFocus, onDecided, onNext }: LoadedProps) {
  const { t } = useTranslation(['kyc.admin', 'errors']);
  const [form] = useContractForm(reviewForm, { defaultValues: drafts.get(request.id) ?? blankForm });
  useDraftMap(form, drafts, request.id);
  const decision = useDecision(request.id, onDecided);
  useEffect(() => {
    // On a phone the list was hidden together with its focus.
    if (takeFocus() || document.activeElement === document.body) document.getElementById(requestTitleId)?.focus();
  }, [takeFocus]);
  const send = (status: Decision['status'], notes: ReviewNotes) => {
    if (!decision.isPending) decision.mutate({ status, ...notes });
  };
  const notes = useWatch({ control: form.control, name: 'notes' });
  const isWritten = reviewForm.shape.notes.safeParse(notes).success;
  const decide = (status: Decision['status']) => void form.handleSubmit((notes) => send(status, notes))();
  return (
    <>
      <DocumentsPane files={facesFirst(request.files)} isPending={request.status === 'pending'} keysOn={keysOn} />
      <DetailsPane {...{ request, form, decision, staleNote, hrefOf }} onApprove={(notes) => send('approved', notes)} />
      <DecisionBar
        {...{ request, decision, onNext }}
        form={form}
        missing={isWritten ? undefined : t('errors:review_notes_required')}
        onMissing={() => form.setFocus('notes')}
        onDecide={decide}
      />
    </>
  );
}

type Documents = AdminKycRequestDetails['files'];

/** The selfie comes right after the front, whose face it is compared with; the back is last. */
const facesFirst = (files: Documents) =>
  files.toSorted((first, second) => Number(first.side === 'back') - Number(second.side === 'back'));

interface DocumentsProps {
  files: Documents;
  /** A decision compares the face with the document: both are shown from the start. */
  isPending: boolean;
  keysOn: boolean;
}

/** The documents, large, one at a time or all at once; each is fetched when viewed, as each view is audited. */
function DocumentsPane({ files, isPending, keysOn }: DocumentsProps) {
  const { t } = useTranslation('kyc.admin');
  const pane = useRef<HTMLElement>(null);
  const comparesFaces = isPending && files.some(({ side }) => side === 'selfie');
  const canCompare = files.length > 1;
  // The tab after the last file shows all of them.
  const [shownIndex, setShownIndex] = useState(comparesFaces && canCompare ? files.length : 0);
  const tileCount = files.length + Number(canCompare);
  const place = shownIndex < tileCount ? shownIndex : 0;
  const file = files[place];
  const mayView = useMay()('files.identity');
  // The tabs are rendered again with each document, and would lose the focus, and with it the keys.
  const show = (next: number) => {
    setShownIndex(next);
    pane.current?.focus();
  };
  const keys = {
    p: () => show(file ? (place + 1) % files.length : 0),
    ...(canCompare && { b: () => show(file ? files.length : 0) }),
  };
  useShortcutKeys('screen', keys, keysOn);
  const singleTabs = files.map((item) => ({ ...item, Icon: iconOf(item), text: t(`side.${item.side}`) }));
  const sideBySide = { filename: 'all', originalName: t('sideBySide'), Icon: Columns3, text: t('sideBySide') };
  const tabs = (
    <FileTabs
      label={t('documents')}
      tabs={canCompare ? [...singleTabs, sideBySide] : singleTabs}
      shownIndex={place}
      onShow={show}
    />
  );
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={t('documents')}
      className="flex flex-col bg-sunken outline-none xl:row-span-2 xl:min-h-0 xl:border-e xl:border-line"
    >
      {!mayView ? (
        <div className="p-4">
          <NotPermitted why="documents" needs="files.identity" />
        </div>
      ) : file ? (
        <FileViewer key={file.filename} {...{ file, keysOn, pane, tabs }} />
      ) : files.length > 0 ? (
        <AllDocuments {...{ files, pane, tabs }} onOpen={show} />
      ) : (
        <div className="grid flex-1 place-items-center p-4 py-8">
          <EmptyState title={t('noDocuments')} text={t('noDocumentsText')} />
        </div>
      )}
    </section>
  );
}

function iconOf({ side, type }: Documents[number]): LucideIcon {
  if (type === 'application/pdf') return FileText;
  return side === 'selfie' ? UserRound : IdCard;
}

interface AllDocumentsProps {
  files: Documents;
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
  /** Shows one of the files alone, by its index. */
  onOpen: (index: number) => void;
}

/**
 * Front, selfie and back at once: as many beside one another as a wide pane has room for; on a phone two are in view,
 * and the next one beside them.
 */
function AllDocuments({ files, pane, tabs, onOpen }: AllDocumentsProps) {
  const { t } = useTranslation('kyc.admin');
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line bg-bg py-2 ps-4 pe-2">
        <div className="min-w-0 flex-1 max-md:overflow-x-auto max-md:[&_svg]:hidden max-md:[&>ul]:w-max max-md:[&>ul]:flex-nowrap">
          {tabs}
        </div>
        <div className="ms-auto flex shrink-0">
          <FullScreen pane={pane} />
        </div>
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-2 scroll-px-3 gap-3 p-3 max-md:auto-cols-[45%] max-md:grid-flow-col max-md:grid-cols-none max-md:overflow-x-auto xl:auto-rows-[minmax(20rem,1fr)] xl:grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] xl:overflow-y-auto">
        {files.map((file) => (
          <figure key={file.filename} className="flex min-h-0 min-w-0 flex-col gap-1">
            <figcaption className="text-xs text-muted">{t(`side.${file.side}`)}</figcaption>
            <FilePreview
              file={file}
              enlarge={{
                label: t('enlarge', { side: t(`side.${file.side}`) }),
                onPress: () => onOpen(files.indexOf(file)),
              }}
            />
          </figure>
        ))}
      </div>
    </>
  );
}
