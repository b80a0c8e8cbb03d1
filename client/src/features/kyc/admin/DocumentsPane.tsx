import { FileText, IdCard, UserRound, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileTabs } from '#client/features/files/components/FileTabs.tsx';
import { FileViewer } from '#client/features/files/components/FileViewer.tsx';
import { useShortcutKeys } from '#client/lib/browser/useShortcutKeys.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { NotPermitted } from '#client/ui/feedback/NotPermitted.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import type { AdminKycRequestDetails } from './kyc.admin.queries.ts';

type Documents = AdminKycRequestDetails['files'];

/** The documents, large, one at a time. Each is fetched only when viewed, because each view is audited. */
export function DocumentsPane({ files, keysOn }: { files: Documents; keysOn: boolean }) {
  const { t } = useTranslation('kyc.admin');
  const pane = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  const file = files[shown] ?? files[0];
  const mayLook = useMay()('files.identity');
  useShortcutKeys(pane, { p: () => setShown((shown + 1) % Math.max(1, files.length)) }, keysOn);
  const tabs = files.map((one) => ({ ...one, Icon: iconOf(one), text: t(`side.${one.side}`) }));
  return (
    <section
      ref={pane}
      aria-label={t('documents')}
      className="flex flex-col bg-sunken xl:row-span-2 xl:min-h-0 xl:border-e xl:border-line"
    >
      {!mayLook ? (
        <div className="p-4">
          <NotPermitted />
        </div>
      ) : file ? (
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
