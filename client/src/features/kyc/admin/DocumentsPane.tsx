import { clsx } from 'clsx';
import { FileText, IdCard, UserRound, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileViewer } from '#client/features/files/parts/FileViewer.tsx';
import { useKeys } from '#client/lib/keys.ts';
import { EmptyState } from '#client/ui/States.tsx';
import type { DeskRequestDetails } from './kyc-desk.api.ts';

type Documents = DeskRequestDetails['files'];

/** The documents, large, one at a time. Each is fetched only when it is looked at: each look is on record. */
export function DocumentsPane({ files, keysOn }: { files: Documents; keysOn: boolean }) {
  const { t } = useTranslation('kycDesk');
  const pane = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  const file = files[shown] ?? files[0];
  useKeys(pane, { p: () => setShown((shown + 1) % Math.max(1, files.length)) }, keysOn);
  return (
    <section
      ref={pane}
      aria-label={t('documents')}
      className="flex flex-col bg-sunken xl:row-span-2 xl:min-h-0 xl:border-e xl:border-line"
    >
      {file ? (
        <FileViewer
          key={file.filename}
          {...{ file, keysOn, pane }}
          tabs={<Sides {...{ files, shown }} onShow={setShown} />}
        />
      ) : (
        <div className="grid flex-1 place-items-center p-4 py-8">
          <EmptyState title={t('noDocuments')} text={t('noDocumentsText')} />
        </div>
      )}
    </section>
  );
}

interface SidesProps {
  files: Documents;
  shown: number;
  onShow: (index: number) => void;
}

function Sides({ files, shown, onShow }: SidesProps) {
  const { t } = useTranslation('kycDesk');
  return (
    <ul aria-label={t('documents')} className="flex min-w-0 flex-wrap gap-2">
      {files.map((file, index) => {
        const Icon = iconOf(file);
        const isCurrent = index === shown;
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
              {t(`side.${file.side}`)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function iconOf({ side, type }: Documents[number]): LucideIcon {
  if (type === 'application/pdf') return FileText;
  return side === 'selfie' ? UserRound : IdCard;
}
