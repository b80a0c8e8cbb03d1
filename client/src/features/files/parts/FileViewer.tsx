import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from '#client/lib/texts.ts';
import { Button, IconButton } from '#client/ui/Button.tsx';
import { DeskProblem } from '#client/ui/DeskProblem.tsx';
import { PictureStage } from '#client/ui/PictureStage.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { downloadFile, fileQuery, viewFile, type StoredFile } from '../files.api.ts';

interface FileViewerProps {
  file: StoredFile;
  keysOn: boolean;
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
}

/** One file of somebody's at the desk, large: a picture to zoom and turn, a PDF to open where it can do nothing. */
export function FileViewer({ file, keysOn, pane, tabs }: FileViewerProps) {
  const { t } = useTranslation('desk');
  const isPicture = file.type.startsWith('image/');
  const { data, error, refetch } = useQuery({ ...fileQuery(file.filename), enabled: isPicture });
  if (!isPicture) {
    return (
      <>
        <Head tabs={tabs} />
        <Paper file={file} />
      </>
    );
  }
  if (data) {
    return (
      <PictureStage blob={data} name={file.originalName} {...{ keysOn, pane, tabs }} save={<Save file={file} />} />
    );
  }
  return (
    <>
      <Head tabs={tabs} />
      <div className="grid min-h-72 flex-1 place-items-center p-4">
        {error ? (
          <DeskProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="w-full max-w-sm">
            <Bone className="h-64 rounded-card" />
          </Skeleton>
        )}
      </div>
    </>
  );
}

function Head({ tabs }: { tabs: ReactNode }) {
  return <div className="border-b border-line bg-bg px-4 py-2.5">{tabs}</div>;
}

/** A PDF can act: it is opened by a link of one minute in a tab whose policy takes its hands, or kept as a file. */
function Paper({ file }: { file: StoredFile }) {
  const { t } = useTranslation('desk');
  const view = useMutation({ mutationFn: () => viewFile(file.filename) });
  return (
    <div className="flex min-h-72 flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <FileText aria-hidden="true" className="size-10 text-faint" strokeWidth={1.5} />
      <p className="font-medium wrap-anywhere">{file.originalName}</p>
      <p className="max-w-[44ch] text-muted">{t('file.pdf')}</p>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button size="small" busy={view.isPending} onClick={() => view.mutate()}>
          {t('view', { name: file.originalName })}
        </Button>
        <Save file={file} />
      </div>
      {view.error && <DeskProblem error={view.error} title={t('failed.load')} onRetry={() => view.mutate()} />}
    </div>
  );
}

function Save({ file }: { file: StoredFile }) {
  const { t } = useTranslation('desk');
  const save = useMutation({ mutationFn: () => downloadFile(file) });
  return (
    <>
      <IconButton
        label={t('download', { name: file.originalName })}
        aria-busy={save.isPending}
        className="size-9! pointer-coarse:size-11!"
        onClick={() => save.mutate()}
      >
        <Download className="size-4.5" strokeWidth={1.75} />
      </IconButton>
      {save.error && <DeskProblem error={save.error} title={t('failed.download')} onRetry={() => save.mutate()} />}
    </>
  );
}
