import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListParams, type ListParamsConfig } from '#client/lib/browser/useListParams.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { importQuery } from './imports.queries.ts';
import { ImportUpload } from './ImportUpload.tsx';
import { RecentImports } from './RecentImports.tsx';

const list: ListParamsConfig<object> = { item: 'import', read: () => ({}), write: () => ({}) };

/** Reads customers from a file, and shows the result before anything is created. */
export function ImportsPage() {
  const { t } = useTranslation('imports.admin');
  const { openId, open, hrefOf, page, goTo } = useListParams(list);
  /** The last file that was read, which another mapping reads again. */
  const [file, setFile] = useState<File>();
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      {!openId && <ScreenHead title={t('title')} lede={t('lede')} />}
      {openId ? (
        <OpenImport key={openId} id={openId} file={file} onFile={setFile} onOpen={open} />
      ) : (
        <>
          <ImportUpload
            onRead={(id, uploadedFile) => {
              setFile(uploadedFile);
              open(id);
            }}
          />
          <RecentImports page={page} onPage={goTo} hrefOf={hrefOf} />
        </>
      )}
    </div>
  );
}

interface OpenImportProps {
  id: string;
  file: File | undefined;
  onFile: (file: File) => void;
  onOpen: (id: string | undefined) => void;
}

function OpenImport({ id, ...props }: OpenImportProps) {
  const { t } = useTranslation('imports.admin');
  const { data, error, refetch } = useQuery(importQuery(id));
  if (data) return <ImportPreview importDetails={data} {...props} />;
  if (error) return <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  return <Skeleton line="h-96 rounded-card" />;
}
