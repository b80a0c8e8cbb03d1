import { FileText, IdCard, UserRound, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileTabs } from '#client/features/files/parts/FileTabs.tsx';
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
  const tabs = files.map((one) => ({ ...one, Icon: iconOf(one), text: t(`side.${one.side}`) }));
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
          tabs={<FileTabs label={t('documents')} tabs={tabs} shown={files.indexOf(file)} onShow={setShown} />}
        />
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
