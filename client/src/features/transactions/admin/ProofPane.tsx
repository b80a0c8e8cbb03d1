import { clsx } from 'clsx';
import { FileText, Image, Receipt } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FileViewer } from '#client/features/files/parts/FileViewer.tsx';
import { useKeys } from '#client/lib/keys.ts';
import { EmptyState } from '#client/ui/States.tsx';
import { Comparison } from './Comparison.tsx';
import type { DeskFile, DeskOrder } from './review.api.ts';

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
        <FileViewer
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
