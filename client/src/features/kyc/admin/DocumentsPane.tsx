import { Columns3, FileText, IdCard, UserRound, type LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview } from '#client/features/files/components/FilePreview.tsx';
import { FileTabs } from '#client/features/files/components/FileTabs.tsx';
import { FileViewer } from '#client/features/files/components/FileViewer.tsx';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { useShortcutKeys } from '#client/lib/browser/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { FullScreen } from '#client/ui/data/ImageViewer.tsx';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import type { AdminKycRequestDetails } from './kyc.admin.queries.ts';

type Documents = AdminKycRequestDetails['files'];

/** The documents, large, one at a time or side by side; each is fetched when viewed, as each view is audited. */
export function DocumentsPane({ files, keysOn }: { files: Documents; keysOn: boolean }) {
  const { t } = useTranslation('kyc.admin');
  const pane = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  const isWide = useMediaQuery('(min-width: 80rem)');
  const canCompare = isWide && files.length > 1;
  // The place after the last file shows all of them side by side.
  const places = files.length + Number(canCompare);
  const place = shown < places ? shown : 0;
  const file = files[place];
  const mayView = useMay()('files.identity');
  // The tabs are rendered again with each document, and would take the focus along, and with it the keys.
  const show = (next: number) => {
    setShown(next);
    pane.current?.focus();
  };
  const keys = {
    p: () => show((place + 1) % Math.max(1, files.length)),
    ...(canCompare && { b: () => show(file ? files.length : 0) }),
  };
  useShortcutKeys('screen', keys, keysOn);
  const single = files.map((item) => ({ ...item, Icon: iconOf(item), text: t(`side.${item.side}`) }));
  const all = { filename: 'all', originalName: t('sideBySide'), Icon: Columns3, text: t('sideBySide') };
  const tabs = (
    <FileTabs label={t('documents')} tabs={canCompare ? [...single, all] : single} shown={place} onShow={show} />
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
          <NotPermitted />
        </div>
      ) : file ? (
        <FileViewer key={file.filename} {...{ file, keysOn, pane, tabs }} />
      ) : files.length > 0 ? (
        <SideBySide {...{ files, pane, tabs }} />
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

interface SideBySideProps {
  files: AdminKycRequestDetails['files'];
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
}

/** Front, back and selfie at once, so that a face is compared with a face. */
function SideBySide({ files, pane, tabs }: SideBySideProps) {
  const { t } = useTranslation('kyc.admin');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-1 border-b border-line bg-bg py-2 ps-4 pe-2">
        {tabs}
        <div className="ms-auto flex">
          <FullScreen pane={pane} />
        </div>
      </div>
      <div className="grid min-h-0 flex-1 auto-cols-fr grid-flow-col gap-3 p-3">
        {files.map((file) => (
          <figure key={file.filename} className="flex min-h-0 min-w-0 flex-col gap-1">
            <figcaption className="text-xs text-muted">{t(`side.${file.side}`)}</figcaption>
            <FilePreview file={file} />
          </figure>
        ))}
      </div>
    </>
  );
}
