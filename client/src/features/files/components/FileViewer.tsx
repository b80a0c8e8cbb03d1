import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, ExternalLink, FileText } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { adminQuery } from '#client/lib/api/admin-call.ts';
import { FullScreen, ImageViewer, type BesidePicture } from '#client/ui/data/ImageViewer.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { ToggleButton } from '#client/ui/form/chips/ToggleButton.tsx';
import {
  downloadFile,
  fileQuery,
  fullSizeQuery,
  viewFile,
  type FileForReview,
  type StoredFile,
} from '../files.queries.ts';
import { FullSizeDeleted, isFullSizeDeleted } from './FullSizeDeleted.tsx';

interface FileViewerProps {
  file: FileForReview;
  keysOn: boolean;
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
  /** A second picture to compare a picture with. */
  beside?: BesidePicture | undefined;
}

/** One user's file at full size for admins: an image to zoom and rotate, a PDF in the browser's own viewer. */
export function FileViewer({ file, keysOn, pane, tabs, beside }: FileViewerProps) {
  const { t } = useTranslation('admin.common');
  const isPicture = file.type.startsWith('image/');
  const isShownHere = isPicture || navigator.pdfViewerEnabled;
  const { data, error, refetch } = useQuery(fileQuery(file.filename, { ...adminQuery, enabled: isShownHere }));
  if (!isShownHere) {
    return (
      <>
        <Head tabs={tabs} />
        <PdfFallback file={file} />
      </>
    );
  }
  if (data && !isPicture) {
    return (
      <>
        <Head tabs={tabs} tools={<PdfTools file={file} pane={pane} />} />
        <PdfDocument blob={data} name={file.originalName} />
      </>
    );
  }
  if (data) return <Picture shown={data} {...{ file, keysOn, pane, tabs, beside }} />;
  return (
    <>
      <Head tabs={tabs} />
      <div className="grid min-h-72 flex-1 place-items-center p-4">
        {error ? (
          <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="w-full max-w-sm" line="h-64 rounded-card" />
        )}
      </div>
    </>
  );
}

/** Loads a picture as shown, or its full size if it was reduced and the full size is stored. */
function Picture({ shown: picture, file, ...viewer }: FileViewerProps & { shown: Blob }) {
  const { t } = useTranslation(['common', 'files', 'admin.common']);
  const [isFull, setFull] = useState(false);
  const query = fullSizeQuery(file.filename, { ...adminQuery, enabled: isFull && file.fullSize === 'stored' });
  const { data: fullPicture, error, isFetching, refetch } = useQuery(query);
  const isGone = file.fullSize === 'deleted' || isFullSizeDeleted(error);
  const fullSize = file.fullSize === 'stored' && !isGone && (
    <ToggleButton
      text={t('files:fullSize')}
      isOn={isFull}
      busy={isFull && isFetching}
      onClick={() => setFull(!isFull)}
    />
  );
  const save = (
    <>
      {fullSize}
      <SaveButton file={file} />
    </>
  );
  return (
    <>
      <ImageViewer
        blob={(isFull && fullPicture) || picture}
        inFullSize={isFull && fullPicture !== undefined}
        name={file.originalName}
        {...viewer}
        save={save}
      />
      {isGone && (
        <div className="border-t border-line bg-bg px-4 py-2">
          <FullSizeDeleted />
        </div>
      )}
      {isFull && error && !isGone && (
        <AdminProblem error={error} title={t('admin.common:failed.load')} onRetry={() => void refetch()} />
      )}
    </>
  );
}

function Head({ tabs, tools }: { tabs: ReactNode; tools?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-1 border-b border-line bg-bg py-2 ps-4 pe-2">
      {tabs}
      {tools && <div className="ms-auto flex flex-wrap items-center">{tools}</div>}
    </div>
  );
}

/** Shows the first page as wide as the space allows, without the viewer's list of pages. */
const pdfView = '#navpanes=0&view=FitH';

/** A PDF can have active content: the browser's own viewer parses it in a separate process, typed as PDF. */
export function PdfDocument({ blob, name }: { blob: Blob; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
    if (frame.current) frame.current.src = url + pdfView;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  // oxlint-disable-next-line react/iframe-missing-sandbox -- In a sandbox browsers refuse to start their viewer.
  return <iframe ref={frame} title={name} className="h-[70dvh] min-h-96 w-full flex-1 xl:h-auto xl:min-h-0" />;
}

function PdfTools({ file, pane }: Pick<FileViewerProps, 'file' | 'pane'>) {
  const { t } = useTranslation('admin.common');
  return (
    <>
      <FullScreen pane={pane} />
      <FileAction
        label={t('view', { name: file.originalName })}
        icon={<ExternalLink className="size-4.5" />}
        failedText={t('failed.load')}
        onPress={() => viewFile(file.filename)}
      />
      <SaveButton file={file} />
    </>
  );
}

/** Shown in browsers that embed no PDF, as on phones: a one-minute link in a new tab, or a download. */
function PdfFallback({ file }: { file: StoredFile }) {
  const { t } = useTranslation('admin.common');
  const view = useMutation({ mutationFn: () => viewFile(file.filename) });
  return (
    <div className="flex min-h-72 flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <FileText className="size-10 text-faint" strokeWidth={1.5} />
      <p className="font-medium wrap-anywhere">{file.originalName}</p>
      <p className="max-w-[44ch] text-muted">{t('file.pdf')}</p>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button size="small" busy={view.isPending} onClick={() => view.mutate()}>
          {t('view', { name: file.originalName })}
        </Button>
        <SaveButton file={file} />
      </div>
      {view.error && <AdminProblem error={view.error} title={t('failed.load')} onRetry={() => view.mutate()} />}
    </div>
  );
}

function SaveButton({ file }: { file: StoredFile }) {
  const { t } = useTranslation('admin.common');
  return (
    <FileAction
      label={t('download', { name: file.originalName })}
      icon={<Download className="size-4.5" />}
      failedText={t('failed.download')}
      onPress={() => downloadFile(file)}
    />
  );
}

interface FileActionProps {
  label: string;
  icon: ReactNode;
  /** Title above the reason when the action fails. */
  failedText: string;
  onPress: () => Promise<void>;
}

function FileAction({ label, icon, failedText, onPress }: FileActionProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onPress });
  return (
    <>
      <IconButton
        label={label}
        aria-busy={isPending}
        className="size-9! pointer-coarse:size-11!"
        onClick={() => mutate()}
      >
        {icon}
      </IconButton>
      {error && <AdminProblem error={error} title={failedText} onRetry={() => mutate()} />}
    </>
  );
}
