import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview } from '#client/features/files/components/FilePreview.tsx';
import { FullScreen } from '#client/ui/data/ImageViewer.tsx';
import type { AdminKycRequestDetails } from './kyc.admin.queries.ts';

interface SideBySideProps {
  files: AdminKycRequestDetails['files'];
  pane: RefObject<HTMLElement | null>;
  tabs: ReactNode;
}

/** Front, back and selfie at once, so that a face is compared with a face. */
export function SideBySide({ files, pane, tabs }: SideBySideProps) {
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
