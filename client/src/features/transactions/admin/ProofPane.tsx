import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download, FileText, Image, Receipt } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#client/ui/Button.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { EmptyState } from '#client/ui/States.tsx';
import { downloadFile, viewFile } from '../transactions.api.ts';
import { Comparison } from './Comparison.tsx';
import { DeskProblem } from './DeskProblem.tsx';
import { PictureStage } from './PictureStage.tsx';
import { fileQuery, type DeskFile, type DeskOrder } from './review.api.ts';
import { useKeys } from './useKeys.ts';

interface ProofPaneProps {
  order: DeskOrder;
  /** Which of the order's files is shown, from 0. */
  shown: number;
  onShow: (index: number) => void;
  keysOn: boolean;
}

/** The files of an order in their order: what the customer sent, then what the desk added. */
export function filesOf({ paymentProofFiles, adminPayoutScreenshots }: DeskOrder): DeskFile[] {
  return [...paymentProofFiles, ...adminPayoutScreenshots];
}

/** The evidence, large, with what it has to agree with. */
export function ProofPane({ order, shown, onShow, keysOn }: ProofPaneProps) {
  const { t } = useTranslation('review');
  const pane = useRef<HTMLElement>(null);
  const files = filesOf(order);
  const file = files[shown] ?? files[0];
  useKeys(pane, { p: () => onShow((shown + 1) % Math.max(1, files.length)) }, keysOn);
  return (
    <section
      ref={pane}
      aria-label={t('viewer')}
      className="flex flex-col bg-sunken xl:row-span-2 xl:min-h-0 xl:border-e xl:border-line"
    >
      {file ? (
        <Shown
          key={file.filename}
          {...{ file, keysOn, pane }}
          tabs={<FileTabs {...{ order, files, onShow }} current={file} />}
        />
      ) : (
        <div className="grid flex-1 place-items-center p-4 py-8">
          <EmptyState title={t('noProof')} text={t('noProofText')} />
        </div>
      )}
      <Comparison order={order} />
    </section>
  );
}

interface FileTabsProps {
  order: DeskOrder;
  files: readonly DeskFile[];
  current: DeskFile;
  onShow: (index: number) => void;
}

function FileTabs({ order, files, current, onShow }: FileTabsProps) {
  const { t } = useTranslation('review');
  const proofs = order.paymentProofFiles.length;
  return (
    <ul aria-label={t('proof')} className="flex min-w-0 flex-wrap gap-2">
      {files.map((file, index) => {
        const isProof = index < proofs;
        const Icon = !isProof ? Receipt : file.type === 'application/pdf' ? FileText : Image;
        const isCurrent = file === current;
        return (
          <li key={file.filename} className="min-w-0">
            <button
              type="button"
              aria-pressed={isCurrent}
              title={file.originalName}
              className={clsx(
                'inline-flex min-h-9 max-w-full items-center gap-2 rounded-control border px-2.5 text-sm pointer-coarse:min-h-11',
                isCurrent ? 'border-tide bg-tide-soft font-medium text-tide' : 'border-line-strong hover:border-ink',
              )}
              onClick={() => onShow(index)}
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
              <span className="max-w-40 truncate">
                {isProof ? file.originalName : t('file.payout', { number: index - proofs + 1 })}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface ShownProps {
  file: DeskFile;
  keysOn: boolean;
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
}

function Shown({ file, keysOn, pane, tabs }: ShownProps) {
  const { t } = useTranslation('review');
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
function Paper({ file }: { file: DeskFile }) {
  const { t } = useTranslation('review');
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

function Save({ file }: { file: DeskFile }) {
  const { t } = useTranslation('review');
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
